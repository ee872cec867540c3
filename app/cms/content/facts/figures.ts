import { foldText } from '#app/cms/platform/format/fold-text.ts'

/** A number with its unit, as a text states it. */
export interface Figure {
  /** In the smallest unit of its kind: 0.5 tonnes are 500. */
  amount: number
  /** The number as it is written. */
  written: number
  /** What is counted, such as `kg`, and in which time: `kg a month`. `year`: a year of the calendar. */
  unit: string
}

const NUMBER_WORDS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** Spellings of one unit, and how many of the first one it is. */
const UNITS: readonly { unit: string; factor: number; spellings: readonly string[] }[] = [
  { unit: 'kg', factor: 1, spellings: ['kg', 'kilogram', 'kilogramme'] },
  { unit: 'kg', factor: 1000, spellings: ['t', 'mt', 'ton', 'tonne', 'metric ton', 'metric tonne'] },
  { unit: 'working day', factor: 1, spellings: ['working day', 'business day'] },
]

const PER = /(?:\s(?:an?|per|each|every)\s|\s?\/\s?)(?<time>day|week|month|year|annum)$/
const CALENDAR_YEAR = /^(?:1[89]|20)\d\d$/
const AMOUNT = `(?:\\d{1,3}(?:[, \\u00a0\\u202f]\\d{3})+|\\d+)(?:\\.\\d+)?|\\b(?:${NUMBER_WORDS.join('|')})\\b`
const WHOLE = new RegExp(`^(?<amount>${AMOUNT})(?<unit>.*)$`)

/** The figure that a value such as `500 kg`, `one working day` or `1991` states. Undefined for any other text. */
export function figureOf(value: string): Figure | undefined {
  const text = foldText(value.trim())
  if (CALENDAR_YEAR.test(text)) return { amount: Number(text), written: Number(text), unit: 'year' }
  const { amount, unit = '' } = WHOLE.exec(text)?.groups ?? {}
  return amount === undefined || unit.trim() === '' ? undefined : figureWith(amount, unit)
}

/** Finds the figures of the same unit as `figure` in a folded text. */
export function figuresLike(figure: Figure): (text: string) => Figure[] {
  if (figure.unit === 'year') {
    return (text) =>
      [...text.matchAll(YEAR)].map(([year]) => ({ amount: Number(year), written: Number(year), unit: 'year' }))
  }
  const { counted, time } = partsOf(figure.unit)
  const known = UNITS.filter(({ unit }) => unit === counted).flatMap(({ spellings }) => spellings)
  const spelled = (known.length > 0 ? known : [counted]).map((one) => `${escape(one)}s?`).join('|')
  const rate = `(?:\\s*(?:a|an|per|each|every|/)\\s*(?:day|week|month|year|annum))?`
  const found = new RegExp(
    `(?<![\\p{L}\\d.,/])(?<amounts>(?:(?:${AMOUNT})\\s*(?:to|or|and|[-–])\\s*)?(?:${AMOUNT}))[\\s-]*(?<unit>(?:${spelled})${rate})(?![\\p{L}\\d])`,
    'gu',
  )
  return (text) =>
    [...text.matchAll(found)].flatMap(({ groups }) => {
      const { amounts = '', unit = '' } = groups ?? {}
      const figures = (amounts.match(new RegExp(AMOUNT, 'g')) ?? []).map((amount) => figureWith(amount, unit))
      return figures.filter((one) => partsOf(one.unit).time === time)
    })
}

/** A year of the calendar, not a part of a date, of `2025-26` or of a larger number. */
const YEAR = /(?<![\p{L}\d.,/–-])(?:1[89]|20)\d\d(?![\p{L}\d]|[.,/–-]\d|\s*(?:%|kg\b|mm\b|mt\b|tonnes?\b))/gu

/** True if a folded text names a year, so that what it states may hold for that time alone. */
export function namesYear(text: string): boolean {
  return /(?<!\d)(?:1[89]|20)\d\d(?!\d)/.test(text)
}

function figureWith(amount: string, unit: string): Figure {
  const { counted, time } = partsOf(singular(unit.trim()))
  const known = UNITS.find(({ spellings }) => spellings.includes(singular(counted)))
  const rate = time === '' ? '' : ` a ${time === 'annum' ? 'year' : time}`
  return {
    amount: numberOf(amount) * (known?.factor ?? 1),
    written: numberOf(amount),
    unit: `${known?.unit ?? singular(counted)}${rate}`,
  }
}

function partsOf(unit: string) {
  const rate = PER.exec(unit)
  return { counted: unit.slice(0, rate?.index).trim(), time: rate?.groups?.['time'] ?? '' }
}

function numberOf(amount: string) {
  const word = NUMBER_WORDS.indexOf(amount)
  return word === -1 ? Number(amount.replace(/[, \u00a0\u202f]/g, '')) : word + 1
}

function singular(unit: string) {
  return unit.length > 2 ? unit.replace(/s$/, '') : unit
}

function escape(text: string) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
