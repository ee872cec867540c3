import type { GradeValue } from '#app/site/collections/grades/grade-schema.ts'
import { hasNumber } from '#app/site/collections/grades/grade-schema.ts'
import { decimalsOf, readNumber } from '#app/site/collections/grades/number-text.ts'

/** What a cell says of a value. */
export type CellValue = Pick<GradeValue, 'kind' | 'value' | 'to' | 'basis'>

/** What the cells of a property may have. */
export interface CellRules {
  unit: string
  /** False if the unit is in the heading already, so that a cell needs none. */
  needsUnit: boolean
  /** Whether words are a value, such as `Semi-liquid`. `without-digits`: only those that are no number gone wrong. */
  words: 'all' | 'without-digits' | 'none'
}

const SPECIFIED = ' (specified)'

/** A value as a cell has it: `15.5`, `90–95`, `≥ 12.5 (specified)`, `Passed`. {@link readCell} reads it back. */
export function cellOfValue({ kind, value, to, basis }: CellValue): string {
  return textOfValue({ kind, value, to }) + (basis === 'specified' ? SPECIFIED : '')
}

function textOfValue({ kind, value, to }: Omit<CellValue, 'basis'>): string {
  switch (kind) {
    case 'number':
      return signed(value)
    case 'range':
      return `${signed(value)}–${signed(to)}`
    case 'at-least':
      return `≥ ${signed(value)}`
    case 'at-most':
      return `≤ ${signed(value)}`
    case 'pass':
      return value === '' ? 'Passed' : value
    case 'text':
      return value
  }
}

/** With the sign of a negative number, which no spreadsheet program takes for that of a formula. */
function signed(number: string) {
  return number.replace(/^-/, '\u2212')
}

const BASIS = / ?\((specified|typical)\)$/i
const BOUND = /^(≥|⩾|>=|=>|min\.?(?=[\s\d])|at least|≤|⩽|<=|=<|max\.?(?=[\s\d])|at most) ?(\S.*)$/i
const UPPER = /^(?:≤|⩽|<=|=<|max|at most)/i

