import type { z } from 'zod'
import type { RecordApi, SectionDefinition } from '#app/schema/define-section.ts'
import { currentSite } from '#app/site.server.ts'
import { hasOwnId } from './api-sections.ts'
import { type Endpoint, noSuchEntry, type Write } from './endpoint.server.ts'
import { checkPayload, type Payload, withId, withKept } from './payload.server.ts'
import { readPayload } from './read-payload.server.ts'
import { withStoredEntries } from './stored-entries.server.ts'
import { contentResponse, saveContent, savedResponse } from './versioned-content.server.ts'

type RecordSection = SectionDefinition<z.ZodObject>

/** `/api/{path}` of a section that is one record. */
export function recordEndpoint(section: RecordSection, api: RecordApi): Endpoint {
  return {
    GET: (request) =>
      contentResponse(request, currentSite().content.read(section), (content) => (api.listed ? [content] : content)),
    ...(!hasOwnId(section) && { PUT: (write: Write) => replaceRecord(section, api, write) }),
  }
}

/** `/api/{path}/{id}`: the record by its `_id`, or its alias. Throws a 404 ApiError for anything else. */
export function recordEntryEndpoint(section: RecordSection, api: RecordApi, id: string | undefined): Endpoint {
  const PUT = (write: Write) => replaceRecord(section, api, write)
  if (id !== undefined && id === api.alias) return { PUT }
  if (!hasOwnId(section) || currentSite().content.read(section).value['_id'] !== id) throw noSuchEntry()
  return { GET: (request) => contentResponse(request, currentSite().content.read(section)), PUT }
}

async function replaceRecord(section: RecordSection, api: RecordApi, { request, author }: Write) {
  const payload = await readPayload(request, section.schema, api.upload)
  const updated = await saveContent(section, request, {
    author,
    reason: 'Changed through the API',
    change: (stored) => checkPayload(section.schema, completeRecord(payload, stored, section.schema, api)),
  })
  return savedResponse(updated, updated.value)
}

/** What may be left out of a whole record: its `_id`, what it keeps, and what entries of its lists are known by. */
function completeRecord(payload: Payload, stored: Payload, schema: z.ZodObject, { keeps = [] }: RecordApi): Payload {
  const record = withId(withKept(payload, stored, keeps), stored['_id'])
  return withStoredEntries(record, stored, schema)
}
