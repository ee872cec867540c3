import type { CollectionDefinition } from '#app/cms/define/define-collection.ts'
import { listHref, readChoice, readQuery } from '#app/cms/platform/http/list-query.ts'

/** The parts of a list of entries, by their state. */
export const STATES = ['all', 'listed', 'unlisted', 'hidden', 'ended', 'draft', 'fault', 'removed'] as const
export type ListState = (typeof STATES)[number]

/** The entries on one page of the list. */
export const PAGE_SIZE = 50

/** The part of the list that an address selects. */
export function readView({ list }: Pick<CollectionDefinition, 'list'>, search: URLSearchParams) {
  return {
    query: readQuery(search),
    state: readChoice(search, 'show', STATES),
    sort: search.get('sort') ?? '',
    isDescending: search.get('order') === 'descending',
    /** The values of the filters, by their names; '' for those that choose nothing. */
    chosen: Object.fromEntries(
      list.filters.map(({ name }) => [name, (search.get(name) ?? '').slice(0, MAX_FILTER_LENGTH)]),
    ),
  }
}

/** Longer values of a filter are cut. */
const MAX_FILTER_LENGTH = 200

type ListView = ReturnType<typeof readView>

/** The address of a part of the list. Other parameters may replace its own. */
export function viewHref(
  collection: Pick<CollectionDefinition, 'id'>,
  { query, state, sort, isDescending, chosen }: ListView,
  others: Record<string, string | number> = {},
) {
  return listHref(`/admin/${collection.id}`, {
    q: query,
    show: state === 'all' ? '' : state,
    sort,
    order: isDescending ? 'descending' : '',
    ...chosen,
    ...others,
  })
}
