import { LRUCache } from 'lru-cache'
import type { ValueKind } from '#app/site/collections/properties/grade-choices.ts'
import { unitAfterNumber } from '#app/site/collections/grades/number-text.ts'
import { valueText } from '#app/site/collections/grades/value-text.ts'
import { hasNumber, type GradeValue } from '#app/site/collections/grades/grade-schema.ts'
import type { Property } from '#app/site/collections/properties/properties.ts'
import type { PropertyGroup } from '#app/site/collections/properties/property-groups.ts'

/** A value of a grade as visitors see it, and as it is compared. */
export interface IndexedValue {
  /** Key of its property. */
  property: string
  /** Name of the property: `Tensile strength`. */
  name: string
  unit: string
  group: PropertyGroup
  kind: ValueKind
  /** `15.5`, `90–95`, `≥ 12.5`, `Passed`, `Semi-liquid`: without the unit. */
  text: string
  method: string
  condition: string
  isSpecified: boolean
  /** The lowest and the highest number that it can be; undefined if nothing is said of it. */
  lowest: number | undefined
  highest: number | undefined
  /** Equal for values that can be compared: the property by one method under one condition. */
  comparedBy: string
}

/** The values of a grade. Those of properties that visitors do not see are left out. */
export function valuesOf(values: readonly GradeValue[], known: ReadonlyMap<string, Property>): IndexedValue[] {
  return values.flatMap((value) => {
    const property = known.get(value.property)
    return property ? [indexedValue(value, property)] : []
  })
}

function indexedValue(value: GradeValue, { title, unit, group }: Property): IndexedValue {
  const { property, kind, method, condition, basis } = value
  return {
    ...{ property, name: title, unit, group, kind, method, condition },
    text: valueText(value),
    isSpecified: basis === 'specified',
    ...boundsOf(value),
    comparedBy: valueName(property, method, condition),
  }
}

function boundsOf({ kind, value, to }: GradeValue): Pick<IndexedValue, 'lowest' | 'highest'> {
  if (!hasNumber(kind)) return { lowest: undefined, highest: undefined }
  return {
    lowest: kind === 'at-most' ? undefined : Number(value),
    highest: kind === 'at-least' ? undefined : Number(kind === 'range' ? to : value),
  }
}

/**
 * The name of a property by one method under one condition, as an address has it. Spaces, the case of letters and the
 * year of a standard make no difference: `IEC 60811-501:2012` is `IEC 60811-501`.
 */
export function valueName(property: string, method: string, condition: string): string {
  return `${property}|${pieceOf(method)}|${condition === '' ? '' : conditionPiece(condition)}`
}

/** Grades have some tens of methods, and thousands of values. */
const pieces = new LRUCache<string, string>({ max: 1_000 })

function pieceOf(method: string): string {
  const known = pieces.get(method)
  if (known !== undefined) return known
  const made = squeezed(method.replace(/(\d)\s*(?::|\()\s*(?:19|20)\d\d\)?/g, '$1'))
  pieces.set(method, made)
  return made
}

function conditionPiece(condition: string) {
  return squeezed(condition.replaceAll(/[,;/]/g, '/'))
}

function squeezed(text: string) {
  return text.replace(/\s/g, '').toLowerCase()
}

/** A value with its unit, if it has one: `15.5 MPa`, `75 %`, `75 × 0.1 mm`. */
export function withUnit({ text, unit }: Pick<IndexedValue, 'text' | 'unit'>): string {
  return unit === '' ? text : `${text} ${unitAfterNumber(unit)}`.replaceAll(' ', '\u00a0')
}

/** `Tensile strength, MPa` */
export function nameWithUnit({ name, unit }: Pick<IndexedValue, 'name' | 'unit'>): string {
  return unit === '' ? name : `${name}, ${unit}`
}

/** As the head of a column: the unit is a line of its own, and is not broken. */
export function nameAboveUnit({ name, unit }: Pick<IndexedValue, 'name' | 'unit'>): string {
  return unit === '' ? name : `${name},\n${unit.replaceAll(' ', '\u00a0')}`
}