/** Reads a cell with a value, or says why it cannot be read. Nothing is rounded. */
export function readCell(typed: string, rules: CellRules): CellValue | { problem: string } {
  const cell = typed.replace(/\s+/g, ' ').trim()
  const [mark = '', basisWord = ''] = BASIS.exec(cell) ?? []
  const basis = basisWord.toLowerCase() === 'specified' ? 'specified' : 'typical'
  const text = cell.slice(0, cell.length - mark.length)
  if (/^#(?:REF|DIV|VALUE|N\/A|NAME|NUM|NULL)/i.test(text))
    return { problem: `The spreadsheet could not compute this cell: ${text}` }
  if (/^(?:passed|pass)$/i.test(text)) return { kind: 'pass', value: '', to: '', basis }
  const [, sign, bound] = BOUND.exec(text) ?? []
  if (sign !== undefined && bound !== undefined) {
    const number = numberIn(bound, rules)
    if (typeof number !== 'string') return number ?? notANumber(text, rules)
    return { kind: UPPER.test(sign) ? 'at-most' : 'at-least', value: number, to: '', basis }
  }
  const number = numberIn(text, rules)
  if (typeof number === 'string') return { kind: 'number', value: number, to: '', basis }
  const range = rangeIn(text, rules)
  if (range) return 'problem' in range ? range : { kind: 'range', ...range, basis }
  if (number) return number
  const takesWords = rules.words === 'all' || (rules.words === 'without-digits' && !/\d/.test(text))
  return takesWords ? { kind: 'text', value: text, to: '', basis } : notANumber(text, rules)
}

/** The number of a text, with or without its unit; what is wrong with it; undefined if it is no number. */
function numberIn(text: string, { unit, needsUnit }: CellRules): string | { problem: string } | undefined {
  const ownUnit = unitAtEnd(text, unit)
  const number = readNumber(ownUnit === undefined ? text : text.slice(0, -ownUnit.length))
  if (number === undefined) return undefined
  if (needsUnit && ownUnit === undefined && unit !== '')
    return { problem: `Write the unit, in the heading or in the cell: ${text} ${unit}` }
  return number
}

/** The end of a text that is the unit, as it is written there; undefined if it has none. */
function unitAtEnd(text: string, unit: string): string | undefined {
  if (unit === '') return undefined
  const wanted = comparable(unit)
  for (let length = 1; length <= Math.min(text.length, 2 * unit.length + 4); length += 1) {
    const end = text.slice(-length)
    if (comparable(end) === wanted && readNumber(text.slice(0, -length)) !== undefined) return end
  }
  return undefined
}

/** A unit as units are compared: `g/cm3` is `g/cm³`, and `Ω cm` is `Ω·cm`. The case of letters tells units apart. */
export function comparable(unit: string): string {
  return unit.normalize('NFKC').replace(/[\s·⋅.*]/g, '')
}

const BETWEEN = / ?(?:\.{2,3}|…|–|—|-|\bto\b) ?/gi

function rangeIn(text: string, rules: CellRules): { value: string; to: string } | { problem: string } | undefined {
  for (const { 0: sign, index } of text.matchAll(BETWEEN)) {
    if (index === 0) continue
    const upper = numberIn(text.slice(index + sign.length), rules)
    // The unit of the upper end is that of both.
    const lower = numberIn(text.slice(0, index), { ...rules, needsUnit: false })
    if (typeof lower !== 'string' || upper === undefined) continue
    if (typeof upper !== 'string') return upper
    if (Number(lower) < Number(upper)) return { value: lower, to: upper }
    const isReversed = Number(lower) > Number(upper)
    return {
      problem: isReversed
        ? `The range is reversed. Write ${signed(upper)}–${signed(lower)}`
        : 'Both ends of the range are equal. Write one number',
    }
  }
  return undefined
}

const FORMS = '15.5, 15.5–16, ≥ 12.5 or ≤ 16'

function notANumber(text: string, { unit }: CellRules): { problem: string } {
  const plain = text.replace(BOUND, '$2')
  if (/^-?\d{1,3},\d{3}$/.test(plain)) {
    const [whole, decimals] = plain.split(',')
    return { problem: `“${plain}” can be read in two ways. Write ${whole}${decimals} or ${whole}.${decimals}` }
  }
  const [, sign, bound = ''] = /^([<>]) ?(.*)$/.exec(text) ?? []
  if (sign !== undefined)
    return { problem: `“${sign}” is not a bound on data sheets here. Write ${sign === '>' ? '≥' : '≤'} ${bound}` }
  if (text.includes('±')) return { problem: 'Write the lowest and the highest value, such as 14–16' }
  const [, other] = /^[\s\d.,–—-]*\d\s*([^\s\d.,–—-].*)$/.exec(plain) ?? []
  if (other !== undefined) {
    const wanted = unit === '' ? 'This property has no unit' : `The unit is ${unit}`
    return { problem: `${wanted}, and the cell has “${other}”. Convert the value, or write the number alone` }
  }
  return { problem: `“${text}” is not a number${unit === '' ? '' : ` in ${unit}`}. Write ${FORMS}` }
}

/**
 * True if a cell says nothing else than the value that there is. A spreadsheet program leaves out zeros at the end of a
 * number: `0.4` is not a change of `0.40`.
 */
export function saysTheSame(cell: CellValue, known: CellValue): boolean {
  if (cell.kind !== known.kind || cell.basis !== known.basis) return false
  if (!hasNumber(cell.kind)) return cell.value === known.value
  return isSameNumber(cell.value, known.value) && (cell.kind !== 'range' || isSameNumber(cell.to, known.to))
}

function isSameNumber(cell: string, known: string) {
  return cell === known || (Number(cell) === Number(known) && decimalsOf(cell) <= decimalsOf(known))
}
