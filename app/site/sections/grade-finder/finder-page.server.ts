import { countOf } from '#app/cms/platform/format/words.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { pageOf, readPage } from '#app/cms/platform/http/list-query.ts'
import {
  FACETS,
  gradesHref,
  selectionOf,
  selectionWith,
  withFacet,
  type AskedValue,
  type Facet,
  type GradeSelection,
} from '#app/site/addresses/grade-selection.ts'
import { STATES } from '#app/site/collections/properties/grade-choices.ts'
import { readNumber, shownNumber } from '#app/site/collections/grades/number-text.ts'
import { standardName } from '#app/site/collections/grades/standards.ts'
import { otherWords } from '#app/site/sections/search-words/content-synonyms.ts'
import { withBoundUnits } from '#app/site/ui/bound-units.ts'
import { boundsInWords } from './bounds-in-words.ts'
import { findGrades, propertyOf, verdictFor } from './find-grades.ts'
import { finderChoices, methodInBrackets, type FacetChoice } from './finder-choices.ts'
import { gradeIndex, type IndexedGrade } from './grade-index.server.ts'
import { nameAboveUnit, withUnit, type IndexedValue } from './indexed-values.ts'
import { similarNames } from './similar-names.ts'
import { tickedGrades } from './ticked-grades.server.ts'

/** Rows of a page. */
const GRADES_ON_PAGE = 25

/** The most values of a row that nobody asked for. The page of the grade has all. */
const MAX_OTHERS = 3

const FACET_LABELS: Record<Facet, string> = {
  family: 'Range',
  product: 'Product',
  layer: 'Layer',
  voltage: 'Voltage',
  temperature: 'Conductor temperature',
  cure: 'Cure',
  fire: 'Fire class',
  standard: 'Standard',
  colour: 'Colour',
}

/** What the page of the finder shows for a query. Undefined if the site has no grades. */
export function finderPage(site: SiteReader, query: URLSearchParams) {
  const grades = site.service(gradeIndex).listed()
  if (grades.length === 0) return undefined
  const selection = selectionOf(query)
  const find = ({ asked, ...rest }: GradeSelection) =>
    findGrades(grades, { ...rest, asked: asked.filter(isUsable) }, site.service(otherWords))
  const problems = selection.asked.map(problemOf)
  const { fitting, unknown, counts } = find(selection)
  const { items, page, pageCount } = pageOf([...fitting, ...unknown], readPage(query), GRADES_ON_PAGE)
  const isUnknown = new Set(unknown)
  const filters = filtersOf(grades, selection)
  const rowOf = (grade: IndexedGrade) => gradeRow(grade, selection.asked)
  const ticked = tickedGrades(site, query)
  const isNothing = items.length === 0
  const ofAll = grades.filter(({ isDiscontinued }) => selection.withDiscontinued || !isDiscontinued).length
  return {
    selection,
    ticked: ticked.ticked,
    notes: [...ticked.notes, ...notesOnValues(problems), ...(isNothing && selection.words !== '' ? [WORDS_NOTE] : [])],
    facets: facetsOf(grades, selection, counts),
    askable: finderChoices(grades).askable,
    problems,
    filters: filters.map(({ text, without }) => ({ text, href: gradesHref(without) })),
    columns: selection.asked.map(({ name }) => headOf(grades, name)),
    fitting: items.filter((grade) => !isUnknown.has(grade)).map(rowOf),
    unknown: items.filter((grade) => isUnknown.has(grade)).map(rowOf),
    part: {
      ...{ page, pageCount, valuesNote: VALUES_NOTE, unknownNote: unknown.length > 0 ? UNKNOWN_NOTE : '' },
      words: countInWords({ fits: fitting.length, unknown: unknown.length, ofAll }, filters.length > 0),
      filtersWords: filtersInWords(selection),
      discontinued: grades.filter(({ isDiscontinued }) => isDiscontinued).length,
    },
    // Without its only filter, a selection is all grades.
    wider: !isNothing || filters.length < 2 ? [] : widerSelections(filters, find),
    byProduct: !isNothing ? [] : productSelections(grades, find),
    meant: !isNothing ? [] : [...meantSelections(site, selection, find), ...namesNearly(grades, selection, find)],
  }
}

const VALUES_NOTE =
  'Typical values, unless they are called specified. They are not a specification. The page of a grade has the method of each value.'
const UNKNOWN_NOTE =
  'These grades fit otherwise. They have no value for what you ask, a value by another method or condition, or a standard without the part that you name: ask us for it.'

