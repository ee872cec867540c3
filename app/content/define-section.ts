import type { z } from 'zod'

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
 * The shape of a section's API resource.
 * - `record`: GET answers the content itself (in a list of one where `listed`); PUT replaces it.
 * - `collection`: GET answers the list kept under `key`; POST adds an entry, PUT and DELETE address one by its `_id`.
 */
export type SectionApi = RecordApi | CollectionApi

export interface RecordApi {
  path: string
  kind: 'record'
  listed?: boolean
}

export interface CollectionApi {
  path: string
  kind: 'collection'
  key: string
  item: z.ZodObject
  upload?: ApiUpload
  /** Fields that keep their value when a PUT leaves them out; all others are replaced. */
  keeps?: readonly string[]
}

/**
 * The file field `from` of a multipart body and what becomes of the file: of an image, `to` gets the stored name; of a PDF,
 * which is kept in a `folder` of the uploads, its address.
 */
export type ApiUpload = { from: string; to: string } & ({ accepts: 'image' } | { accepts: 'pdf'; folder: string })

/** Declares a section; the content's type is inferred from the schema, see {@link ContentOf}. */
export function defineSection<Schema extends z.ZodType>(
  definition: SectionDefinition<Schema>,
): SectionDefinition<Schema> {
  return definition
}

/** The content of a section as its schema yields it. */
export type ContentOf<Section extends SectionDefinition> = z.output<Section['schema']>
