import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CollectionApi, SectionDefinition } from '#app/schema/define-section.ts'
import { currentSite } from '#app/site.server.ts'
import { type Endpoint, noSuchEntry, type Write } from './endpoint.server.ts'
import { checkPayload, type Payload, withId, withKept } from './payload.server.ts'
import { readPayload } from './read-payload.server.ts'
import { contentResponse, removedResponse, saveContent, savedResponse } from './versioned-content.server.ts'

type CollectionSection = SectionDefinition<z.ZodObject>

const entry = z.looseObject({ _id: z.string() })
type Entry = z.infer<typeof entry>

/** `/api/{path}` of a section that is a list of entries. */
export function collectionEndpoint(section: CollectionSection, api: CollectionApi): Endpoint {
  return {
    GET: (request) => contentResponse(request, currentSite().content.read(section), (content) => content[api.key]),

    async POST({ request, author }) {
      const payload = await readPayload(request, api.item, api.upload)
      const added = toEntry(api, { _id: randomUUID(), ...payload })
      const updated = await saveContent(section, request, {
        author,
        reason: 'Added through the API',
        change: (content) => ({ ...content, [api.key]: [...entriesOf(content, api), added] }),
      })
      const headers = { location: `/api/${api.path}/${added._id}` }
      return savedResponse(updated, findEntry(entriesOf(updated.value, api), added._id), { status: 201, headers })
    },
  }
}

/** `/api/{path}/{id}`: one entry. Throws a 404 ApiError if none has that `_id`. */
export function collectionEntryEndpoint(
  section: CollectionSection,
  api: CollectionApi,
  id: string | undefined,
): Endpoint {
  const entryIn = (content: Payload) => findEntry(entriesOf(content, api), id)
  const { _id } = entryIn(currentSite().content.read(section).value)

  return {
    GET: (request) => contentResponse(request, currentSite().content.read(section), entryIn),

    async PUT({ request, author }: Write) {
      const payload = await readPayload(request, api.item, api.upload)
      const updated = await saveContent(section, request, {
        author,
        reason: 'Changed through the API',
        change(content) {
          const stored = entryIn(content)
          const next = toEntry(api, withId(withKept(payload, stored, api.keeps ?? []), _id))
          return { ...content, [api.key]: entriesOf(content, api).map((other) => (other._id === _id ? next : other)) }
        },
      })
      return savedResponse(updated, entryIn(updated.value))
    },

    async DELETE({ request, author }: Write) {
      const updated = await saveContent(section, request, {
        author,
        reason: 'Removed through the API',
        change(content) {
          const stored = entryIn(content)
          return { ...content, [api.key]: entriesOf(content, api).filter((other) => other._id !== stored._id) }
        },
      })
      return removedResponse(updated)
    },
  }
}

function entriesOf(content: Payload, { key }: CollectionApi): Entry[] {
  return z.array(entry).parse(content[key])
}

function toEntry(api: CollectionApi, payload: Payload): Entry {
  return entry.parse(checkPayload(api.item, payload))
}

function findEntry(entries: Entry[], id: string | undefined): Entry {
  const found = entries.find(({ _id }) => _id === id)
  if (!found) throw noSuchEntry()
  return found
}
