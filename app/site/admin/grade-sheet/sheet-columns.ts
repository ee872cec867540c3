import { compareWords } from '#app/cms/define/define-collection.ts'
import { hasNumber, type GradeValue } from '#app/site/collections/grades/grade-schema.ts'
import type { Grade } from '#app/site/collections/grades/grades.ts'
import type { Property } from '#app/site/collections/properties/properties.ts'
import { PROPERTY_GROUP_IDS } from '#app/site/collections/properties/property-groups.ts'
import { valueName } from '#app/site/sections/grade-finder/indexed-values.ts'
import { cellOfValue, comparable, type CellRules } from './sheet-value.ts'
import { KEY_HEADING, SHEET_FIELDS, type SheetField, type SheetNames } from './sheet-fields.ts'
import type { UsualNumbers } from './usual-numbers.ts'

/** What is known when a sheet is written or read. */
export interface SheetState {
  /** The published grades by their keys. */
  grades: ReadonlyMap<string, { value: Grade; version: string }>
  properties: ReadonlyMap<string, Property>
  names: SheetNames
  /** The numbers that the grades have of each property. */
  usual: ReadonlyMap<string, UsualNumbers>
  /** Other words for the words of a heading: `Melt flow` for `MFI`. */
  sameWords: (words: string) => string[]
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
  | { heading: string; kind: 'key' }
  | { heading: string; kind: 'field'; field: SheetField }
  | ValueColumn

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

/**
 * The index of the value with the property, the method and the condition of a column; -1 for none. Where no text is the
 * same, spaces and the year of a standard make no difference: `23°C` is `23 °C`.
 */
export function exactPlace(
  values: readonly (GradeValue | undefined)[],
  { property, method = '', condition = '' }: ValueColumn,
) {
  const ofProperty = (isSame: (value: GradeValue) => boolean) =>
    values.findIndex((value) => value?.property === property && isSame(value))
  const asWritten = ofProperty(
    (value) => folded(value.method) === folded(method) && folded(value.condition) === folded(condition),
  )
  if (asWritten !== -1) return asWritten
  const name = valueName(property, method, condition)
  return ofProperty((value) => valueName(property, value.method, value.condition) === name)
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
  const wordsOf = wordsByProperty(state)
  return (heading) => known.get(folded(heading)) ?? readValueHeading(heading, state, wordsOf)
}

/** `IEC 60811-501`, `ASTM D638`: words that are a method, and no condition. */
const METHOD = /^(?:ASTM|BS|DIN|EN|IEC|IS|ISO|UL|VDE)[ -]?[A-Z]?\d/i

/** The unit, and the method behind it: each may be missing. */
const METHOD_BEHIND = /^(.*?),? ?((?:ASTM|BS|DIN|EN|IEC|IS|ISO|UL|VDE)[ -]?[A-Z]?\d.*)?$/i

const BRACKETS = /\{([^{}]*)\}|\[([^[\]]*)\]|\(([^()]*)\)/g

/**
 * `Tensile strength [MPa] {IEC 60811-501} (23 °C)`, and what people write instead: units and methods in round brackets or
 * in none, and other words for a property.
 */
function readValueHeading(
  heading: string,
  state: SheetState,
  wordsOf: (property: string) => CellRules['words'],
): ValueColumn | { problem: string } {
  const found = propertyOfHeading(heading, state)
  if (!found) return { problem: unknownProperty(heading, '') }
  const { key, property, behind } = found
  const outside = trimmed(behind.replace(BRACKETS, ' ')) ?? ''
  const said = [...behind.matchAll(BRACKETS)].map(([, braced, squared, round]) => ({
    text: trimmed(braced ?? squared ?? round),
    sign: braced === undefined ? (squared === undefined ? '(' : '[') : '{',
  }))
  if (outside !== '') {
    const [, text = outside, behindUnit] = METHOD_BEHIND.exec(outside.replace(/^, ?/, '')) ?? []
    const isKnown = outside.startsWith(',') || text === '' || isUnit(text, property)
    if (!isKnown) return { problem: unknownProperty(heading, property.title) }
    said.push({ text: trimmed(text), sign: '[' }, { text: behindUnit, sign: '{' })
  }
  let [unit, method, condition]: (string | undefined)[] = []
  for (const { text, sign } of said) {
    if (text === undefined) continue
    if (sign === '{' || (sign === '(' && METHOD.test(text))) method = text
    else if (sign === '[' || isUnit(text, property)) unit = text
    else condition = text
  }
  if (unit !== undefined && !isUnit(unit, property)) {
    const right = property.unit === '' ? 'has no unit' : `has the unit ${property.unit}`
    return { problem: `${property.title} ${right}, not “${unit}”. Convert the values, or correct the heading` }
  }
  const rules = { unit: property.unit, needsUnit: unit === undefined && property.unit !== '', words: wordsOf(key) }
  return { heading, kind: 'value', property: key, method, condition, rules }
}

function isUnit(text: string, { unit }: Property) {
  return unit !== '' && comparable(text) === comparable(unit)
}

/** The property with the longest name that a heading begins with, and what follows the name. */
function propertyOfHeading(heading: string, { properties, sameWords }: SheetState) {
  const text = heading.replace(/\s+/g, ' ').trim()
  const [written = ''] = text.split(/[[({,]/, 1)
  const others = new Set(sameWords(written).map(folded))
  const named = [...properties].flatMap(([key, property]) => {
    // `Stress cracking (ESCR)` is also written without its short name.
    const names = [property.title, property.title.replace(BRACKETS, '').trim()]
    const name = names.find((one) => folded(text).startsWith(folded(one)) && !/^\p{L}/u.test(text.slice(one.length)))
    const isMeant = others.has(folded(property.title))
    if (name === undefined && !isMeant) return []
    return [{ key, property, length: isMeant ? written.length : (name?.length ?? 0) }]
  })
  const [longest] = named.toSorted((one, other) => other.length - one.length)
  return longest && { ...longest, behind: text.slice(longest.length) }
}

function unknownProperty(heading: string, alike: string) {
  const name = trimmed(heading.replace(BRACKETS, ' ')) ?? heading
  const meant = alike === '' ? '' : ` Did you mean “${alike}”?`
  return `There is no property “${name}”.${meant} Correct the heading, or add the property first`
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
