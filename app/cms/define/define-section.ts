import './zod-without-eval.ts'
import type { z } from 'zod'
import { ENVELOPE_NAMES } from '#app/cms/platform/http/form-envelope.ts'
import { walkSchema } from './walk-schema.ts'

/** How an entry that has to be kept is taken from visitors: its content stays, and says why it is withdrawn. */
export interface EntryWithdrawal {
  /** Why an entry is withdrawn; '' while it is not. */
  reasonOf: (content: unknown) => string
  withdraw: (content: unknown, reason: string) => unknown
  /** What staff should know before the entry is public for the first time, as a sentence. Undefined: nothing. */
  noteBefore: (content: unknown) => string | undefined
}

/** Rules for the life of a content. */
export interface Lifecycle {
  /**
   * Rules for what a change adds to the published content, `before`. The schema also applies to files, so a rule of a
   * later release belongs here: content of an earlier release may break it, and a change may keep what broke it before.
   */
  checkChange?: (next: unknown, before: unknown) => { path: string; message: string }[]
  /**
   * Completes content when it is published with what only the server knows, such as the moment since when a file is
   * public. What was typed for it is replaced. `before` is the published content. Also called for an earlier version
   * that is restored. `isUndo`: the change is the undo of an edit or of a release, or restores an earlier version.
   */
  complete?: (next: unknown, before: unknown, now: Date, by: { isUndo: boolean }) => unknown
  /** For an entry of a collection: why it must not be removed now, as a sentence. Undefined if it may be. */
  keptBecause?: (content: unknown, now: Date) => string | undefined
  /** For an entry that may have to be kept: what can be done instead of a removal. */
  withdrawal?: EntryWithdrawal
}

/** What a developer declares of a section. */
interface SectionDeclaration<Schema extends z.ZodType> {
  /** Unique, kebab-case. Identifies the section in the history, in `/admin/{id}` and in the log. */
  id: string
  /** The name that staff see, as in the admin sidebar. */
  label: string
  /** Its icon in the sidebar. */
  icon: SectionIcon
  /** The route module of its form, by its path below the app's folder. Left out if only the site itself writes it. */
  editor?: string
  /** File below the content folder, with forward slashes: YAML, or Markdown (`.md`) whose text is the field `body`. */
  file: string
  /** Parses the file, the form post, the JSON body and the multipart body. */
  schema: Schema
  /** Set if files of earlier releases do not fit the schema. */
  format?: FileFormat
  lifecycle?: Lifecycle
  /**
   * `by release`: a change becomes public only with a release, after a second person has approved it, whatever staff have
   * set for approval. Left out: staff publish it as they have set.
   */
  changes?: 'by release'
  /** Shown after a save. Messages that are left out are made from the label. */
  messages?: Partial<SaveMessages>
  /** Address of the public page (with fragment) that shows the section. */
  page: string
  /** Completes a posted form before the schema parses it. Left out: the schema gets the form as it was posted. */
  preprocess?: PreprocessForm
  /** Its resource at `/api/{path}`. A section without this property has no API. */
  api?: SectionApi
  /** True if its file may be missing: then its content is that of an empty file, and the first save makes the file. */
  isOptional?: boolean
  /**
   * True if a site whose content is of a release without this section gets the file that ships with this release: its
   * texts hold for any company, or are off until staff switch them on. Left out: staff are told that the file is missing.
   */
  startsAsShipped?: boolean
}

/** What only a collection says of its sections. */
interface OfCollection {
  /**
   * Set for an entry of a collection. Its file may be absent: then there is no such entry. Left out: a section that a
   * site always has.
   */
  entry?: CollectionEntryRef
  /** Set for the section with the order of a collection's entries: the id of the collection. */
  orderOf?: string
  /** For an entry of a collection: rules for its first publication, beside those for a change. */
  checkFirst?: (content: unknown) => { path: string; message: string }[]
  messages?: Partial<SaveMessages> & EntryMessages
}

/** One section of the site: declared once, used by the store, the editors, the API and the public pages. */
export interface SectionDefinition<Schema extends z.ZodType = z.ZodType>
  extends Omit<SectionDeclaration<Schema>, 'messages'>, Omit<OfCollection, 'messages'> {
  messages: SaveMessages & EntryMessages
}

