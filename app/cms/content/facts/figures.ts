import { foldText } from '#app/cms/platform/format/fold-text.ts'
import { NUMBER_PATTERN, readingsOf } from './written-numbers.ts'

/** A number with its unit, as a text states it. */
export interface Figure {
  /** In the smallest unit of its kind: 0.5 tonnes are 500. */
  amount: number
  /** The number as it is written. */
  written: number
  /** What is counted, such as `kg`, and in which time: `kg a month`. */
  unit: string
  /** `over`: more than this, or as much. `about`: nearly this. */
  bound: 'exact' | 'over' | 'about'
}

/** Unlike `year`, which is the unit of a time. */
const CALENDAR_YEAR = 'calendar year'

/** Spellings of one unit, and how many of the first one it is. */
const UNITS: readonly { unit: string; factor: number; spellings: readonly string[] }[] = [
  { unit: 'kg', factor: 1, spellings: ['kg', 'kilogram', 'kilogramme'] },
  { unit: 'kg', factor: 1000, spellings: ['t', 'mt', 'ton', 'tonne', 'metric ton', 'metric tonne'] },
  { unit: 'working day', factor: 1, spellings: ['working day', 'business day'] },
  { unit: 'client', factor: 1, spellings: ['client', 'customer'] },
]

const PER = /(?:\s(?:an?|per|each|every)\s|\s?\/\s?)(?<time>day|week|month|year|annum)$/
const RATE = `(?:\\s{0,2}(?:a|an|per|each|every|/)\\s{0,2}(?:day|week|month|year|annum))?`
const YEAR = /^(?:1[89]|20)\d\d$/
const WHOLE = new RegExp(`^(?<number>${NUMBER_PATTERN})\\+?(?!\\s*(?:to|or|and|[-–])\\s*\\d)(?<unit>[^\\d.,].*)$`)
const OVER = /(?<!\bno |\bnot )\b(?:more than|over|above|at least)$/
const ABOUT = /\b(?:about|around|approximately|nearly|almost|some)$/
/** Of `not more than `, with further spaces. */
const LONGEST_BOUND = 20
/** What `about` may differ by. */
const NEARLY = 0.1

/** The figure that a value such as `500 kg`, `one working day` or `1991` states. Undefined for any other text. */
export function figureOf(value: string): Figure | undefined {
  const text = withSpelledRates(foldText(value.trim()))
  if (YEAR.test(text)) return calendarYear(text)
  const { number, unit = '' } = WHOLE.exec(text)?.groups ?? {}
  return number === undefined || unit.trim() === '' ? undefined : figuresWith(number, unit)[0]
}

/** Finds the figures of the same unit as `figure` in a folded text. A number of two readings gives two. */
export function figuresLike(figure: Pick<Figure, 'unit'>): (text: string) => Figure[] {
  if (figure.unit === CALENDAR_YEAR) return (text) => [...text.matchAll(YEARS)].map(([year]) => calendarYear(year))
  const { counted, time } = partsOf(figure.unit)
  const known = UNITS.filter(({ unit }) => unit === counted).flatMap(({ spellings }) => spellings)
  const spelled = (known.length > 0 ? known : [counted]).map((one) => `${escape(one)}s?`).join('|')
  const found = new RegExp(
    `(?<![\\p{L}\\d.,/])(?<numbers>(?:${NUMBER_PATTERN}\\s{0,2}(?:to|or|and|[-–])\\s{0,2})?${NUMBER_PATTERN})(?<plus>\\+?)[\\s-]{0,3}(?<unit>(?:${spelled})${RATE})(?![\\p{L}\\d])`,
    'gu',
  )
  return (folded) => {
    const text = withSpelledRates(folded)
    return [...text.matchAll(found)].flatMap(({ groups, index }) => {
      const { numbers = '', plus, unit = '' } = groups ?? {}
      const bound = plus ? 'over' : boundOf(text.slice(Math.max(0, index - LONGEST_BOUND), index).trimEnd())
      const figures = (numbers.match(new RegExp(NUMBER_PATTERN, 'g')) ?? []).flatMap((one) => figuresWith(one, unit))
      return figures.filter((one) => partsOf(one.unit).time === time).map((one) => ({ ...one, bound }))
    })
  }
}

/** A year of the calendar, not a part of a date, of `2025-26` or of a larger number. */
const YEARS = /(?<![\p{L}\d.,/–-])(?:1[89]|20)\d\d(?![\p{L}\d]|[.,/–-]\d|\s*(?:%|kg\b|mm\b|mt\b|tonnes?\b))/gu

/** True for a year such as 1991, false for a time such as five years. */
export function isCalendarYear({ unit }: Figure): boolean {
  return unit === CALENDAR_YEAR
}

/** True if a folded text names a year, so that what it states may hold for that time alone. */
export function namesYear(text: string): boolean {
  return /(?<!\d)(?:1[89]|20)\d\d(?!\d)/.test(text)
}

/** True if a text that states `found` does not contradict the amount of a fact. */
export function agrees({ amount, bound }: Figure, fact: number): boolean {
  if (bound === 'over') return fact >= amount
  return Math.abs(amount - fact) <= fact * (bound === 'about' ? NEARLY : Number.EPSILON * 8)
}

function boundOf(before: string) {
  if (OVER.test(before)) return 'over'
  return ABOUT.test(before) ? 'about' : 'exact'
}

function calendarYear(year: string): Figure {
  return { amount: Number(year), written: Number(year), unit: CALENDAR_YEAR, bound: 'exact' }
}

function figuresWith(number: string, unit: string): Figure[] {
  const { counted, time } = partsOf(singular(unit.trim()))
  const known = UNITS.find(({ spellings }) => spellings.includes(singular(counted)))
  const rate = time === '' ? '' : ` a ${time === 'annum' ? 'year' : time}`
  return readingsOf(number).map((written) => ({
    amount: written * (known?.factor ?? 1),
    written,
    unit: `${known?.unit ?? singular(counted)}${rate}`,
    bound: 'exact',
  }))
}

/** Writes out the rates that are letters of the unit: `60 KTPA` are 60 thousand tonnes a year. */
function withSpelledRates(text: string) {
  return text.replace(/(?<=\d)\s?kt(?:pa|a)\b/g, 'k t a year').replace(/(?<=[\dk]\s?)(m?t)pa\b/g, '$1 a year')
}

function partsOf(unit: string) {
  const rate = PER.exec(unit)
  return { counted: unit.slice(0, rate?.index).trim(), time: rate?.groups?.['time'] ?? '' }
}

function singular(unit: string) {
  return unit.length > 2 ? unit.replace(/s$/, '') : unit
}

function escape(text: string) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
