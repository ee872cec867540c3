/** Address of the page that compares the grades of a family. */
export const COMPARISON_PAGE = '/products/grades'

/** The names of a selection in the query of an address. */
export const COMPARISON_QUERIES = ['family', 'product', 'voltage', 'standard', 'application'] as const

/** The filters of a form: all but the family, which links select. */
export const COMPARISON_FILTERS = ['product', 'voltage', 'standard', 'application'] as const
export type ComparisonFilter = (typeof COMPARISON_FILTERS)[number]

/** What a visitor compares. An empty text excludes nothing; the first family stands for an empty or unknown one. */
export type ComparisonSelection = Record<(typeof COMPARISON_QUERIES)[number], string>

/** Longer values are cut. */
const MAX_VALUE_LENGTH = 100

/** The selection of a query. */
export function comparisonOf(query: URLSearchParams): ComparisonSelection {
  const value = (name: string) => (query.get(name) ?? '').trim().slice(0, MAX_VALUE_LENGTH)
  return {
    family: value('family'),
    product: value('product'),
    voltage: value('voltage'),
    standard: value('standard'),
    application: value('application'),
  }
}

/** True if a filter excludes something. */
export function isFiltered(selection: ComparisonSelection): boolean {
  return COMPARISON_FILTERS.some((name) => selection[name] !== '')
}

/** Address of the grades that fit a selection. Pages count from 1. */
export function comparisonHref(selection: Partial<ComparisonSelection>, page = 1): string {
  const query = new URLSearchParams(
    COMPARISON_QUERIES.flatMap((name) => (selection[name] ? [[name, selection[name]]] : [])),
  )
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? COMPARISON_PAGE : `${COMPARISON_PAGE}?${query.toString()}`
}
