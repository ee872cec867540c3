import type { z } from 'zod'
import type { CollectionApi, RecordApi, SectionApi } from '#app/schema/define-section.ts'
import { fieldsOf } from '#app/api/content/field-kind.ts'
import { entrySchema } from '#app/api/content/field-kind.ts'

/** The rules of a record's PUT that its schema cannot say. */
export function recordNotes(schema: z.ZodObject, api: RecordApi): string[] {
  return [
    'The body is the whole record: what it leaves out gets its default.',
    ...keptNotes(api),
    ...uploadNotes(api),
    ...fieldsOf(schema).flatMap(([name, field]) =>
      entrySchema(field)
        ? [
            `Entries of ${name} may leave out _id. Such an entry means the stored one of the same slug, else of the same title, ` +
              'else in the same place where the list is as long as it was: it gets its _id, and optional fields it leaves ' +
              'out keep their value. Any other is a new entry and gets an _id.',
          ]
        : [],
    ),
  ]
}

/** The rules of an entry's PUT that its schema cannot say. */
export function collectionNotes(api: CollectionApi): string[] {
  return [
    ...(api.keeps === 'all'
      ? ['Fields that the body leaves out keep their value.']
      : ['The body is the whole entry: what it leaves out gets its default.', ...keptNotes(api)]),
    ...uploadNotes(api),
  ]
}

function keptNotes({ keeps = [] }: SectionApi): string[] {
  if (keeps === 'all') return []
  return keeps.map((name) =>
    name === 'imageAlt'
      ? 'Left out, imageAlt keeps its value where the image stays the same.'
      : `Left out, ${name} keeps its value.`,
  )
}

function uploadNotes({ upload }: SectionApi): string[] {
  if (upload?.each === undefined) return []
  const { from, to, each } = upload
  return [
    `Files are sent as ${from}, repeated. An entry of ${each} names its file in ${to}File by its place among them, from 0. ` +
      `Other files go, in their order, to the other entries: one to each where there are as many, else to those whose ${to} is empty.`,
  ]
}