function countInWords({ fits, unknown, ofAll }: Record<'fits' | 'unknown' | 'ofAll', number>, isFiltered: boolean) {
  if (!isFiltered) return countOf(ofAll, 'grade')
  if (fits === 0) return unknown === 0 ? 'No grade matches this selection' : 'No grade is known to match this selection'
  return fits === 1 ? `1 of ${countOf(ofAll, 'grade')} fits` : `${fits} of ${countOf(ofAll, 'grade')} fit`
}

/** Words have their own field, which is in sight. */
function filtersInWords({ facets, asked }: GradeSelection) {
  const set = FACETS.reduce((count, facet) => count + facets[facet].length, asked.length)
  return set === 0 ? 'Filters' : `Filters (${set} set)`
}
export type FinderPage = NonNullable<ReturnType<typeof finderPage>>

/** For words that find nothing and have a bound, such as `LOI ≥ 32`: the values that it may be about. */
function meantSelections(
  site: SiteReader,
  selection: GradeSelection,
  find: (selection: GradeSelection) => { fitting: readonly unknown[] },
) {
  const { withNumbers } = finderChoices(site.service(gradeIndex).listed())
  return boundsInWords(selection, withNumbers, site.service(otherWords)).flatMap((meant) => {
    const asked = meant.asked.at(-1)
    const value = asked && withNumbers.get(asked.name)
    if (!value) return []
    return [{ text: describeAsked(value, asked), href: gradesHref(meant), count: find(meant).fitting.length }]
  })
}

const WORDS_NOTE = 'Try the name of a grade, a standard or a layer: PV 90 S, IS 5831, insulation.'

/** For words that find nothing: the grades whose names are nearly these. */
function namesNearly(
  grades: readonly IndexedGrade[],
  { words }: GradeSelection,
  find: (selection: GradeSelection) => { fitting: readonly unknown[] },
) {
  return similarNames(
    words,
    grades.map(({ value: { title } }) => title),
  )
    .map((title) => {
      const selection = { ...selectionWith({}), words: title }
      return { text: title, href: gradesHref(selection), count: find(selection).fitting.length }
    })
    .filter(({ count }) => count > 0)
}

