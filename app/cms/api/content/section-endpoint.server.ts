import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { ApprovalRequired } from '#app/cms/content/store/errors.ts'
import {
  editEntries,
  editEntry,
  entriesOf,
  type RecordSection,
  type EditBy,
} from '#app/cms/content/store/edit-entry.ts'
import type { CollectionApi, Entry, RecordApi, SectionApi } from '#app/cms/define/define-section.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { noSuchAddress, noSuchEntry, type Endpoint, type Write } from './endpoint.server.ts'
import { checkPayload, withId, withKept, withStoredEntries, type Payload } from './payload.server.ts'
import { readPayload } from './read-payload.server.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import type { Snapshot } from '#app/cms/content/store/store.types.ts'
import { etagOf, matchesIfMatch, matchesIfNoneMatch } from '#app/cms/platform/http/etag.ts'

/** A section that the API serves. */
export interface ApiSection {
  section: RecordSection
  api: SectionApi
}

/** Every section that the API serves, in the order of the definitions. */
export function apiSections(): ApiSection[] {
  return currentSite().definition.sections.flatMap((section) => (section.api ? [{ section, api: section.api }] : []))
}

/** The endpoint of `/api/{path}`. Throws a 404 ExpectedError if no section has the path. */
export function sectionEndpoint(path: string | undefined): Endpoint {
  const { section, api } = findSection(path)
  return api.kind === 'record' ? recordEndpoint(section, api) : collectionEndpoint(section, api)
}

/**
 * The endpoint of `/api/{path}/{id}`. Throws a 404 ExpectedError if no section has the path, or no entry of it has the id.
 */
export function entryEndpoint(path: string | undefined, id: string | undefined): Endpoint {
  const { section, api } = findSection(path)
  return api.kind === 'record' ? recordEntryEndpoint(section, api, id) : collectionEntryEndpoint(section, api, id)
}

function findSection(path: string | undefined) {
  const found = apiSections().find(({ api }) => api.path === path)
  if (!found) throw noSuchAddress()
  return found
}

/** True if the content of a record has an `_id`, so that its address is `/api/{path}/{_id}`. */
export function hasOwnId(section: RecordSection): boolean {
  return '_id' in section.schema.shape
}

function recordEndpoint(section: RecordSection, api: RecordApi): Endpoint {
  return {
    GET: (request) =>
      contentResponse(request, currentSite().content.read(section), (content) => (api.listed ? [content] : content)),
    ...(!hasOwnId(section) && { PUT: (write: Write) => replaceRecord(section, api, write) }),
  }
}

/** A record by its `_id`, or its alias. */
function recordEntryEndpoint(section: RecordSection, api: RecordApi, id: string | undefined): Endpoint {
  const PUT = (write: Write) => replaceRecord(section, api, write)
  if (id !== undefined && id === api.alias) return { PUT }
  if (!hasOwnId(section) || currentSite().content.read(section).value['_id'] !== id) throw noSuchEntry()
  return { GET: (request) => contentResponse(request, currentSite().content.read(section)), PUT }
}

async function replaceRecord(section: RecordSection, api: RecordApi, { request, author }: Write) {
  refuseUnapproved(section)
  const payload = await readPayload(request, section.schema, api.upload)
  const updated = await currentSite().content.update(section, {
    author,
    reason: CHANGED,
    ...expectedVersion(section, request),
    change: (stored) => checkPayload(section.schema, completeRecord(payload, stored, section.schema, api)),
  })
  return savedResponse(updated, updated.value)
}

/** A whole record may leave out its `_id`, fields that keep their value, and the `_id` of entries of its lists. */
function completeRecord(payload: Payload, stored: Payload, schema: z.ZodObject, { keeps = [] }: RecordApi): Payload {
  const record = withId(withKept(payload, stored, keeps), stored['_id'])
  return withStoredEntries(record, stored, schema)
}

