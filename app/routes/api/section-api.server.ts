import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CollectionApi, ContentOf, RecordApi, SectionDefinition } from '#app/content/define-section.ts'
import type { Snapshot } from '#app/content/store.types.ts'
import { ApiError, invalidInput } from '#app/http/api-error.ts'
import { etagOf, matchesIfMatch, matchesIfNoneMatch } from '#app/http/etag.ts'
import { sections } from '#app/sections/registry.ts'
import { siteContent } from '#app/sections/site-content.server.ts'
import { readPayload, type Payload } from './read-payload.server.ts'

/** What a write of the API knows of its request. */
interface Write {
  request: Request
  author: string
}

/** A section's resource: what `/api/{path}` and `/api/{path}/{id}` do, whichever section it is. */
export interface SectionResource {
  read(request: Request): Response
  /** Absent where the resource has no such method. */
  add?(write: Write): Promise<Response>
  replace?(write: Write): Promise<Response>
  replaceEntry?(write: Write, id: string): Promise<Response>
  removeEntry?(write: Write, id: string): Promise<Response>
}

/** The resource of an API path. Throws a 404 ApiError where no section has it. */
export function sectionResource(path: string | undefined): SectionResource {
  const section = sections.find(({ api }) => api?.path === path)
  if (!section?.api) throw new ApiError(404, 'not-found', 'There is nothing at this address of the API.')
  return section.api.kind === 'record' ? recordResource(section, section.api) : collectionResource(section, section.api)
}

function recordResource(section: SectionDefinition, api: RecordApi): SectionResource {
  const replace = async ({ request, author }: Write, id?: string) => {
    const { value: current } = siteContent.read(section)
    const ownId = asRecord(current)['_id']
    if (ownId !== id) throw noSuchEntry()
    const payload = await readPayload(request)
    const next = parse(section.schema, withId(payload, id))
    const updated = await save(section, request, { author, reason: 'Changed through the API', change: () => next })
    return answer(updated, updated.value)
  }
  const hasId = section.schema instanceof z.ZodObject && '_id' in section.schema.shape
  return {
    read: (request) => answerRead(request, siteContent.read(section), (value) => (api.listed ? [value] : value)),
    ...(hasId ? { replaceEntry: replace } : { replace: (write: Write) => replace(write) }),
  }
}

function collectionResource(section: SectionDefinition, api: CollectionApi): SectionResource {
  const entriesOf = (content: unknown) => z.array(entry).parse(asRecord(content)[api.key])
  const withEntries = (content: unknown, entries: Entry[]) => ({ ...asRecord(content), [api.key]: entries })

  return {
    read: (request) => answerRead(request, siteContent.read(section), (content) => asRecord(content)[api.key]),

    async add({ request, author }) {
      const payload = await readPayload(request, api.upload)
      const added = entry.parse(parse(api.item, withId(payload, randomUUID())))
      const updated = await save(section, request, {
        author,
        reason: 'Added through the API',
        change: (content) => withEntries(content, [...entriesOf(content), added]),
      })
      return answer(updated, added, { status: 201, headers: { location: `/api/${api.path}/${added._id}` } })
    },

    async replaceEntry({ request, author }, id) {
      findEntry(entriesOf(siteContent.read(section).value), id)
      const payload = await readPayload(request, api.upload)
      const next = (stored: Entry) => {
        const kept = (api.keeps ?? []).map((name) => [name, stored[name]] as const)
        return entry.parse(parse(api.item, { ...Object.fromEntries(kept), ...withId(payload, id) }))
      }
      const updated = await save(section, request, {
        author,
        reason: 'Changed through the API',
        change(content) {
          const entries = entriesOf(content)
          const stored = findEntry(entries, id)
          return withEntries(content, entries.with(entries.indexOf(stored), next(stored)))
        },
      })
      return answer(updated, findEntry(entriesOf(updated.value), id))
    },

    async removeEntry({ request, author }, id) {
      const updated = await save(section, request, {
        author,
        reason: 'Removed through the API',
        change(content) {
          const entries = entriesOf(content)
          const stored = findEntry(entries, id)
          return withEntries(
            content,
            entries.filter((other) => other !== stored),
          )
        },
      })
      return new Response(null, { status: 204, headers: { etag: etagOf(updated.version) } })
    },
  }
}

const entry = z.looseObject({ _id: z.string() })
type Entry = z.infer<typeof entry>

function findEntry(entries: Entry[], id: string) {
  const found = entries.find(({ _id }) => _id === id)
  if (!found) throw noSuchEntry()
  return found
}

function noSuchEntry() {
  return new ApiError(404, 'not-found', 'There is no entry with this _id.')
}

/** `_id` may be left out of a body; one that contradicts the address is a mistake. */
function withId(payload: Payload, id: string | undefined): Payload {
  if (id === undefined) return payload
  if ('_id' in payload && payload['_id'] !== id) {
    const message = 'Leave _id out, or send the one of the address'
    throw new ApiError(422, 'invalid', 'Some fields are not valid.', { fields: { _id: [message] } })
  }
  return { ...payload, _id: id }
}

function parse<Schema extends z.ZodType>(schema: Schema, payload: Payload): z.output<Schema> {
  const parsed = schema.safeParse(payload)
  if (!parsed.success) throw invalidInput(parsed.error)
  return parsed.data
}

/** Saves; a request with If-Match only on top of a version it names. */
async function save<Section extends SectionDefinition>(
  section: Section,
  request: Request,
  edit: { author: string; reason: string; change: (content: ContentOf<Section>) => ContentOf<Section> },
) {
  const { version } = siteContent.read(section)
  const ifMatch = request.headers.get('if-match')
  if (!matchesIfMatch(ifMatch, version)) {
    throw new ApiError(
      412,
      'stale-version',
      'This was changed in the meantime. Read it again, then send your change.',
      {
        headers: { etag: etagOf(version) },
      },
    )
  }
  return siteContent.update(section, { ...edit, ...(ifMatch !== null && { expectedVersion: version }) })
}

function answerRead(request: Request, { value, version }: Snapshot<unknown>, view: (value: unknown) => unknown) {
  // Caches may keep it, but must ask each time: a save is visible at once.
  const headers = { etag: etagOf(version), 'cache-control': 'public, no-cache' }
  if (matchesIfNoneMatch(request.headers.get('if-none-match'), version)) {
    return new Response(null, { status: 304, headers })
  }
  return Response.json(view(value), { headers })
}

function answer(updated: Snapshot<unknown>, body: unknown, { status = 200, headers = {} } = {}) {
  return Response.json(body, {
    status,
    headers: { etag: etagOf(updated.version), 'cache-control': 'no-store', ...headers },
  })
}

function asRecord(content: unknown) {
  return z.record(z.string(), z.unknown()).parse(content)
}
