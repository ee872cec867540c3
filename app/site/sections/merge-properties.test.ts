import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { valueAt } from '#app/cms/content/compare/describe-collisions.ts'
import { asRecord, idOf, isRecord } from '#app/cms/content/compare/content-words.ts'
import { Fingerprints } from '#app/cms/content/compare/fingerprints.ts'
import { mergeContent } from '#app/cms/content/compare/merge-content.ts'
import { mergeEdits } from '#app/cms/content/compare/merge-edits.ts'
import { choicesAt, resolveCollision } from '#app/cms/content/compare/resolve-collision.ts'
import { parseContentFile } from '#app/cms/content/format/content-file.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { walkSchema, type SchemaNode } from '#app/cms/define/walk-schema.ts'
import definition from '#app/site.config.ts'
import { grades } from '#app/site/collections/grades/grades.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'

/** Of each collection with lists, one entry stands for all. */
const sections = [...definition.sections, productPages.entry('cable-filling'), grades.entry('pv-90-s')]

/** A list of the shipped content, with the schema of its entries. */
interface List {
  section: SectionDefinition
  content: unknown
  name: string
  element: SchemaNode
  entries: readonly unknown[]
}

const lists = sections.flatMap((section): List[] => {
  const parsed = parseContentFile(section, readFileSync(`content/${section.file}`, 'utf8'))
  if ('fault' in parsed) throw new Error(`${section.file} is not valid`)
  const content: unknown = parsed.file.value
  return listsIn(walkSchema(section.schema), content, '').map((list) => ({ section, content, ...list }))
})

function listsIn(node: SchemaNode, value: unknown, name: string): Omit<List, 'section' | 'content'>[] {
  const { element } = node
  if (element && Array.isArray(value)) {
    const entries: readonly unknown[] = value
    // Of the lists in the entries, those of the first one.
    return [{ name, element, entries }, ...listsIn(element, entries[0], `${name}[0]`)]
  }
  return [...node.fields].flatMap(([key, field]) =>
    listsIn(field, asRecord(value)[key], name === '' ? key : `${name}.${key}`),
  )
}

type Step = 'keep' | 'change' | 'remove' | 'move' | 'insert'
/** What a side does at each entry. */
type Plan = readonly { step: Step; at: number }[]

interface Edited {
  list: unknown[]
  /** The entries that were changed or added. */
  made: unknown[]
}

/** Applies a plan. Each text that it writes has the mark and a number. */
function edit({ entries, element }: List, plan: Plan, mark: string): Edited {
  const made: unknown[] = []
  let count = 0
  const variant = (entry: unknown, isNew: boolean) => {
    count += 1
    const changed = variantOf(element, entry, `${mark}${count}`, isNew)
    made.push(changed)
    return changed
  }
  const moved: { entry: unknown; at: number }[] = []
  const list = entries.flatMap((entry, index) => {
    const { step, at } = plan[index] ?? { step: 'keep', at: 0 }
    if (step === 'change') return [variant(entry, false)]
    if (step === 'insert') return [entry, variant(entries[at % entries.length], true)]
    if (step === 'move') moved.push({ entry, at })
    return step === 'keep' ? [entry] : []
  })
  for (const { entry, at } of moved) list.splice(at % (list.length + 1), 0, entry)
  return { list, made }
}

/** The entry with another text in its first usable field, or as a new entry in all usable fields and with a new `_id`. */
function variantOf({ schema }: SchemaNode, entry: unknown, mark: string, isNew: boolean): unknown {
  if (!isRecord(entry)) return `${String(entry).slice(0, 20)}${mark}`
  let changed: Record<string, unknown> = entry
  for (const [key, value] of Object.entries(entry)) {
    if (typeof value !== 'string' || key === '_id') continue
    const candidate = { ...changed, [key]: `${value.slice(0, 20).trimEnd()}${mark}` }
    if (!schema.safeParse(candidate).success) continue
    changed = candidate
    if (!isNew) return changed
  }
  if (changed === entry) changed = { ...entry, [Object.keys(entry).findLast((key) => key !== '_id') ?? 'x']: mark }
  return isNew && idOf(entry) !== undefined ? { ...changed, _id: `new-${mark}` } : changed
}

