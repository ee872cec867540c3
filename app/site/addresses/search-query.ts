/** Address of the page on which visitors search the site. */
export const SEARCH_PAGE = '/search'

/** Address of the titles that fit what is typed. */
export const SUGGESTIONS = `${SEARCH_PAGE}/suggestions`

/** Address of the description of the search for browsers. */
export const OPEN_SEARCH = '/opensearch.xml'

/** The names in the query of its address: the words, the group that is shown alone, and the page of that. */
export const SEARCH_QUERIES = ['q', 'in', 'page'] as const

/** Address of the answer to a question, or of one group of it. Pages count from 1. */
export function searchHref(question: string, group = '', page = 1): string {
  const query = new URLSearchParams({ q: question })
  if (group !== '') query.set('in', group)
  if (page > 1) query.set('page', String(page))
  return `${SEARCH_PAGE}?${query.toString()}`
}
