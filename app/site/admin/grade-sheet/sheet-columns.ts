import { compareWords } from '#app/cms/define/define-collection.ts'
import { hasNumber, type GradeValue } from '#app/site/collections/grades/grade-schema.ts'
import type { Grade } from '#app/site/collections/grades/grades.ts'
import type { Property } from '#app/site/collections/properties/properties.ts'
import { PROPERTY_GROUP_IDS } from '#app/site/collections/properties/property-groups.ts'
import { cellOfValue, comparable, type CellRules } from './sheet-value.ts'
import { KEY_HEADING, SHEET_FIELDS, type SheetField, type SheetNames } from './sheet-fields.ts'

/** What is known when a sheet is written or read. */
export interface SheetState {
  /** The published grades by their keys. */
  grades: ReadonlyMap<string, { value: Grade; version: string }>
  properties: ReadonlyMap<string, Property>
  names: SheetNames
}

/** A column with values of a property by one method under one condition. */
export interface ValueColumn {
  heading: string
  kind: 'value'
  property: string
  /** Undefined if the heading does not say it. */
  method: string | undefined
  condition: string | undefined
  rules: CellRules
}

export type SheetColumn =
  { heading: string; kind: 'key' } | { heading: string; kind: 'field'; field: SheetField } | ValueColumn

const FIXED: readonly SheetColumn[] = SHEET_FIELDS.flatMap((field, at): SheetColumn[] => [
  { heading: field.heading, kind: 'field', field },
  // Behind the name.
  ...(at === 0 ? [{ heading: KEY_HEADING, kind: 'key' } as const] : []),
])

/** All columns of a sheet: the fields, then each property by each method and condition, by the groups of a data sheet. */
export function sheetColumns(state: SheetState, grades: Iterable<Grade>): SheetColumn[] {
  const wordsOf = wordsByProperty(state)
  const found = new Map<string, ValueColumn>()
  for (const { values } of grades) {
    for (const { property: key, method, condition } of values) {
      const property = state.properties.get(key)
      if (!property) continue
      const heading = headingOf(property, method, condition)
      const rules = { unit: property.unit, needsUnit: false, words: wordsOf(key) }
      found.set(folded(heading), { heading, kind: 'value', property: key, method, condition, rules })
    }
  }
  const groupOf = ({ property }: ValueColumn) =>
    PROPERTY_GROUP_IDS.indexOf(state.properties.get(property)?.group ?? 'processing')
  const inOrder = [...found.values()].toSorted(
    (one, other) => groupOf(one) - groupOf(other) || compareWords(one.heading, other.heading),
  )
  return [...FIXED, ...inOrder]
}

/** `Tensile strength [MPa] {IEC 60811-501} (23 °C)` */
function headingOf({ title, unit }: Property, method: string, condition: string) {
  const parts = [title, unit && `[${unit}]`, method && `{${method}}`, condition && `(${condition})`]
  return parts.filter((part) => part !== '').join(' ')
}

/** The cell of a grade in a column. Of two values that one heading fits, it has the first. */
export function cellOf(column: SheetColumn, key: string, grade: Grade, names: SheetNames): string {
  switch (column.kind) {
    case 'key':
      return key
    case 'field':
      return column.field.text(grade, names)
    case 'value': {
      const value = grade.values[exactPlace(grade.values, column)]
      return value ? cellOfValue(value) : ''
    }
  }
}

/** The index of the value with the property, the method and the condition of a column; -1 for none. */
export function exactPlace(
  values: readonly (GradeValue | undefined)[],
  { property, method = '', condition = '' }: ValueColumn,
) {
  return values.findIndex(
    (value) =>
      value?.property === property &&
      folded(value.method) === folded(method) &&
      folded(value.condition) === folded(condition),
  )
}

/** Reads headings of a sheet: those that {@link sheetColumns} writes, and others that name the same things. */
export function headingReader(state: SheetState): (heading: string) => SheetColumn | { problem: string } {
  const known = new Map<string, SheetColumn>()
  for (const column of sheetColumns(
    state,
    [...state.grades.values()].map(({ value }) => value),
  )) {
    known.set(folded(column.heading), column)
    const { aliases = [] } = column.kind === 'field' ? column.field : {}
    for (const alias of aliases) known.set(folded(alias), column)
  }
  const byTitle = new Map([...state.properties].map(([key, { title }]) => [folded(title), key]))
  const wordsOf = wordsByProperty(state)
  return (heading) => known.get(folded(heading)) ?? readValueHeading(heading, state, { byTitle, wordsOf })
}

interface Catalogue {
  byTitle: ReadonlyMap<string, string>
  wordsOf: (property: string) => CellRules['words']
}

function readValueHeading(
  heading: string,
  { properties }: SheetState,
  { byTitle, wordsOf }: Catalogue,
): ValueColumn | { problem: string } {
  const [, method] = /\{([^{}]*)\}/.exec(heading) ?? []
  const [, bracketed] = /\[([^[\]]*)\]/.exec(heading) ?? []
  const rest = heading.replace(/\{[^{}]*\}|\[[^[\]]*\]/g, ' ')
  const [, beforeCondition, condition] = /^(.*?)\(([^()]*)\)\s*$/.exec(rest) ?? []
  // `Tensile strength, MPa`, as tables of the website have it.
  const [, beforeComma, afterComma] = /^(.*),([^,]*)$/.exec(rest) ?? []
  const readings = [
    { title: rest, condition: undefined, unit: bracketed },
    { title: beforeCondition, condition, unit: bracketed },
    { title: beforeComma, condition: undefined, unit: bracketed ?? afterComma },
  ]
  for (const { title, unit, ...reading } of readings) {
    const key = title === undefined ? undefined : byTitle.get(folded(title))
    const property = key === undefined ? undefined : properties.get(key)
    if (key === undefined || !property) continue
    if (unit !== undefined && comparable(unit.trim()) !== comparable(property.unit)) {
      const right = property.unit === '' ? 'has no unit' : `has the unit ${property.unit}`
      return { problem: `${property.title} ${right}, not “${unit.trim()}”. Convert the values, or correct the heading` }
    }
    const rules = { unit: property.unit, needsUnit: unit === undefined && property.unit !== '', words: wordsOf(key) }
    return {
      heading,
      kind: 'value',
      property: key,
      method: trimmed(method),
      condition: trimmed(reading.condition),
      rules,
    }
  }
  return {
    problem: `There is no property “${rest.trim().replace(/\s+/g, ' ')}”. Correct the heading, or add the property first`,
  }
}

/** Undefined for what is not there, or empty. */
function trimmed(text: string | undefined) {
  const words = text?.trim().replace(/\s+/g, ' ')
  return words === '' ? undefined : words
}

/** Which words the values of a property may be: where the grades have words, new ones are expected as well. */
function wordsByProperty({ grades, properties }: SheetState): (property: string) => CellRules['words'] {
  const kinds = new Map<string, { text: boolean; number: boolean }>()
  for (const { value } of grades.values()) {
    for (const { property, kind } of value.values) {
      const known = kinds.get(property) ?? { text: false, number: false }
      kinds.set(property, { text: known.text || kind === 'text', number: known.number || hasNumber(kind) })
    }
  }
  return (key) => {
    const { unit = '', decimals = 0 } = properties.get(key) ?? {}
    const { text, number } = kinds.get(key) ?? { text: unit === '' && decimals === 0, number: false }
    return text ? (number ? 'without-digits' : 'all') : 'none'
  }
}

/** A heading, a method or a condition as they are compared. */
export function folded(text: string) {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
}
