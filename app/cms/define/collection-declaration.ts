import type { z } from 'zod'
import type { ApiResource, FileFormat, Lifecycle, PreprocessForm, SectionIcon } from './define-section.ts'

/** What a developer declares of a collection. */
export interface CollectionDeclaration<Schema extends z.ZodObject> {
  /** Unique among sections and collections, kebab-case. Its list is at `/admin/{id}`. */
  id: string
  /** The name that staff see: `News articles`. */
  label: string
  /** Its icon in the sidebar. */
  icon: SectionIcon
  names: EntryNames<Schema>
  /** Id of an entry's section: this prefix and the key. Default: `{id}--`. */
  idPrefix?: string
  /** The files of the entries, below the content folder: one folder and an ending, `news/*.md` or `news/*.yaml`. */
  files: string
  /** The fields of an entry. The names `address` and `visibility` are reserved: every collection adds them; `_id` is the key in the API. */
  schema: Schema
  /** Set if files of earlier releases do not fit the schema. */
  format?: FileFormat
  form: EntryForm<Schema>
  /** Left out: entries have no page, and the home page shows them. */
  pages?: EntryPages
  /**
   * Default: by title. `by`: the text that entries are sorted by, such as a day. `manual`: staff arrange the entries, on a
   * screen of its own.
   */
  order?: 'manual' | EntryOrder<Schema>
  list?: EntryList<Schema>
  lifecycle?: EntryLifecycle<Schema>
  /** Its resource at `/api/{path}`. A collection without this property has no API. */
  api?: EntriesApi
}

/** What an entry is called. */
interface EntryNames<Schema extends z.ZodObject> {
  /** One of them in sentences: `news article`. */
  noun: string
  /** Its name in lists. */
  title(content: z.output<Schema>): string
  /** Its name among the sections: in the history, the releases, the messages of a save. Default: its title. */
  label?(content: z.output<Schema>): string
  /** Its name in the messages of a save. Default: its name among the sections. */
  inMessages?(content: z.output<Schema>): string
}

/** The form of an entry. */
interface EntryForm<Schema extends z.ZodObject> {
  /** Its route module, by its path below the app's folder. */
  module: string
  /**
   * Where it opens: in a dialog over the list, or in the row of the entry. A new entry has a random key then, so that its
   * title is not asked first. Left out: the form is a screen of its own.
   */
  opensIn?: 'dialog' | 'row'
  /** Completes a posted form before the schema parses it. Left out: the schema gets the form as it was posted. */
  preprocess?: PreprocessForm
  /**
   * What the form of a new entry shows in fields. `query` is that of the link to the form:
   * `/admin/{id}?new&title=…&kind=…`. Nothing is saved. A value that does not fit its field is left out.
   */
  prefill?(query: URLSearchParams): FieldTexts<Schema>
  /**
   * What the form of an entry shows in place of its own texts, such as a file that the entry had before:
   * `/admin/{id}/{key}?file=a.pdf`. Nothing is saved. A value that does not fit its field is left out.
   */
  restore?(entry: z.output<Schema>, query: URLSearchParams): FieldTexts<Schema>
}

type FieldTexts<Schema extends z.ZodObject> = Readonly<Partial<Record<keyof z.output<Schema> & string, string>>>

/** Where visitors find the entries. */
interface EntryPages {
  /**
   * Each entry has a page one level below this address: `/recipes`. Without a slash at its end; '' for pages directly
   * below the root. Left out: entries have no page.
   */
  below?: string
  /** True for the last part of an address that something else has, such as a page of the route table. */
  isReserved?: (last: string) => boolean
  /**
   * For entries without a page: the page that shows them, with the fragment of its part, as in `/menu#cakes`. Staff are
   * led there, and it is their preview. A function gets the index of an entry in the list, counted from 0, and its key;
   * the address that it returns may redirect to the page. Default: the home page.
   */
  shownOn?: string | ((index: number | undefined, key: string | undefined) => string)
}

interface EntryOrder<Schema extends z.ZodObject> {
  by(content: z.output<Schema>): string
  newestFirst?: boolean
}

/** The list that staff see. */
interface EntryList<Schema extends z.ZodObject> {
  /** Its columns after the title. */
  columns?: readonly EntryColumn<Schema>[]
  /** Each offers the values that the entries have. */
  filters?: readonly EntryFilter<Schema>[]
  /** A word in place of the state of an entry, such as `Withdrawn`; '' for none. */
  stateLabel?(content: z.output<Schema>): string
  /** Screens that the list leads to, such as one that says which entries are missing. */
  links?: readonly { label: string; href: string }[]
}

/** The title of an entry that another one refers to, by its collection and its key; the key if it cannot be read. */
export type TitleOf = (collection: { id: string }, key: string) => string

export interface EntryColumn<Schema extends z.ZodObject> {
  label: string
  value(content: z.output<Schema>, titleOf: TitleOf): string
  /** What the list is sorted by, such as a day as YYYY-MM-DD. Default: `value`. */
  sortBy?(content: z.output<Schema>, titleOf: TitleOf): string
  /** The file that the column shows below its value: the name of an image, or the address of a document. */
  file?(content: z.output<Schema>): string
  /** True for the first column if it takes the place of the one with the titles. */
  isRowHeader?: boolean
  /** True for the column by which the list begins in groups: its value is their head, and they sort as it does. */
  isGroup?: boolean
}

export interface EntryFilter<Schema extends z.ZodObject> {
  /** Its name in the address of the list. */
  name: string
  label: string
  /** The choice that leaves nothing out: `All kinds`. */
  everything: string
  /** The value of an entry; '' for none. */
  value(content: z.output<Schema>): string
  /** What staff read of a value. Default: the value. */
  valueLabel?(value: string, titleOf: TitleOf): string
  /** True for values of which the last one is offered first, such as years. */
  isDescending?: boolean
}

interface EntryLifecycle<Schema extends z.ZodObject> extends Lifecycle {
  /**
   * Rules for the moment of publication: what a draft may still lack, and what depends on other entries. `before` is the
   * published content. Files that are edited by hand are not checked by them.
   */
  checkPublication?(
    next: z.output<Schema>,
    before: z.output<Schema> | undefined,
    place: PlaceOfEntry,
  ): { path: string; message: string }[]
  /**
   * The last day on which visitors find an entry, YYYY-MM-DD; '' for one that they always find. From the next midnight
   * in the time zone of the site, it is in no list and its page is gone.
   */
  lastDay?(content: z.output<Schema>): string
}

/** Where a publication puts an entry. */
export interface PlaceOfEntry {
  key: string
  /** The entries of the collection with this id as they will be, by their keys. */
  entriesOf(collection: string): ReadonlyMap<string, unknown>
}

/**
 * The API resource of a collection: GET returns its listed entries, POST makes one; GET, PUT and DELETE address one by
 * its key. In bodies the key is the field `_id`.
 */
export interface EntriesApi extends ApiResource {
  kind: 'entries'
  /**
   * Set if only staff may read the entries, because visitors see no more than a part of them. The description of the API
   * is public, so it has this body of a POST in place of an entry. It has to make an entry that may be removed, with a
   * key made of its title.
   */
  staffOnly?: { example: Readonly<Record<string, unknown>> }
  /** Fields that bodies and responses do not have. A PUT keeps them. */
  omits?: readonly string[]
}
