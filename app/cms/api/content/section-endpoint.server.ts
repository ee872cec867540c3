import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { editEntries, editEntry, entriesOf, type Entry, type RecordSection } from '#app/cms/content/store/edit-entry.ts'
import type { ListApi, RecordApi, SectionApi } from '#app/cms/define/define-section.ts'
import { currentSite } from '#app/cms/site.server.ts'
import {
  CHANGED,
  DELETED,
  contentResponse,
  expectedVersion,
  refuseUnapproved,
  removedResponse,
  savedResponse,
} from './content-responses.server.ts'
import { noSuchAddress, noSuchEntry, type Endpoint, type Write } from './endpoint.server.ts'
import { checkPayload, withId, withKept, withStoredEntries, type Payload } from './payload.server.ts'
import { readPayload } from './read-payload.server.ts'

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
  return api.kind === 'record' ? recordEndpoint(section, api) : listEndpoint(section, api)
}

/**
 * The endpoint of `/api/{path}/{id}`. Throws a 404 ExpectedError if no section has the path, or no entry of it has the id.
 */
export function entryEndpoint(path: string | undefined, id: string | undefined): Endpoint {
  const { section, api } = findSection(path)
  return api.kind === 'record' ? recordEntryEndpoint(section, api, id) : listEntryEndpoint(section, api, id)
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
  const payload = await readPayload({ request, author }, section.schema, api.upload)
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

function listEndpoint(section: RecordSection, api: ListApi): Endpoint {
  return {
    GET: (request) => contentResponse(request, currentSite().content.read(section), (content) => content[api.key]),

    async POST({ request, author }) {
      refuseUnapproved(section)
      const payload = await readPayload({ request, author }, api.item, api.upload)
      const _id = randomUUID()
      const added = toEntry(api, { _id, ...payload })
      const by = { author, reason: 'Added by a program', ...expectedVersion(section, request) }
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

function listEntryEndpoint(section: RecordSection, api: ListApi, id: string | undefined): Endpoint {
  const entryList = { section, list: api.key }
  const { _id } = requireEntry(currentSite().content.read(section).value, api, id)

  return {
    GET: (request) =>
      contentResponse(request, currentSite().content.read(section), (content) => requireEntry(content, api, id)),

    async PUT({ request, author }: Write) {
      refuseUnapproved(section)
      const payload = await readPayload({ request, author }, api.item, api.upload)
      const by = { author, reason: CHANGED, ...expectedVersion(section, request) }
      const updated = await editEntry(currentSite().content, entryList, _id, by, (stored) => {
        if (!stored) throw noSuchEntry()
        return toEntry(api, withId(withKept(payload, stored, api.keeps ?? []), _id))
      })
      return savedResponse(updated, requireEntry(updated.value, api, _id))
    },

    async DELETE({ request, author }: Write) {
      refuseUnapproved(section)
      const by = { author, reason: DELETED, ...expectedVersion(section, request) }
      const updated = await editEntry(currentSite().content, entryList, _id, by, (stored) => {
        if (!stored) throw noSuchEntry()
        return undefined
      })
      return removedResponse(updated)
    },
  }
}

function toEntry(api: ListApi, payload: Payload): Entry {
  const { _id, ...fields } = checkPayload(api.item, payload)
  return { _id: String(_id), ...fields }
}

function requireEntry(content: Payload, { key }: ListApi, id: string | undefined): Entry {
  const found = entriesOf(content, key).find(({ _id }) => _id === id)
  if (!found) throw noSuchEntry()
  return found
}