/** For a selection that finds nothing: what is found once one filter is taken away, most first. */
function widerSelections(
  filters: readonly ActiveFilter[],
  find: (selection: GradeSelection) => { fitting: readonly unknown[] },
) {
  return filters
    .map(({ text, without }) => ({
      ...{ text, href: gradesHref(without) },
      count: find(without).fitting.length,
    }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
}

/** For a selection that finds nothing: the grades of each product. */
function productSelections(
  grades: readonly IndexedGrade[],
  find: (selection: GradeSelection) => { counts: Readonly<Record<Facet, ReadonlyMap<string, number>>> },
) {
  const counts = find(selectionWith({})).counts.product
  return finderChoices(grades).facets.product.map(({ value, label }) => ({
    ...{ text: label, href: gradesHref(selectionWith({ facets: { product: [value] } })) },
    count: counts.get(value) ?? 0,
  }))
}

/** A filter of a selection in words, and the selection without it. */
interface ActiveFilter {
  text: string
  /** False for a value that no grade has, which only the address says. */
  isKnown: boolean
  without: GradeSelection
}

function filtersOf(grades: readonly IndexedGrade[], selection: GradeSelection): ActiveFilter[] {
  const { facets, asked, words } = selection
  return [
    ...FACETS.flatMap((facet) => {
      const known = new Map(finderChoices(grades).facets[facet].map(({ value, label }) => [value, label]))
      return facets[facet].map((value) => ({
        text: `${FACET_LABELS[facet]}: ${known.get(value) ?? value}`,
        isKnown: known.has(value),
        without: withFacet(
          selection,
          facet,
          facets[facet].filter((other) => other !== value),
        ),
      }))
    }),
    ...asked.map((one) => {
      const value = finderChoices(grades).withNumbers.get(one.name)
      return {
        text: value ? (isUsable(one) ? describeAsked(value, one) : `${value.name}: not used`) : one.name,
        isKnown: value !== undefined && problemOf(one).text === '',
        without: { ...selection, asked: asked.filter((other) => other !== one) },
      }
    }),
    ...(words === '' ? [] : [{ text: `“${words}”`, isKnown: false, without: { ...selection, words: '' } }]),
  ]
}

/** What a visitor looks for, in words for a message. Words that no grade has are left out: anybody can write an address. */
export function selectionInWords(site: SiteReader, selection: GradeSelection): string[] {
  return filtersOf(site.service(gradeIndex).listed(), selection)
    .filter(({ isKnown }) => isKnown)
    .map(({ text }) => text)
}

/** `Tensile strength (IEC 60811-501) ≥ 12 MPa` */
function describeAsked(value: IndexedValue, { atLeast, atMost }: AskedValue) {
  const bound = (sign: string, typed: string) => {
    const number = readNumber(typed)
    return number === undefined ? [] : [`${sign} ${withUnit({ text: shownNumber(number), unit: value.unit })}`]
  }
  return [value.name, methodInBrackets(value), ...bound('≥', atLeast), ...bound('≤', atMost)].filter(Boolean).join(' ')
}

/** Why the bounds of a value cannot be used, and at which of the two fields; '' if they can. */
function problemOf({ atLeast, atMost }: AskedValue): { text: string; sides: readonly ('min' | 'max')[] } {
  const odd = [...(isOdd(atLeast) ? ['min' as const] : []), ...(isOdd(atMost) ? ['max' as const] : [])]
  if (odd.length > 0) return { text: 'Write a number such as 15.5, without its unit', sides: odd }
  const isTurned = atLeast !== '' && atMost !== '' && Number(readNumber(atLeast)) > Number(readNumber(atMost))
  return isTurned ? { text: '“At least” is higher than “at most”', sides: ['min', 'max'] } : { text: '', sides: [] }
}

function isOdd(typed: string) {
  return typed !== '' && readNumber(typed) === undefined
}

/** A value with a bound that is no number is left out as a whole: half of it would find what nobody has asked for. */
function isUsable({ atLeast, atMost }: AskedValue) {
  return !isOdd(atLeast) && !isOdd(atMost)
}

/** Says at the list what is wrong in the form, which may be out of sight. */
function notesOnValues(problems: readonly { text: string }[]) {
  const texts = new Set(problems.flatMap(({ text }) => (text === '' ? [] : [text])))
  return [...texts].map((text) => `Look at “Values” in the filters. ${text}`)
}

/** The head of the column of a value that was asked for. */
function headOf(grades: readonly IndexedGrade[], name: string) {
  const value = finderChoices(grades).withNumbers.get(name)
  return { title: value ? nameAboveUnit(value) : propertyOf(name), by: value ? methodInBrackets(value) : '' }
}

function facetsOf(
  grades: readonly IndexedGrade[],
  { facets }: GradeSelection,
  counts: ReturnType<typeof findGrades>['counts'],
) {
  return FACETS.map((facet) => {
    const { facets: offered, withoutPart } = finderChoices(grades)
    const known = offered[facet].filter(({ value }) => facet !== 'standard' || !withoutPart.has(value))
    const strange = facets[facet].filter((value) => !known.some((one) => one.value === value))
    const isChosen = ({ value }: FacetChoice) => facets[facet].includes(value)
    const all = [...strange.map((value) => ({ value, label: value })), ...known]
    // In a long list, what is chosen would be out of sight.
    const choices = [...all.filter(isChosen), ...all.filter((choice) => !isChosen(choice))]
    return {
      ...{ facet, label: FACET_LABELS[facet] },
      // What would find nothing is left out, unless nothing would find anything.
      choices: choices
        .map(({ value, label }) => ({ value, label, count: counts[facet].get(value) ?? 0 }))
        .filter(({ value, count }) => count > 0 || facets[facet].includes(value) || counts[facet].size === 0),
      isOffered: known.length > 1 || facets[facet].length > 0,
    }
  }).flatMap(({ isOffered, ...one }) => (isOffered && one.choices.length > 0 ? [one] : []))
}

/** A row of the list. */
function gradeRow({ key, value, page, href, values }: IndexedGrade, asked: readonly AskedValue[]) {
  const { title, state, use, meets } = value
  const shown = new Set(asked.map(({ name }) => name))
  const others = values.filter(({ comparedBy }) => !shown.has(comparedBy))
  return {
    ...{ key, title, use: withBoundUnits(use), href, product: page.title, productHref: page.href },
    state: state === 'regular' ? '' : STATES[state],
    standards: meets.filter(({ relation }) => relation !== 'tested').map(standardName),
    asked: asked.map((one) => askedCell(values, one)),
    others: others
      .slice(0, MAX_OTHERS)
      .map((other) => ({ name: other.name, text: withUnit(other), condition: other.condition })),
    moreOthers: Math.max(0, others.length - MAX_OTHERS),
  }
}
export type GradeRow = ReturnType<typeof gradeRow>

/** What a grade says of a value that was asked for: the value, else what it has by another method. */
function askedCell(values: readonly IndexedValue[], one: AskedValue) {
  const verdict = verdictFor({ values }, one)
  const own = values.find(({ comparedBy }) => comparedBy === one.name)
  if (own) return { text: own.text, otherBy: '', isOpen: verdict === 'none' }
  const other = values.find(({ property }) => property === propertyOf(one.name))
  return other
    ? { text: withUnit(other), otherBy: methodInBrackets(other).slice(1, -1) || 'another method', isOpen: false }
    : { text: '', otherBy: '', isOpen: false }
}
