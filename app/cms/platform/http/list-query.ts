/** The query parameters that select the shown part of a long list: `?q=report&page=2`. Invalid values are ignored. */

const MAX_PAGE = 10_000
const MAX_QUERY_LENGTH = 200

/** The page, from 1. */
export function readPage(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_PAGE) : 1
}

/** The words that it searches for, at most 200 characters. */
export function readQuery(search: URLSearchParams): string {
  return (search.get('q') ?? '').trim().slice(0, MAX_QUERY_LENGTH)
}

/** The value of a filter, one of `choices`; the first of them is the default. */
export function readChoice<Choice extends string>(
  search: URLSearchParams,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  return choices.find((choice) => choice === search.get(name)) ?? choices[0]
}

/** The address of a part of a list. Parameters that are undefined, empty or page 1 are left out. */
export function listHref(path: string, parameters: Readonly<Record<string, string | number | undefined>>): string {
  const search = new URLSearchParams()
  for (const [name, value = ''] of Object.entries(parameters)) {
    if (value !== '' && !(name === 'page' && value === 1)) search.append(name, String(value))
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`
}

/** One page of a list. A page beyond the last one is the last one. */
export function pageOf<Item>(items: readonly Item[], page: number, pageSize: number) {
  const pageCount = Math.max(1, Math.ceil(items.length / pageSize))
  const shown = Math.min(Math.max(1, page), pageCount)
  return { page: shown, pageCount, items: items.slice((shown - 1) * pageSize, shown * pageSize) }
}
