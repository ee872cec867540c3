import { z } from 'zod'
import type { CollectionApi, RecordApi, SectionDefinition } from '#app/schema/define-section.ts'
import { siteContent } from '#app/sections/site-content.server.ts'
import { hasOwnId, type ApiSection } from '#app/api/content/api-sections.ts'
import type { Payload } from '#app/api/content/payload.server.ts'
import type { ApiAnswer, ApiOperation, JsonSchema, RefusalStatus } from './api-operation.ts'
import { answerSchema, type BodyRules } from './content-schema.ts'
import { payloadOf, writeBodies } from './write-bodies.ts'
import { collectionNotes, recordNotes } from './write-notes.ts'

type Section = SectionDefinition<z.ZodObject>

/** The calls of one section, as its definition makes them. Examples come from its content as it stands. */
export function sectionOperations({ section, api }: ApiSection): ApiOperation[] {
  const content = siteContent.find(section)?.value ?? {}
  return api.kind === 'record' ? recordOperations(section, api, content) : collectionOperations(section, api, content)
}

function recordOperations(section: Section, api: RecordApi, content: Payload): ApiOperation[] {
  const schema = answerSchema(section.schema)
  const id = hasOwnId(section) ? idIn(content) : undefined
  const rules: BodyRules = { leftOut: api.keeps ?? [], upload: api.upload }
  const read = (path: string, listed = false): ApiOperation => ({
    ...readOperation(section, path),
    summary: `Read ${section.label}${listed ? ', in a list of one' : ''}`,
    answer: readAnswer(listed ? { type: 'array', items: schema } : schema, listed ? [content] : content),
  })
  const write = (path: string): ApiOperation => ({
    ...writeOperation('put', section, path),
    summary: `Replace ${section.label}`,
    notes: recordNotes(section.schema, api),
    bodies: writeBodies(section.schema, rules, payloadOf(content, ['_id'])),
    answer: { status: 200, description: 'What stands now', schema, headers: ['ETag'] },
  })
  const base = `/api/${api.path}`
  const own = `${base}/{id}`
  return [
    read(base, api.listed),
    ...(id === undefined ? [write(base)] : [withEntryId(read(own), id), withEntryId(write(own), id)]),
    ...(api.alias === undefined ? [] : [write(`${base}/${api.alias}`)]),
  ]
}

function collectionOperations(section: Section, api: CollectionApi, content: Payload): ApiOperation[] {
  const schema = answerSchema(api.item)
  const list = z.array(z.record(z.string(), z.unknown())).parse(content[api.key] ?? [])
  const [first = {}] = list
  const id = idIn(first)
  const base = `/api/${api.path}`
  const own = `${base}/{id}`
  // An address can be one entry's only.
  const bodies = (leftOut: BodyRules['leftOut'], notShown: string[]) =>
    writeBodies(api.item, { leftOut, upload: api.upload }, payloadOf(first, notShown))
  const entryAnswer = { schema, headers: ['ETag'] } as const
  return [
    {
      ...readOperation(section, base),
      summary: `Read ${section.label}: the list`,
      answer: readAnswer({ type: 'array', items: schema }, list),
    },
    {
      ...writeOperation('post', section, base),
      summary: `Add an entry to ${section.label}`,
      notes: ['It is added at the end, under an _id that is made for it unless it has one.'],
      bodies: bodies([], ['_id', 'slug']),
      answer: { ...entryAnswer, status: 201, description: 'The entry', headers: ['ETag', 'Location'] },
    },
    withEntryId(
      {
        ...readOperation(section, own),
        summary: `Read an entry of ${section.label}`,
        answer: readAnswer(schema, first),
      },
      id,
    ),
    withEntryId(
      {
        ...writeOperation('put', section, own),
        summary: `Replace an entry of ${section.label}`,
        notes: collectionNotes(api),
        bodies: bodies(api.keeps ?? [], ['_id']),
        answer: { ...entryAnswer, status: 200, description: 'The entry as it stands now', headers: ['ETag'] },
      },
      id,
    ),
    withEntryId(
      {
        ...writeOperation('delete', section, own),
        summary: `Remove an entry of ${section.label}`,
        notes: ['What was removed stays in the history of the section.'],
        bodies: [],
        refusals: [401, 403, 412, 422, 503, 507],
        answer: { status: 204, description: 'It is removed', headers: ['ETag'] },
      },
      id,
    ),
  ]
}

/** An `_id` to show; made up where there is no content to take it from. */
function idIn(content: Payload) {
  return z.string().catch('id').parse(content['_id'])
}

type OperationStart = Pick<
  ApiOperation,
  'id' | 'method' | 'path' | 'group' | 'access' | 'condition' | 'notes' | 'bodies' | 'refusals'
>

function readOperation({ label }: Section, path: string): OperationStart {
  return {
    id: operationId('get', path),
    method: 'get',
    path,
    group: label,
    access: 'everyone',
    condition: 'If-None-Match',
    notes: [],
    bodies: [],
    refusals: [503],
  }
}

const WRITE_REFUSALS: RefusalStatus[] = [400, 401, 403, 412, 413, 415, 422, 503, 507]

function writeOperation(method: 'post' | 'put' | 'delete', { label }: Section, path: string): OperationStart {
  return {
    id: operationId(method, path),
    method,
    path,
    group: label,
    access: 'administrator',
    condition: 'If-Match',
    notes: [],
    bodies: [],
    refusals: WRITE_REFUSALS,
  }
}

function readAnswer(schema: JsonSchema, example: unknown): ApiAnswer {
  return { status: 200, description: 'The content as it stands', schema, example, headers: ['ETag'] }
}

/** An address with an `_id` in it can be one that nothing has. */
function withEntryId(operation: ApiOperation, idExample: string): ApiOperation {
  return { ...operation, idExample, refusals: [...operation.refusals, 404] }
}

/** `put` and `/api/stats/{id}` make `putStatsById`. */
function operationId(method: string, path: string) {
  const words = path.replace('/api/', '').replace('/{id}', '-by-id').split(/[/-]/)
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
