import type { z } from 'zod'
import { foldText } from '#app/cms/platform/format/fold-text.ts'
import { wordsOfFact, type Fact } from './fact-collection.ts'
import { agrees, figureOf, figuresLike, isCalendarYear, namesYear, type Figure } from './figures.ts'
import { statementsOf, type Statement } from './statements.ts'

/** A text that states another figure than a fact. */
export interface DifferingText {
  /** Name of its field in the form: `services[0].lead`. */
  name: string
  /** The part of the text that differs. */
  text: string
  fact: Pick<Fact, 'title' | 'value'>
}

/** A comma, or the end of a sentence, is the end of what a figure is about. */
const SENTENCES = /(?<=[.;!?])\s+|[\n|]/
const CLAUSES = /,\s+|\s[–—]\s|[()]/

/** A time that differs by more years from the age that a year of the calendar gives is that of something else. */
const OUTDATED_AGE = 10

/** A fact, as texts are compared with it. */
interface Compared {
  fact: DifferingText['fact']
  figure: Figure
  /** The amounts that do not differ, and the same numbers in the unit in which the fact is written. */
  amounts: readonly number[]
  numbers: readonly number[]
  words: readonly string[]
  /** True if a folded text has one of the words. */
  isAbout: (text: string) => boolean
  find: (text: string) => Figure[]
}

/**
 * Finds the texts of a content that differ from facts: a part of a sentence with one of the words of a fact, and with
 * figures of its unit of which none is that of the fact. A sentence that names a year is compared with years alone: it may
 * be about the past. A year is compared with ages too: in `thisYear`, what was founded in 1991 has a certain number of
 * years. A number in a field of its own is read together with what stands beside it, or taken to be in the unit of a fact
 * of which its whole name is a word.
 */
export function openFactComparison(facts: readonly Fact[], thisYear: number) {
  const compared = facts.flatMap((fact) => comparedWith(fact, thisYear))
  return (schema: z.ZodType, content: unknown): DifferingText[] =>
    compared.length === 0
      ? []
      : [...statementsOf(schema, content)].flatMap((statement) =>
          compared.flatMap((one) => {
            const text = differingPart(statement, one)
            return text === undefined ? [] : [{ name: statement.name, text, fact: one.fact }]
          }),
        )
}

function comparedWith(fact: Fact, thisYear: number): Compared[] {
  const figure = figureOf(fact.value)
  const words = wordsOfFact(fact.words).map(foldText)
  if (!figure || words.length === 0) return []
  const isAbout = isAboutOneOf(words)
  const itself = {
    ...{ fact, figure, words, isAbout, find: figuresLike(figure) },
    ...{ amounts: [figure.amount], numbers: [figure.written] },
  }
  return isCalendarYear(figure) ? [itself, ageOf(itself, thisYear)] : [itself]
}

/** Before its day in the year, an age is lower by one. */
function ageOf(founded: Compared, thisYear: number): Compared {
  const age = thisYear - founded.figure.amount
  const ages = [age, age - 1]
  const find = figuresLike({ unit: 'year' })
  return {
    ...founded,
    fact: { title: founded.fact.title, value: `${founded.fact.value}, which is ${age} years ago` },
    figure: { ...founded.figure, amount: age, written: age, unit: 'year' },
    ...{ amounts: ages, numbers: ages },
    find: (text) => find(text).filter(({ amount }) => Math.abs(amount - age) <= OUTDATED_AGE),
  }
}

function differingPart({ texts, number, names }: Statement, fact: Compared): string | undefined {
  const named = names.find((name) => fact.words.includes(foldText(name)))
  if (number !== undefined && named !== undefined && isOfSameKind(number, fact)) {
    return fact.numbers.includes(number) ? undefined : `${named}: ${number}`
  }
  return texts
    .flatMap((text) => text.split(SENTENCES))
    .filter((sentence) => isCalendarYear(fact.figure) || !namesYear(sentence))
    .flatMap((sentence) => sentence.split(CLAUSES))
    .find((part) => {
      const folded = foldText(part)
      if (!fact.isAbout(folded)) return false
      const found = fact.find(folded)
      return found.length > 0 && !found.some((one) => fact.amounts.some((amount) => agrees(one, amount)))
    })
    ?.trim()
}

/** A year of the calendar is not compared with an age. */
function isOfSameKind(number: number, { figure }: Compared) {
  const isYear = number >= 1800 && number < 2100
  return isCalendarYear(figure) ? isYear : figure.unit !== 'year' || !isYear
}

function isAboutOneOf(words: readonly string[]) {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`(?<![\\p{L}\\d])(?:${escaped.join('|')})`, 'u')
  return (text: string) => pattern.test(text)
}
