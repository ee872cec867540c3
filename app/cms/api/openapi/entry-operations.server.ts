import { z } from 'zod'
import { ENTRIES_PER_PAGE, represent, type ApiCollection } from '#app/cms/api/content/entries-endpoint.server.ts'
import { without, type Payload } from '#app/cms/api/content/payload.server.ts'
import type { CollectionDefinition } from '#app/cms/define/define-collection.ts'
import { keyOfTitle } from '#app/cms/define/entry-address.ts'
import { MAX_KEY_LENGTH, SLUG_PATTERN } from '#app/cms/define/fields.ts'
import { withArticle } from '#app/cms/platform/format/words.ts'
import { bodyContent, bodySchemas } from './body-schemas.ts'
import { pascalCase, type NamedParameter, type Operation } from './operation.ts'
import { currentContent, entryNotes, readOperation, uploadNotes, writeOperation } from './section-operations.server.ts'

const page: NamedParameter = {
  in: 'query',
  name: 'page',
  description: 'The page of the list, from 1.',
  schema: { type: 'string', pattern: '^[1-9]\\d{0,5}$' },
  example: '1',
}

const visibility: NamedParameter = {
  in: 'query',
  name: 'visibility',
  description: 'With `all`, the response also has what visitors do not find. That needs the role Editor.',
  schema: { type: 'string', enum: ['all'] },
  example: 'all',
}

/**
 * Returns a function that makes the operations of one collection, with examples from an entry, or that of its definition
 * if only staff may read the entries. The schemas are made only once.
 */
export function entryOperations({ collection, api }: ApiCollection): (entries: readonly ExampleEntry[]) => Operation[] {
  const { label, noun } = collection
  const name = `${pascalCase(api.path)}Entry`
  const withKey = z.strictObject({
    _id: z.string().max(MAX_KEY_LENGTH).regex(SLUG_PATTERN),
    ...without(collection.schema.shape, api.omits ?? []),
  })
  const schema = withKey.meta({ id: name })
  const added = bodySchemas(withKey, { name: `New${name}`, upload: api.upload })
  const replaced = bodySchemas(withKey, { ...api, name })
  const base = `/api/${api.path}`
  const tagged = { label }
  const isPublic = api.staffOnly === undefined
  const isKept = collection.entry('new').lifecycle?.keptBecause !== undefined

  return (stored) => {
    const entries = api.staffOnly ? [definedEntry(collection, api.staffOnly.example)] : stored
    const shown = entries.map(({ key, value }) => represent(api, key, value))
    const [example = {}] = shown
    const id: NamedParameter = {
      in: 'path',
      name: 'id',
      description: 'The _id: the key of the entry, which never changes.',
      schema: { type: 'string', pattern: SLUG_PATTERN.source },
      example: entries[0]?.key ?? 'id',
    }
    const visibilities = isPublic ? [visibility] : []
    const errorsOfStaff = [401, 403] as const
    const list = { ...readOperation(tagged, base), isPublic }
    const one = { ...readOperation(tagged, `${base}/{id}`), isPublic }
    const put = writeOperation('put', tagged, `${base}/{id}`)
    const post = writeOperation('post', tagged, base)
    return [
      {
        ...list,
        summary: `Read ${label}: the list`,
        notes: [
          `${isPublic ? 'The entries that visitors find' : 'Every entry, also what visitors do not find'}, ${ENTRIES_PER_PAGE} on a page. The header Link has the addresses of the other pages. ` +
            'The ETag is that of the whole list: if it changes between two pages, an entry was changed meanwhile.',
        ],
        parameters: [page, ...visibilities],
        success: withLink(currentContent(z.array(schema), shown)),
        errors: [...list.errors, ...errorsOfStaff, 422],
      },
      {
        ...post,
        summary: `Create ${withArticle(noun)}`,
        notes: [
          'Without an _id, the key is made of the title, with a number if it is taken. With an _id that is taken, the response is 409. ' +
            'In If-Match, send the ETag of the list.',
          ...uploadNotes(api),
        ],
        // Two entries cannot have the same key or address.
        body: bodyContent(added, api.staffOnly?.example ?? without(example, ['_id', 'address'])),
        success: { status: 201, description: 'The entry', schema, headers: ['ETag', 'Location'] },
        errors: [...post.errors, 409],
      },
      {
        ...one,
        summary: `Read ${withArticle(noun)}`,
        parameters: [id, ...visibilities],
        success: currentContent(schema, example),
        errors: [...one.errors, ...errorsOfStaff, 404],
      },
      {
        ...put,
        summary: `Replace ${withArticle(noun)}`,
        notes: entryNotes(api),
        parameters: [id],
        body: bodyContent(replaced, api.staffOnly?.example ?? without(example, ['_id'])),
        success: { status: 200, description: 'The new entry', schema, headers: ['ETag'] },
        errors: [...put.errors, 404],
      },
      {
        ...writeOperation('delete', tagged, `${base}/{id}`),
        summary: `Remove ${withArticle(noun)}`,
        notes: [
          `${collection.page ? 'Its page is gone. ' : ''}Its history stays, and staff can restore it from there.`,
          ...(isKept
            ? [
                'What was public may have to be kept. Then the response is 422 with the code `entry-kept`, and its message says ' +
                  'for how long, and what can be done instead.',
              ]
            : []),
        ],
        parameters: [id],
        success: { status: 204, description: 'The entry was removed' },
        errors: [401, 403, 404, 409, 412, ...(isKept ? [422 as const] : []), 503, 507],
      },
    ]
  }
}

/** The entry of the examples. */
interface ExampleEntry {
  key: string
  value: Payload
}

/** The entry that a POST of the example in a definition makes. Throws if it is not valid. */
function definedEntry(collection: CollectionDefinition, example: Payload): ExampleEntry {
  const value = collection.schema.parse(example)
  return { key: keyOfTitle(collection.title(value), collection.noun) ?? 'id', value }
}

function withLink(success: Operation['success']): Operation['success'] {
  return { ...success, headers: [...(success.headers ?? []), 'Link'] }
}
