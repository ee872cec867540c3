import type { Synonyms } from '#app/cms/search/question.ts'
import type { AskedValue, Facet, GradeSelection } from '#app/site/addresses/grade-selection.ts'
import { readNumber } from '#app/site/collections/grades/number-text.ts'
import { facetChoices } from './facet-choices.ts'
import type { IndexedValue } from './indexed-values.ts'
import { wordsMatcher, type NamedGrade } from './match-words.ts'

/** What a grade is found by. */
export interface FoundGrade extends NamedGrade {
  key: string
  isDiscontinued: boolean
  facets: Readonly<Record<Facet, readonly string[]>>
  values: readonly IndexedValue[]
}

/**
 * Whether a grade keeps the bounds of a value that was asked for. `other`: it has values of the property, but by another
 * method or under another condition, so they are not compared. `none`: no value is published that could be.
 */
export type Verdict = 'fits' | 'misses' | 'other' | 'none'

export interface FoundGrades<Found> {
  fitting: readonly Found[]
  /** Those that fit otherwise, and have no value, or no part of a standard, that can be compared with what was asked. */
  unknown: readonly Found[]
  /** How many grades fit for each value of a facet, as if nothing were chosen in it. */
  counts: Readonly<Record<Facet, ReadonlyMap<string, number>>>
}

const NO_SYNONYMS = { of: () => undefined }

/**
 * The grades that fit a selection, those of which that is unknown, and the counts of all facets. One pass over the grades.
 * `synonyms`: other words for typed ones.
 */
export function findGrades<Found extends FoundGrade>(
  grades: readonly Found[],
  selection: GradeSelection,
  synonyms: Pick<Synonyms, 'of'> = NO_SYNONYMS,
): FoundGrades<Found> {
  const choices = facetChoices(grades)
  const matchesWords = wordsMatcher(grades, selection.words, synonyms)
  const chosen = choices.chosenIn(selection.facets)
  const asked = selection.asked
    .map((one) => ({ bounds: boundsOf(one), own: ownValuesOf(grades, one.name) }))
    .filter(({ bounds }) => hasBound(bounds))
  const fitting: Found[] = []
  const unknown: Found[] = []
  for (const [at, grade] of grades.entries()) {
    if (grade.isDiscontinued && !selection.withDiscontinued) continue
    const missed = chosen.missedBy(at)
    if (missed === 'several') continue
    const ofValues = worstVerdict(asked, at)
    if (ofValues === 'misses') continue
    // Last: the words of a grade are a text to look through.
    const ofWords = matchesWords(grade)
    if (ofWords === 'misses') continue
    const verdict = ofWords === 'open' ? 'none' : ofValues
    if (verdict === 'fits') chosen.count(at, missed)
    if (missed === undefined) (verdict === 'fits' ? fitting : unknown).push(grade)
  }
  return { fitting, unknown, counts: chosen.counts() }
}

/** `misses` if one of the values misses its bounds, `none` if one of them is not known to keep them. */
function worstVerdict(asked: readonly { bounds: Bounds; own: readonly OwnValues[] }[], at: number) {
  let worst: 'fits' | 'none' = 'fits'
  for (const { bounds, own } of asked) {
    const verdict = verdictOf(own[at] ?? NOTHING, bounds)
    if (verdict === 'misses') return verdict
    if (verdict !== 'fits') worst = 'none'
  }
  return worst
}

/** A value that was asked for, with its bounds as numbers. */
interface Bounds {
  /** Undefined for no bound, and for one that is no number. */
  atLeast: number | undefined
  atMost: number | undefined
}

function boundsOf({ atLeast, atMost }: AskedValue): Bounds {
  return { atLeast: numberOf(atLeast), atMost: numberOf(atMost) }
}

function numberOf(typed: string) {
  const number = readNumber(typed)
  return number === undefined ? undefined : Number(number)
}

function hasBound({ atLeast, atMost }: Bounds) {
  return atLeast !== undefined || atMost !== undefined
}

/** Whether a grade keeps the bounds of a value. Without a bound its values are shown, and exclude nothing. */
export function verdictFor({ values }: Pick<FoundGrade, 'values'>, asked: AskedValue): Verdict {
  const bounds = boundsOf(asked)
  return hasBound(bounds) ? verdictOf(ownValues(values, asked.name), bounds) : 'fits'
}

/** What a grade has of a value that is asked for. */
interface OwnValues {
  /** By the same method and under the same condition. */
  compared: readonly IndexedValue[]
  hasOthers: boolean
}

const NOTHING: OwnValues = { compared: [], hasOthers: false }

function ownValues(values: readonly IndexedValue[], name: string): OwnValues {
  const property = propertyOf(name)
  const own = values.filter((value) => value.property === property)
  if (own.length === 0) return NOTHING
  const compared = own.filter(({ comparedBy }) => comparedBy === name)
  return { compared, hasOthers: own.length > compared.length }
}

/** The most values of which it is kept what the grades have. */
const MAX_KEPT = 30

/** The list of grades is made once for each version of the content. */
const kept = new WeakMap<readonly FoundGrade[], Map<string, readonly OwnValues[]>>()

/** What each grade has of a value that is asked for, in the order of the grades. */
function ownValuesOf(grades: readonly FoundGrade[], name: string): readonly OwnValues[] {
  const known = kept.get(grades) ?? new Map<string, readonly OwnValues[]>()
  kept.set(grades, known)
  const made = known.get(name) ?? grades.map(({ values }) => ownValues(values, name))
  // Anybody can write an address: only what grades have is kept.
  if (known.size < MAX_KEPT && made.some(({ compared }) => compared.length > 0)) known.set(name, made)
  return made
}

function verdictOf({ compared, hasOthers }: OwnValues, bounds: Bounds): Verdict {
  if (compared.length === 0) return hasOthers ? 'other' : 'none'
  for (const value of compared) {
    const verdict = verdictOfValue(value, bounds)
    if (verdict !== 'fits') return verdict
  }
  return 'fits'
}

function verdictOfValue(value: IndexedValue, { atLeast, atMost }: Bounds): 'fits' | 'misses' | 'none' {
  const low = atLeast === undefined ? 'fits' : keepsLower(value, atLeast)
  const high = atMost === undefined ? 'fits' : keepsUpper(value, atMost)
  if (low === 'misses' || high === 'misses') return 'misses'
  return low === 'none' || high === 'none' ? 'none' : 'fits'
}

/** The whole of a value has to be at or above the bound. One that says only how high it may be leaves that open. */
function keepsLower({ lowest, highest }: IndexedValue, bound: number): 'fits' | 'misses' | 'none' {
  if (lowest !== undefined) return lowest >= bound ? 'fits' : 'misses'
  return highest !== undefined && highest < bound ? 'misses' : 'none'
}

function keepsUpper({ lowest, highest }: IndexedValue, bound: number): 'fits' | 'misses' | 'none' {
  if (highest !== undefined) return highest <= bound ? 'fits' : 'misses'
  return lowest !== undefined && lowest > bound ? 'misses' : 'none'
}

/** The key of the property that a value is asked of. */
export function propertyOf(name: string): string {
  return name.split('|', 1)[0] ?? ''
}
