import type { SchemaLabels } from './content-differences.ts'
import { asRecord, isRecord, titleOf, wordsOf } from './content-words.ts'
import type { Collision, Merged } from './merge-edits.ts'

export interface DescribedCollision {
  /** Name of the form field in the merged content. */
  name: string
  /** The entry and the field: `News items › Results announced › Text`. */
  label: string
  kind: Collision['kind']
  /** The values of the sides as text; undefined for a side that has removed the entry. */
  mine: string | undefined
  theirs: string | undefined
  /** True if the value is a text, a number, a choice or a file, so that a field of the form shows it. */
  isField: boolean
}

/** The collisions of a merge in words. */
export function describeCollisions(
  { value, collisions }: Merged,
  fieldLabels: SchemaLabels | undefined,
): DescribedCollision[] {
  return collisions.map((collision) => {
    const { name, kind, mine, theirs } = collision
    const label = fieldLabelAt(value, name, fieldLabels)
    if (kind === 'order') {
      const list = valueAt(value, name)
      return { name, kind, label: joined(label, 'Order'), isField: false, ...orderTexts(list, collision) }
    }
    const isField = kind === 'value' && ![mine, theirs].some((side) => typeof side === 'object' && side !== null)
    const textOf = (side: unknown) =>
      kind === 'value' ? valueText(side) : side === undefined ? undefined : valueText(side)
    return { name, kind, label, isField, mine: textOf(mine), theirs: textOf(theirs) }
  })
}

/** The labels on the way to a field, with the titles of list entries; empty for the whole content. */
export function fieldLabelAt(content: unknown, name: string, fieldLabels: SchemaLabels | undefined): string {
  let [here, labels] = [content, fieldLabels]
  return stepsOf(name)
    .map((step) => {
      if (Array.isArray(here)) {
        const entry: unknown = here[Number(step)]
        here = entry
        labels = labels?.entry()
        return (isRecord(entry) && titleOf(entry)) || String(Number(step) + 1)
      }
      here = asRecord(here)[step]
      labels = labels?.field(step)
      return labels?.label ?? wordsOf(step)
    })
    .join(' › ')
}

/** The parts of a field name: `members[2].title` → `members`, `2`, `title`. */
export function stepsOf(name: string): string[] {
  return name.match(/[^.[\]]+/g) ?? []
}

/** The value of a content at a field name. */
export function valueAt(content: unknown, name: string): unknown {
  return stepsOf(name).reduce<unknown>(
    (here, step) => (Array.isArray(here) ? here[Number(step)] : asRecord(here)[step]),
    content,
  )
}

function joined(...labels: string[]) {
  return labels.filter((label) => label !== '').join(' › ')
}

const SHOWN_ENTRIES = 12

function valueText(value: unknown): string {
  if (Array.isArray(value)) return linesOf(value.map((entry, at) => titleOf(entry) ?? `Entry ${at + 1}`))
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value
  return titleOf(value) ?? ''
}

/** The entries that both sides have moved, with their position (from 1) in the order of each side. */
function orderTexts(list: unknown, { order = [], moved = [] }: Collision) {
  const entries: readonly unknown[] = Array.isArray(list) ? list : []
  const theirs = new Map(order.map((at, index) => [at, index]))
  const lines = (positionOf: (at: number) => number) =>
    linesOf(
      [...moved]
        .sort((a, b) => positionOf(a) - positionOf(b))
        .map((at) => `${positionOf(at) + 1}. ${titleOf(entries[at]) ?? `Entry ${at + 1}`}`),
    )
  return { mine: lines((at) => at), theirs: lines((at) => theirs.get(at) ?? at) }
}

function linesOf(lines: readonly string[]) {
  const rest = lines.length - SHOWN_ENTRIES
  return [...lines.slice(0, SHOWN_ENTRIES), ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n')
}