function withList(content: unknown, name: string, list: unknown): unknown {
  const copy: unknown = structuredClone(content)
  const steps = name.match(/[^.[\]]+/g) ?? []
  const holder = valueAt(
    copy,
    steps.slice(0, -1).reduce((path, step) => (path === '' ? step : `${path}.${step}`), ''),
  )
  Object.assign(holder as object, { [steps.at(-1) ?? '']: list })
  return copy
}

const steps = fc.constantFrom<Step>('keep', 'change', 'remove', 'insert')

/** The plans of two sides that touch different entries; each moves at most one. */
function disjointPlans(length: number) {
  const at = fc.nat(50)
  const entry = fc.record({ side: fc.boolean(), step: steps, at })
  const move = fc.option(fc.record({ index: fc.nat(), at }), { nil: undefined })
  return fc
    .record({ entries: fc.array(entry, { minLength: length, maxLength: length }), mine: move, theirs: move })
    .map(({ entries, mine, theirs }) => {
      const planOf = (isMine: boolean, moved: typeof mine): Plan => {
        const own = entries.flatMap(({ side }, index) => (side === isMine ? [index] : []))
        const movedIndex = moved && own[moved.index % own.length]
        return entries.map(({ side, step, at: to }, index) => {
          if (side !== isMine) return { step: 'keep', at: 0 }
          return index === movedIndex && moved ? { step: 'move', at: moved.at } : { step, at: to }
        })
      }
      return { mine: planOf(true, mine), theirs: planOf(false, theirs) }
    })
}

const anyPlan = (length: number) =>
  fc.array(fc.record({ step: fc.constantFrom<Step>('keep', 'change', 'remove', 'insert', 'move'), at: fc.nat(50) }), {
    minLength: length,
    maxLength: length,
  })

const RUNS = 8
/** Entries of a list that the plans touch. */
const MOST = 12

function namesOf(prints: Fingerprints, list: unknown) {
  return (Array.isArray(list) ? (list as unknown[]) : []).map((entry) => prints.of(entry)).sort()
}

const shown = lists
  .filter(({ entries }) => entries.length > 0)
  .map((list) => ({ ...list, entries: list.entries.slice(0, MOST) }))

describe.each(shown.map((list) => [`${list.section.id}: ${list.name}`, list] as const))('%s', (_, list) => {
  const { name, entries, section } = list
  const base = withList(list.content, name, entries)

  test('edits of different entries do not collide, and each is there once', () => {
    fc.assert(
      fc.property(disjointPlans(entries.length), (plans) => {
        const prints = new Fingerprints()
        const [mine, theirs] = [edit(list, plans.mine, 'm'), edit(list, plans.theirs, 't')]
        const isLeft = (_entry: unknown, index: number) =>
          [plans.mine, plans.theirs].every((plan) => plan[index]?.step !== 'remove' && plan[index]?.step !== 'change')
        const expected = namesOf(prints, [...entries.filter(isLeft), ...mine.made, ...theirs.made])
        const sides = [withList(base, name, mine.list), withList(base, name, theirs.list)] as const
        for (const [one, other] of [sides, sides.toReversed()]) {
          const { value, collisions } = mergeEdits(base, one, other)
          expect(collisions).toEqual([])
          expect(namesOf(prints, valueAt(value, name))).toEqual(expected)
        }
      }),
      { numRuns: RUNS },
    )
  })

  test('any edits: the result of two valid sides is valid, and each collision has a place', () => {
    fc.assert(
      fc.property(anyPlan(entries.length), anyPlan(entries.length), (one, other) => {
        const mine = withList(base, name, edit(list, one, 'm').list)
        const theirs = withList(base, name, edit(list, other, 't').list)
        const merged = mergeContent(section.schema, { base: { value: base }, mine, theirs })
        if (section.schema.safeParse(mine).success) expect(section.schema.safeParse(merged.value).success).toBe(true)
        const options = { newId: () => 'both', isValid: () => true }
        merged.collisions.forEach((collision, at) => {
          expect(valueAt(merged.value, collision.name)).toBeDefined()
          for (const choice of choicesAt(merged, collision, options)) {
            expect(resolveCollision(merged, at, choice, options).collisions.length).toBeLessThan(
              merged.collisions.length,
            )
          }
        })
      }),
      { numRuns: RUNS },
    )
  })
})
