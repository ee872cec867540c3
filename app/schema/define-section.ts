import type { z } from 'zod'
import { ENVELOPE_NAMES } from '#app/http/form-envelope.ts'
import { walkSchema } from './walk-schema.ts'

/** What one section of the site is: declared once, used by the store, the editors, the API and the public pages. */
export interface SectionDefinition<Schema extends z.ZodType = z.ZodType> {
  /** Unique, kebab-case. Names the section in history, in `/admin/{id}` and in messages of the log. */
  id: string
  /** What staff call it, as in the admin sidebar. */
  label: string
  /** File below the content folder, with forward slashes: YAML, or Markdown (`.md`) whose text is the field `body`. */
  file: string
  /** Reads the file, the form post, the JSON body and the multipart body. */
  schema: Schema
  /** Shown after a save, letter for letter. */
  messages: { updated: string; failed: string }
  /** Address of the public page (with fragment) on which a visitor sees the section. */
  page: string
  /** How `/api/{path}` serves it; a section without it has no API. */
  api?: SectionApi
}

/**
 * The shape of a section's API resource. Its addresses, methods, bodies and documentation follow from it.
 * - `record`: GET answers the content itself (in a list of one where `listed`); PUT replaces it, at `/api/{path}/{_id}`
 *   where the content has an `_id`, else at `/api/{path}`.
 * - `collection`: GET answers the list kept under `key`; POST adds an entry, PUT and DELETE address one by its `_id`.
 */
export type SectionApi = RecordApi | CollectionApi

interface ApiResource {
  /** Last part of the address: `/api/{path}`. */
  path: string
  /** A file that a multipart body may carry. */
  upload?: ApiUpload
  /**
   * Fields that keep their value when a PUT leaves them out; all others are replaced. `imageAlt` says what `image` shows, so
   * it is kept only with the image it belongs to.
   */
  keeps?: readonly string[] | 'all'
}

export interface RecordApi extends ApiResource {
  kind: 'record'
  listed?: boolean
  /** PUT means the same at `/api/{path}/{alias}`. */
  alias?: string
}

export interface CollectionApi extends ApiResource {
  kind: 'collection'
  key: string
  item: z.ZodObject
}

/**
 * The file field `from` of a multipart body. What may be sent there, and what it is stored as, is what the schema says of the
 * field `to`. With `each`, the file field is repeated and `to` is a field of the entries of that list; an entry names its
 * file in `{to}File` by its place among the files, from 0.
 */
export interface ApiUpload {
  from: string
  to: string
  each?: string
}

/**
 * Declares a section; the content's type is inferred from the schema, see {@link ContentOf}. Throws if a field has a name that
 * forms reserve: no form could send it.
 */
export function defineSection<Schema extends z.ZodType>(
  definition: SectionDefinition<Schema>,
): SectionDefinition<Schema> {
  const { fields } = walkSchema(definition.schema)
  const reserved = ENVELOPE_NAMES.filter((name) => fields.has(name))
  if (reserved.length > 0)
    throw new Error(`The section ${definition.id} has fields with reserved names: ${reserved.join(', ')}`)
  return definition
}

/** The content of a section as its schema yields it. */
export type ContentOf<Section extends SectionDefinition> = z.output<Section['schema']>