/** The id of a collection, and the key of one of its entries. */
interface CollectionEntryRef {
  collection: string
  key: string
}

/** The fields of a posted form, for the schema of its section. Files in it are already stored. */
export interface PostedFields {
  content: FormData
  /** Messages of refused uploads, by field name. */
  fileErrors: Record<string, string[]>
}

/** Applies the effects of a button or file input on other fields of a posted form. */
export type PreprocessForm = (posted: PostedFields) => PostedFields

interface SaveMessages {
  updated: string
  failed: string
}

/** Of an entry of a collection. Default: with its label. */
interface EntryMessages {
  created?: string
  removed?: string
}

export type SectionIcon =
  | 'bundle'
  | 'expand'
  | 'branches'
  | 'briefcase'
  | 'globe'
  | 'image'
  | 'logos'
  | 'news'
  | 'page'
  | 'person'
  | 'pin'
  | 'tube'
  | 'quality'
  | 'range'
  | 'report'
  | 'shield'
  | 'slides'
  | 'sliders'
  | 'stats'
  | 'swap'
  | 'rings'

/** The format of a section's file. The file's field `formatVersion` holds the version; the default is 1. */
export interface FileFormat {
  /** The version that the schema describes, from 2. */
  version: number
  /** Migrates content from version `from` to the next version. */
  migrate: (content: Record<string, unknown>, from: number) => Record<string, unknown>
}

/**
 * The shape of a section's API resource. It determines the addresses, methods, bodies and documentation.
 * - `record`: GET returns the content itself (in a list of one if `listed`); PUT replaces it, at `/api/{path}/{_id}` if the
 *   content has an `_id`, else at `/api/{path}`.
 * - `list`: GET returns the list in the field `key`; POST adds an entry, PUT and DELETE address one by its `_id`.
 *
 * The resource of a collection is `entries`, see `define-collection.ts`.
 */
export type SectionApi = RecordApi | ListApi

export interface ApiResource {
  /** Last part of the address: `/api/{path}`. */
  path: string
  /** A file that a multipart body may carry. */
  upload?: ApiUpload
  /**
   * Fields that keep their value if a PUT leaves them out; all others are replaced. `imageAlt` describes `image`, so it
   * keeps its value only if `image` does.
   */
  keeps?: readonly string[] | 'all'
}

export interface RecordApi extends ApiResource {
  kind: 'record'
  listed?: boolean
  /** PUT does the same at `/api/{path}/{alias}`. */
  alias?: string
}

export interface ListApi extends ApiResource {
  kind: 'list'
  key: string
  item: z.ZodObject
}

/**
 * The file field `from` of a multipart body. The field `to` gets the name of the stored file, and its schema says which
 * files are accepted. With `each`, the file field is repeated and `to` is a field of the entries of that list; an entry
 * names its file in `{to}File` by its index among the files, from 0.
 */
export interface ApiUpload {
  from: string
  to: string
  each?: string
}

/**
 * Declares a section; the content's type is inferred from the schema, see {@link ContentOf}. Throws if a field has a
 * name that forms or files reserve for themselves.
 */
export function defineSection<Schema extends z.ZodType>(
  declaration: SectionDeclaration<Schema>,
  ofCollection: OfCollection = {},
): SectionDefinition<Schema> {
  const { label, schema } = declaration
  const { fields } = walkSchema(schema)
  const reserved = [...ENVELOPE_NAMES, FORMAT_FIELD].filter((name) => fields.has(name))
  if (reserved.length > 0)
    throw new Error(`The section ${declaration.id} has fields with reserved names: ${reserved.join(', ')}`)
  const messages = { ...saveMessages(label), ...declaration.messages, ...ofCollection.messages }
  return { ...declaration, ...ofCollection, messages }
}

/** The messages of a save of what has this name. */
export function saveMessages(name: string): SaveMessages {
  return { updated: `${name} updated successfully!`, failed: `Failed to update ${name}` }
}

/** The field of a file that holds the version of its format. */
export const FORMAT_FIELD = 'formatVersion'

export type ContentOf<Section extends SectionDefinition> = z.output<Section['schema']>
