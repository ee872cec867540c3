import { createHash } from 'node:crypto'
import type { RecordSection } from '#app/cms/content/store/edit-entry.ts'
import { isKeyTaken, newKeyFor } from '#app/cms/publishing/new-entry-key.server.ts'
import type { Snapshot } from '#app/cms/content/store/store.types.ts'
import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { NEW_KEY } from '#app/cms/define/new-key.ts'
import { isEntryKey, visibilityOf, type CollectionDefinition } from '#app/cms/define/define-collection.ts'
import type { EntriesApi } from '#app/cms/define/collection-declaration.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { invalidFields } from '#app/cms/platform/http/invalid-input.ts'
import { listHref } from '#app/cms/platform/http/list-query.ts'
import { currentSite } from '#app/cms/site.server.ts'
import {
  CHANGED,
  DELETED,
  expectedVersion,
  refuseUnapproved,
  requireMatch,
  savedResponse,
  versionedResponse,
} from './content-responses.server.ts'
import { noSuchEntry, type Endpoint, type Write } from './endpoint.server.ts'
import { checkPayload, without, withId, withKept, withStoredEntries, type Payload } from './payload.server.ts'
import { readPayload, type ReceivedUpload } from './read-payload.server.ts'

/** A collection that the API serves. */
export interface ApiCollection {
  collection: CollectionDefinition
  api: EntriesApi
}

/** Entries in one response. A longer list has several pages. */
export const ENTRIES_PER_PAGE = 100

/** Every collection that the API serves, in the order of the definitions. */
export function apiCollections(): ApiCollection[] {
  const { collections } = currentSite().definition
  return collections.flatMap((collection) => (collection.api ? [{ collection, api: collection.api }] : []))
}

/** The collection with a path of the API. */
export function findCollection(path: string | undefined): ApiCollection | undefined {
  return apiCollections().find(({ api }) => api.path === path)
}

/** The query that asks for the entries that visitors do not find, which only staff may read. */
export const ALL_VISIBILITIES = { name: 'visibility', value: 'all' } as const

/** An entry as the API shows it. Its key is its `_id`. */
export function represent({ omits = [] }: EntriesApi, key: string, value: Payload): Payload {
  return { _id: key, ...without(value, omits) }
}

/** Reads a body. Throws ExpectedError (422) if it has fields that the API leaves out. */
async function readEntry({ collection, api }: ApiCollection, write: Pick<Write, 'request' | 'author'>) {
  const payload = await readPayload(write, collection.schema, uploadOf(api))
  const unknown = (api.omits ?? []).filter((name) => Object.hasOwn(payload, name))
  if (unknown.length > 0) throw invalidFields(Object.fromEntries(unknown.map((name) => [name, [UNKNOWN_FIELD]])))
  return payload
}

const UNKNOWN_FIELD = 'There is no such field'

/** The fields that keep their value if a body leaves them out. */
function keptOf({ keeps = [], omits = [] }: EntriesApi): readonly string[] | 'all' {
  return keeps === 'all' ? keeps : [...keeps, ...omits]
}

/** `/api/{path}`: the entries. With `forStaff` also those that are not listed. */
export function entriesEndpoint({ collection, api }: ApiCollection, { forStaff }: { forStaff: boolean }): Endpoint {
  return {
    GET: (request) => listResponse(request, api, listOf(collection, forStaff), forStaff),

    async POST({ request, author }) {
      refuseUnapproved(collection.entry(NEW_KEY))
      const { _id, ...payload } = await readEntry({ collection, api }, { request, author })
      const sent = withStoredEntries(payload, {}, collection.schema)
      const content = checkPayload(collection.schema, sent, filesOf(api))
      const section = collection.entry(await keyOfNew(collection, _id, content))
      const key = section.entry?.key ?? ''
      const created = await currentSite().content.update(section, {
        author,
        reason: 'Added by a program',
        change: () => {
          throw keyTaken(key)
        },
        // Nothing else of the collection can change from here on.
        create: () => {
          if (isKeyTaken(currentSite(), collection, key)) throw keyTaken(key)
          const ifMatch = request.headers.get('if-match')
          requireMatch(ifMatch, versionOf(listOf(collection, false)), versionOf(listOf(collection, true)))
          return content
        },
      })
      const headers = { location: `/api/${api.path}/${key}` }
      return savedResponse(created, represent(api, key, created.value), { status: 201, headers })
    },
  }
}

/**
 * `/api/{path}/{key}`. With `forStaff` also an entry that is hidden. Throws a 404 ExpectedError if there is none; if only
 * staff may read the collection, the methods throw it, so that OPTIONS tells strangers nothing.
 */
