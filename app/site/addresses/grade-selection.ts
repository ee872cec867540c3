import { GRADES_PAGE } from './grade-forms.ts'

/** What grades are found by: a grade fits one of the chosen values of each. The names are those in the query of an address. */
export const FACETS = [
  'family',
  'product',
  'layer',
  'voltage',
  'temperature',
  'cure',
  'fire',
  'standard',
  'colour',
] as const
export type Facet = (typeof FACETS)[number]

/** The most values that can be asked for at once. */
export const MAX_ASKED = 3

/** A property by one method and one condition, with the bounds that a value has to keep. */
export interface AskedValue {
  /** As {@link valueName} makes it. */
  name: string
  /** As they were typed; '' for no bound. */
  atLeast: string
  atMost: string
}

/** What a visitor looks for. A facet without a value, and empty words, exclude nothing. */
export interface GradeSelection {
  facets: Readonly<Record<Facet, readonly string[]>>
  asked: readonly AskedValue[]
  words: string
  /** True if grades that are discontinued are found as well. */
  withDiscontinued: boolean
}

const NUMBERS = Array.from({ length: MAX_ASKED }, (_, index) => index + 1)

/** The query names that change the page. */
export const GRADE_QUERIES: readonly string[] = [
  ...FACETS,
  ...NUMBERS.flatMap((number) => [`value${number}`, `min${number}`, `max${number}`]),
  ...['q', 'discontinued', 'compare', 'show', 'differences', 'page'],
]

/** Longer values are cut, and further ones are left out. */
const MAX_VALUE_LENGTH = 200
const MAX_VALUES = 30

/** The selection of a query. */
export function selectionOf(query: URLSearchParams): GradeSelection {
  const text = (name: string) => tidy(query.get(name) ?? '')
  const valuesOf = (name: string) => [...new Set(query.getAll(name).map(tidy))].filter(Boolean).slice(0, MAX_VALUES)
  const asked = NUMBERS.map((number) => ({
    name: text(`value${number}`),
    atLeast: text(`min${number}`),
    atMost: text(`max${number}`),
  }))
  return {
    facets: Object.fromEntries(FACETS.map((facet) => [facet, valuesOf(facet)])) as Record<Facet, string[]>,
    asked: asked.filter(({ name }) => name !== ''),
    words: text('q'),
    withDiscontinued: query.has('discontinued'),
  }
}

function tidy(value: string) {
  return value.trim().slice(0, MAX_VALUE_LENGTH)
}

/** A selection that excludes nothing but what is given. */
export function selectionWith({
  facets,
  ...given
}: Partial<Omit<GradeSelection, 'facets'>> & {
  facets?: Partial<GradeSelection['facets']>
}): GradeSelection {
  const none = Object.fromEntries(FACETS.map((facet) => [facet, []])) as unknown as GradeSelection['facets']
  return { asked: [], words: '', withDiscontinued: false, ...given, facets: { ...none, ...facets } }
}

/** The same selection with other values of a facet. */
export function withFacet(selection: GradeSelection, facet: Facet, values: readonly string[]): GradeSelection {
  return { ...selection, facets: { ...selection.facets, [facet]: values } }
}

/** True if a selection excludes something, or shows a value that was asked for. */
export function isSelecting({ facets, asked, words }: GradeSelection): boolean {
  return words !== '' || asked.length > 0 || FACETS.some((facet) => facets[facet].length > 0)
}

/** Address of the grades that fit a selection. Pages count from 1. */
export function gradesHref({ facets, asked, words, withDiscontinued }: GradeSelection, page = 1): string {
  const query = new URLSearchParams()
  const add = (name: string, value: string) => {
    if (value !== '') query.append(name, value)
  }
  for (const facet of FACETS) for (const value of facets[facet]) add(facet, value)
  asked.forEach(({ name, atLeast, atMost }, index) => {
    add(`value${index + 1}`, name)
    add(`min${index + 1}`, atLeast)
    add(`max${index + 1}`, atMost)
  })
  add('q', words)
  if (withDiscontinued) add('discontinued', 'yes')
  if (page > 1) add('page', String(page))
  return query.size === 0 ? GRADES_PAGE : `${GRADES_PAGE}?${query.toString()}`
}

/** The keys of the grades that a query compares, each once: `compare=a&compare=b` and `compare=a,b`. Undefined if it compares none. */
export function comparedKeys(query: URLSearchParams): string[] | undefined {
  if (!query.has('compare')) return undefined
  const keys = query.getAll('compare').flatMap((value) => value.split(',').map(tidy))
  return [...new Set(keys)].filter(Boolean).slice(0, MAX_VALUES)
}

/** True if a query has ticked grades only to carry them in the list of grades: its pages and forms have a number. */
export function isTicking(query: URLSearchParams): boolean {
  return query.has('page')
}

/** True if a query comes from the form of a table of grades. The address of a comparison has neither of these. */
export function isFromForm(query: URLSearchParams): boolean {
  return query.has('show') || query.has('product')
}

/** Address of the list of grades at `href` with some of them ticked. */
export function withTicked(href: string, keys: readonly string[]): string {
  if (keys.length === 0) return href
  const page = /[?&]page=/.test(href) ? '' : '&page=1'
  return `${href}${href.includes('?') ? '&' : '?'}compare=${keys.join(',')}${page}`
}

/** Address of the comparison of grades. */
export function comparisonHref(keys: readonly string[], onlyDifferences = false): string {
  return `${GRADES_PAGE}?compare=${keys.join(',')}${onlyDifferences ? '&differences=only' : ''}`
}
