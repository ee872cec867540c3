import { z } from 'zod'
import type { ApiResource, ListApi, RecordApi, SectionDefinition } from '#app/cms/define/define-section.ts'
import { walkSchema } from '#app/cms/define/walk-schema.ts'
import { hasOwnId, type ApiSection } from '#app/cms/api/content/section-endpoint.server.ts'
import { entryWithId, without, type Payload } from '#app/cms/api/content/payload.server.ts'
import { bodyContent, bodySchemas } from './body-schemas.ts'
import { pascalCase, type ErrorStatus, type Operation } from './operation.ts'

type Section = SectionDefinition<z.ZodObject>

/**
 * Returns a function that makes the operations of one section, with examples from its content. The schemas are made
 * only once.
 */
export function sectionOperations({ section, api }: ApiSection): (content: Payload) => Operation[] {
  return api.kind === 'record' ? recordOperations(section, api) : listOperations(section, api)
}

function recordOperations(section: Section, api: RecordApi) {
  const name = pascalCase(api.path)
  const schema = section.schema.meta({ id: name })
  const bodies = bodySchemas(section.schema, { ...api, name })
  const notes = recordNotes(section.schema, api)
  const base = `/api/${api.path}`

  return (content: Payload): Operation[] => {
    const read = (path: string): Operation => ({
      ...readOperation(section, path),
      summary: `Read ${section.label}`,
      success: currentContent(schema, content),
    })
    const write = (path: string): Operation => ({
      ...writeOperation('put', section, path),
      summary: `Replace ${section.label}`,
      notes,
      body: bodyContent(bodies, without(content, ['_id'])),
      success: { status: 200, description: 'The new content', schema, headers: ['ETag'] },
    })
    const list = {
      summary: `Read ${section.label}, as a list with one entry`,
      success: currentContent(z.array(schema), [content]),
    }
    const id = idOf(content)
    return [
      { ...read(base), ...(api.listed && list) },
      ...(hasOwnId(section) ? [read, write].map((make) => withId(make(`${base}/{id}`), id)) : [write(base)]),
      ...(api.alias === undefined ? [] : [write(`${base}/${api.alias}`)]),
    ]
  }
}

function listOperations(section: Section, api: ListApi) {
  const name = `${pascalCase(api.path)}Entry`
  const schema = api.item.meta({ id: name })
  const added = bodySchemas(api.item, { name: `New${name}`, upload: api.upload })
  const replaced = bodySchemas(api.item, { ...api, name })
  const base = `/api/${api.path}`

  return (content: Payload): Operation[] => {
    const entries = z.array(z.record(z.string(), z.unknown())).parse(content[api.key] ?? [])
    const [first = {}] = entries
    const withEntryId = (operation: Operation) => withId(operation, idOf(first))
    return [
      {
        ...readOperation(section, base),
        summary: `Read ${section.label}: the list`,
        success: currentContent(z.array(schema), entries),
      },
      {
        ...writeOperation('post', section, base),
        summary: `Add an entry to ${section.label}`,
        notes: ['The entry is added at the end. It gets a new _id if it has none.'],
        // Two entries cannot have the same address.
        body: bodyContent(added, without(first, ['_id', 'slug'])),
        success: { status: 201, description: 'The entry', schema, headers: ['ETag', 'Location'] },
      },
      withEntryId({
        ...readOperation(section, `${base}/{id}`),
        summary: `Read an entry of ${section.label}`,
        success: currentContent(schema, first),
      }),
      withEntryId({
        ...writeOperation('put', section, `${base}/{id}`),
        summary: `Replace an entry of ${section.label}`,
        notes: entryNotes(api),
        body: bodyContent(replaced, without(first, ['_id'])),
        success: { status: 200, description: 'The new entry', schema, headers: ['ETag'] },
      }),
      withEntryId({
        ...writeOperation('delete', section, `${base}/{id}`),
        summary: `Remove an entry of ${section.label}`,
        notes: ['The removed entry stays in the history of the section.'],
        success: { status: 204, description: 'The entry was removed', headers: ['ETag'] },
        errors: [401, 403, 412, 422, 503, 507],
      }),
    ]
  }
}

type Labelled = Pick<Section, 'label'>
type OperationStart = Omit<Operation, 'summary' | 'success'>

export function readOperation({ label }: Labelled, path: string): OperationStart {
  return { method: 'get', path, tag: label, isPublic: true, condition: 'If-None-Match', errors: [503] }
}

const WRITE_ERRORS: ErrorStatus[] = [400, 401, 403, 412, 413, 415, 422, 503, 507]

export function writeOperation(method: 'post' | 'put' | 'delete', { label }: Labelled, path: string): OperationStart {
  return { method, path, tag: label, condition: 'If-Match', errors: WRITE_ERRORS }
}

export function currentContent(schema: z.ZodType, example: unknown): Operation['success'] {
  return { status: 200, description: 'The current content', schema, example, headers: ['ETag'] }
}

/** An address may contain an unknown `_id`, so these operations can also respond with 404. */
function withId(operation: Operation, idExample: string): Operation {
  return { ...operation, idExample, errors: [...operation.errors, 404] }
}

/** The `_id` for the examples: that of the content, or `id` if it has none. */
function idOf(content: Payload) {
  return z.string().catch('id').parse(content['_id'])
}

/** The rules of a record's PUT that its schema cannot express. */
function recordNotes(schema: z.ZodObject, api: RecordApi): string[] {
  return [
    'Send the whole record. A field that you leave out gets its default value.',
    ...keptNotes(api),
    ...uploadNotes(api),
    ...[...walkSchema(schema).fields].flatMap(([name, field]) =>
      entryWithId(field)
        ? [
            `Entries of ${name} may leave out _id. Such an entry is matched with the stored entry of the same slug. If there is none, it is matched with the entry of the ` +
              'same title, or with the entry at the same index if the length of the list has not changed. It then gets the _id of that entry, ' +
              'and optional fields that you leave out keep their value. Any other entry is new and gets a new _id.',
          ]
        : [],
    ),
  ]
}

/** The rules of an entry's PUT, in a list or a collection, that its schema cannot express. */
export function entryNotes(api: ApiResource): string[] {
  return [
    ...(api.keeps === 'all'
      ? ['A field that you leave out keeps its value.']
      : ['Send the whole entry. A field that you leave out gets its default value.', ...keptNotes(api)]),
    ...uploadNotes(api),
  ]
}

function keptNotes({ keeps = [] }: ApiResource): string[] {
  if (keeps === 'all') return []
  return keeps.map((name) =>
    name === 'imageAlt'
      ? 'If you leave out imageAlt, it keeps its value unless the image changes.'
      : `If you leave out ${name}, it keeps its value.`,
  )
}

export function uploadNotes({ upload }: ApiResource): string[] {
  if (upload?.each === undefined) return []
  const { from, to, each } = upload
  return [
    `Send each file as a field ${from}. In an entry of ${each}, ${to}File is the index of its file, from 0. ` +
      `The remaining files are assigned in order to the other entries: one to each entry if the numbers are equal, otherwise only to entries with an empty ${to}.`,
  ]
}