function collectionEndpoint(section: RecordSection, api: CollectionApi): Endpoint {
  return {
    GET: (request) => contentResponse(request, currentSite().content.read(section), (content) => content[api.key]),

    async POST({ request, author }) {
      refuseUnapproved(section)
      const payload = await readPayload(request, api.item, api.upload)
      const _id = randomUUID()
      const added = toEntry(api, { _id, ...payload })
      const by = { author, reason: 'Added through the API', ...expectedVersion(section, request) }
      // The schema of the list refuses an `_id` that is already in use.
      const updated = await editEntries(currentSite().content, { section, list: api.key }, by, (entries) => [
        ...entries,
        added,
      ])
      const headers = { location: `/api/${api.path}/${added._id}` }
      return savedResponse(updated, requireEntry(updated.value, api, added._id), { status: 201, headers })
    },
  }
}

function collectionEntryEndpoint(section: RecordSection, api: CollectionApi, id: string | undefined): Endpoint {
  const entryList = { section, list: api.key }
  const { _id } = requireEntry(currentSite().content.read(section).value, api, id)

  return {
    GET: (request) =>
      contentResponse(request, currentSite().content.read(section), (content) => requireEntry(content, api, id)),

    async PUT({ request, author }: Write) {
      refuseUnapproved(section)
      const payload = await readPayload(request, api.item, api.upload)
      const by = { author, reason: CHANGED, ...expectedVersion(section, request) }
      const updated = await editEntry(currentSite().content, entryList, _id, by, (stored) => {
        if (!stored) throw noSuchEntry()
        return toEntry(api, withId(withKept(payload, stored, api.keeps ?? []), _id))
      })
      return savedResponse(updated, requireEntry(updated.value, api, _id))
    },

    async DELETE({ request, author }: Write) {
      refuseUnapproved(section)
      const by = { author, reason: 'Deleted through the API', ...expectedVersion(section, request) }
      const updated = await editEntry(currentSite().content, entryList, _id, by, (stored) => {
        if (!stored) throw noSuchEntry()
        return undefined
      })
      return removedResponse(updated)
    },
  }
}

const CHANGED = 'Changed through the API'

/**
 * Throws ApprovalRequired if the section needs approval. To be called before the body is read, because a file in it is
 * public as soon as it is stored.
 */
function refuseUnapproved(section: RecordSection) {
  if (currentSite().approvals.isNeeded(section)) throw new ApprovalRequired(section)
}

function toEntry(api: CollectionApi, payload: Payload): Entry {
  const { _id, ...fields } = checkPayload(api.item, payload)
  return { _id: String(_id), ...fields }
}

function requireEntry(content: Payload, { key }: CollectionApi, id: string | undefined): Entry {
  const found = entriesOf(content, key).find(({ _id }) => _id === id)
  if (!found) throw noSuchEntry()
  return found
}

/**
 * The condition of an If-Match header, as an option of the store: a write with If-Match changes only a version that the
 * header names. Throws ExpectedError (412) if that is not the current one.
 */
function expectedVersion(section: RecordSection, request: Request): Pick<EditBy, 'expectedVersion'> {
  const { version } = currentSite().content.read(section)
  const ifMatch = request.headers.get('if-match')
  if (!matchesIfMatch(ifMatch, version)) {
    throw new ExpectedError(412, 'The content was changed after you read it. Read it again, then send your change.', {
      code: 'stale-version',
      headers: { etag: etagOf(version) },
    })
  }
  return ifMatch === null ? {} : { expectedVersion: version }
}

/** The response to a read: the part of the content that `view` selects, or 304 if the client has this version. */
function contentResponse(
  request: Request,
  { value, version }: Snapshot<Payload>,
  view: (content: Payload) => unknown = (content) => content,
): Response {
  // Caches may store it but must revalidate it each time, so that a save is visible at once.
  const headers = { etag: etagOf(version), 'cache-control': 'public, no-cache' }
  if (matchesIfNoneMatch(request.headers.get('if-none-match'), version)) {
    return new Response(null, { status: 304, headers })
  }
  return Response.json(view(value), { headers })
}

/** The response to a write: the new content, and its version for the next write. */
function savedResponse(
  { version }: Snapshot<Payload>,
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return Response.json(body, { status, headers: { ...writeHeaders(version), ...headers } })
}

function removedResponse({ version }: Snapshot<Payload>): Response {
  return new Response(null, { status: 204, headers: writeHeaders(version) })
}

function writeHeaders(version: string) {
  return { etag: etagOf(version), 'cache-control': 'no-store' }
}
