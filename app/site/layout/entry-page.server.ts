import { data, redirect } from '@remix-run/node'
import { findPage, type FoundPage } from '#app/cms/define/collection-pages.ts'
import type { CollectionDefinition } from '#app/cms/define/define-collection.ts'
import { withQueryOf } from '#app/cms/platform/http/redirect-target.ts'
import { currentSite } from '#app/cms/site.server.ts'
import type { NoEntryState } from '#app/site/ui/page/missing-page.tsx'

const STATUS = { gone: 410, unreadable: 503, unknown: 404 }

/**
 * What there is at the last part of an address. Throws the redirect (308) of a page that has another address now, with
 * the query of the `request`.
 */
export function findEntry<Collection extends CollectionDefinition>(
  collection: Collection,
  address: string | undefined,
  request: Pick<Request, 'url'>,
): Exclude<FoundPage<Collection>, { state: 'moved' }> {
  const found = findPage(currentSite(), collection, address ?? '')
  if (found.state === 'moved') throw redirect(withQueryOf(request, found.to), 308)
  return found
}

/** What the loader of an entry's page sends if there is no such page, with the status for it. */
export function noEntry<State extends NoEntryState>(state: State) {
  return data({ state }, { status: STATUS[state] })
}