export function entryOfCollectionEndpoint(
  { collection, api }: ApiCollection,
  key: string | undefined,
  { forStaff }: { forStaff: boolean },
): Endpoint {
  const find = () => requireEntry(collection, key, forStaff)
  if (!api.staffOnly) find()
  const { schema } = collection
  const entryKey = key ?? ''

  return {
    GET: (request) => {
      const { value, version } = currentSite().content.read(find())
      return versionedResponse(request, version, () => represent(api, entryKey, value))
    },

    async PUT({ request, author }) {
      const section = find()
      refuseUnapproved(section)
      const payload = await readEntry({ collection, api }, { request, author })
      const updated = await currentSite().content.update(section, {
        author,
        reason: CHANGED,
        ...expectedVersion(section, request),
        change: (stored) => {
          const { _id, ...fields } = withId(withKept(payload, stored, keptOf(api)), entryKey)
          return checkPayload(schema, withStoredEntries(fields, stored, schema), filesOf(api))
        },
      })
      return savedResponse(updated, represent(api, entryKey, updated.value))
    },

    async DELETE({ request, author }) {
      const section = find()
      refuseUnapproved(section)
      const by = { author, reason: DELETED, ...expectedVersion(section, request) }
      await currentSite().content.remove(section, by)
      return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
    },
  }
}

interface EntryInList extends Snapshot<Payload> {
  key: string
}

/** The entries that a list shows, in the order of the collection. Those that cannot be read are left out. */
function listOf(collection: CollectionDefinition, forStaff: boolean): readonly EntryInList[] {
  const site = currentSite()
  if (!forStaff) return pagesOf(site, collection).listed()
  return site.sections.entriesOf(collection).flatMap((section) => {
    const found = site.content.find(section)
    return found && section.entry ? [{ key: section.entry.key, ...found }] : []
  })
}

/** The version of a list: all of its pages have the same, so that a program notices a change between two of them. */
function versionOf(entries: readonly EntryInList[]): string {
  const hash = createHash('sha256')
  for (const { key, version } of entries) hash.update(`${key} ${version}\n`)
  return hash.digest('hex').slice(0, 16)
}

/** A file for what only staff read becomes public with the entry, as that of a form. */
function uploadOf({ upload, staffOnly }: EntriesApi): ReceivedUpload | undefined {
  return upload && { ...upload, isStaged: staffOnly !== undefined }
}

function filesOf({ staffOnly }: EntriesApi): { by?: 'staff' } {
  return staffOnly ? { by: 'staff' } : {}
}

function listResponse(request: Request, api: EntriesApi, entries: readonly EntryInList[], forStaff: boolean) {
  const { path, staffOnly } = api
  const page = readPageNumber(request)
  const last = Math.max(1, Math.ceil(entries.length / ENTRIES_PER_PAGE))
  const shown = entries.slice((page - 1) * ENTRIES_PER_PAGE, page * ENTRIES_PER_PAGE)
  const { name, value } = ALL_VISIBILITIES
  const linkTo = (rel: string, to: number) =>
    `<${listHref(`/api/${path}`, { ...(forStaff && !staffOnly && { [name]: value }), page: to })}>; rel="${rel}"`
  const links = [
    ...(page > 1 ? [linkTo('first', 1), linkTo('prev', Math.min(page - 1, last))] : []),
    ...(page < last ? [linkTo('next', page + 1), linkTo('last', last)] : []),
  ]
  const body = () => shown.map((entry) => represent(api, entry.key, entry.value))
  return versionedResponse(request, versionOf(entries), body, links.length === 0 ? {} : { link: links.join(', ') })
}

/** The page of a list, from 1. Throws ExpectedError (422) for another value. */
function readPageNumber(request: Request): number {
  const page = new URL(request.url).searchParams.get('page') ?? '1'
  if (!/^[1-9]\d{0,5}$/.test(page)) throw invalidFields({ page: ['Page must be a whole number from 1'] })
  return Number(page)
}

/** The section of an entry. Throws ExpectedError: 404 if there is none, 503 if its file could never be read. */
function requireEntry(collection: CollectionDefinition, key: string | undefined, forStaff: boolean): RecordSection {
  const { content } = currentSite()
  if (key === undefined || !content.entryKeys(collection).includes(key)) throw noSuchEntry()
  const section = collection.entry(key)
  const { value } = content.read(section)
  if (!forStaff && visibilityOf(value) === 'hidden') throw noSuchEntry()
  return section
}

/** The key of a new entry: its `_id`, else one made of its title. Throws ExpectedError (422) if there is none. */
async function keyOfNew(collection: CollectionDefinition, _id: unknown, content: Payload): Promise<string> {
  if (_id !== undefined) {
    if (typeof _id === 'string' && isEntryKey(_id)) return _id
    throw invalidFields({ _id: ['Use 1 to 80 small letters, digits and hyphens for the _id'] })
  }
  const key = await newKeyFor(currentSite(), collection, collection.title(content))
  if (key !== undefined) {
    const [issue] = collection.entry(key).checkFirst?.(content) ?? []
    if (issue) throw invalidFields({ [issue.path]: [`${issue.message}. Or send an _id`] })
    return key
  }
  throw invalidFields({ _id: ['Send an _id: none can be made of this title'] })
}

function keyTaken(key: string): ExpectedError {
  return new ExpectedError(409, `There is an entry or a draft with the _id “${key}” already. Nothing was changed.`)
}
