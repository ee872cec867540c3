import type { z } from 'zod'
import { defineSection, saveMessages, type ApiResource, type SectionDefinition } from './define-section.ts'
import { capitalised } from '#app/cms/platform/format/words.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { defineEntryOrder, type EntryOrderSection } from './entry-order.ts'
import { addressToType, isKeyOfTitle, losesLetters } from './entry-address.ts'
import { choice, MAX_KEY_LENGTH, optionalSlug, SLUG_PATTERN } from './fields.ts'
import { MAX_LIST_ENTRIES } from './list-limit.ts'
import type { SeveralEntries } from './several-rows.ts'

/**
 * Who finds an entry. `listed`: everyone. `unlisted`: a visitor who has its address; it is in no list, no search and
 * no sitemap. `hidden`: staff alone, its address responds with 404.
 */
const VISIBILITIES = ['listed', 'unlisted', 'hidden'] as const
const VISIBILITY_TITLES = { listed: 'On the website', unlisted: 'Unlisted', hidden: 'Hidden' }
export type Visibility = (typeof VISIBILITIES)[number]

/** The fields that every collection adds to the schema of its entries. */
const ENTRY_FIELDS = {
  /** Last part of the address of the entry's page. Empty: its key. */
  address: optionalSlug('Address'),
  visibility: choice('Visibility', VISIBILITIES, VISIBILITY_TITLES).default('listed'),
}

/** The most entries of a collection, also the default. */
export const MAX_ENTRIES = 2_000

/** Sections of entries without content that a collection remembers. Keys come from requests as well. */
const MAX_REMEMBERED = 2 * MAX_ENTRIES

/** The schema of an entry: that of the declaration with `address` and `visibility`. */
type EntrySchema<Schema extends z.ZodObject> = z.ZodObject<
  z.core.util.Extend<Schema['shape'], typeof ENTRY_FIELDS>,
  z.core.$strict
>

/** What a developer declares. */
interface CollectionDeclaration<Schema extends z.ZodObject> extends Pick<
  SectionDefinition<Schema>,
  'icon' | 'format' | 'checkChange' | 'complete' | 'keptBecause' | 'withdrawal' | 'preprocess'
> {
  /** Unique among sections and collections, kebab-case. Its list is at `/admin/{id}`. */
  id: string
  /** The name that staff see: `News articles`. */
  label: string
  /** What one entry is called in sentences: `news article`. */
  noun: string
  /** The route module of an entry's form, by its path below the app's folder. */
  editor: string
  /** The files of the entries, below the content folder: one folder and an ending, `news/*.md` or `news/*.yaml`. */
  files: string
  /** The fields of an entry. The names `address` and `visibility` are reserved: every collection adds them; `_id` is the key in the API. */
  schema: Schema
  /** The name of an entry in lists. */
  title(content: z.output<Schema>): string
  /** The name of an entry among the sections: in messages, the history, the releases. Default: its title. */
  entryLabel?(content: z.output<Schema>): string
  /**
   * Where the form of an entry opens: in a dialog over the list, or in its row. A new one has a random key, so that its
   * title is not asked first. Left out: the form is a screen of its own.
   */
  editsIn?: 'dialog' | 'row'
  /** The name of an entry in the messages of a save. Default: its name among the sections. */
  messageName?(content: z.output<Schema>): string
  /** The pages of the entries, one level below an address: `{ below: '/recipes' }`. Left out: entries have no page. */
  page?: EntryPages
  /**
   * For entries without a page: the page that shows them, with the fragment of its part, as in `/menu#cakes`. Staff are
   * led there, and it is their preview. Default: the home page.
   */
  shownOn?: string
  /** Where visitors see the entry at an index of the list, counted from 0. Default: `shownOn`. */
  shownAt?: (index: number) => string
  /** The pages that list the entries, beside those of a section. A changed entry is a change of these pages. */
  listedOn?: readonly string[]
  /**
   * Default: by title. `by`: the text that entries are sorted by, such as a day. `manual`: staff arrange the entries, on a
   * screen of its own.
   */
  order?: 'manual' | EntryOrder<Schema>
  /**
   * The last day on which visitors find an entry, YYYY-MM-DD; '' for one that they always find. From the next midnight
   * in the time zone of the site, it is in no list and its page is gone.
   */
  lastDay?(content: z.output<Schema>): string
  /**
   * Fields that a link to the form of a new entry may fill in: `/admin/{id}?new&title=…&kind=…`. The form shows them, and
   * nothing is saved. A value that does not fit its field is left out.
   */
  startsWith?: readonly (keyof z.output<Schema> & string)[]
  /** What the form of a new entry shows in fields, such as today in that of a date. Nothing is saved. */
  beginsWith?(): Readonly<Partial<Record<keyof z.output<Schema> & string, string>>>
  /** A screen that the list leads to, such as one that says which entries are missing. */
  guide?: { label: string; href: string }
  /** A form that makes several entries at once. */
  several?: SeveralEntries
  /**
   * Values that fields of an entry had before, and that a link to its form may put back into them:
   * `/admin/{id}/{key}?file=a.pdf`. The form shows them, and nothing is saved. Any other value of a link is left out.
   */
  earlierValues?(content: z.output<Schema>): Readonly<Record<string, readonly string[]>>
  /** The columns of the list that staff see, after the title. */
  columns?: readonly EntryColumn<Schema>[]
  /** The filters of that list: each offers the values that the entries have. */
  filters?: readonly EntryFilter<Schema>[]
  /** A word in place of the state of an entry in that list, such as `Withdrawn`; '' for none. */
  mark?(content: z.output<Schema>): string
  /** Its resource at `/api/{path}`. A collection without this property has no API. */
  api?: EntriesApi
  /** Id of an entry's section: this prefix and the key. Default: `{id}--`. */
  idPrefix?: string
  /** Default: {@link MAX_ENTRIES}, or as many as a list may have if staff arrange the entries. */
  max?: number
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

interface EntryPages {
  /** Address without a slash at its end; '' for pages directly below the root. */
  below: string
  /** True for the last part of an address that something else has, such as a page of the route table. */
  isReserved?: (last: string) => boolean
}

interface EntryOrder<Schema extends z.ZodObject> {
  by(content: z.output<Schema>): string
  newestFirst?: boolean
}

interface EntryColumn<Schema extends z.ZodObject> {
  label: string
  value(content: z.output<Schema>): string
  /** What the list is sorted by, such as a day as YYYY-MM-DD. Default: `value`. */
  sortBy?(content: z.output<Schema>): string
  /** The file that the column shows below its value: the name of an image, or the address of a document. */
  file?(content: z.output<Schema>): string
  /** True for the first column if it takes the place of the one with the titles. */
  isRowHeader?: boolean
}

interface EntryFilter<Schema extends z.ZodObject> {
  /** Its name in the address of the list. */
  name: string
  label: string
  /** The choice that leaves nothing out: `All kinds`. */
  everything: string
  /** The value of an entry; '' for none. */
  value(content: z.output<Schema>): string
  /** What staff read of a value. Default: the value. */
  valueLabel?(value: string): string
  /** True for values of which the last one is offered first, such as years. */
  isDescending?: boolean
}

/** The names that the address of a list has for other things. */
const LIST_PARAMETERS = ['confirm', 'duplicate', 'id', 'new', 'order', 'page', 'q', 'show', 'sort', 'title']

/**
 * A kind of content of which staff make as many as they need. An entry is a section: `entry(key)` has an id, a schema
 * and a file, so history, drafts, releases, approval and undo are those of sections. The key is the name of the file
 * and never changes; the address is a field.
 */
export interface CollectionDefinition<Schema extends z.ZodObject = z.ZodObject> extends Required<
  Pick<CollectionDeclaration<Schema>, 'id' | 'label' | 'noun' | 'icon' | 'editor' | 'schema' | 'max' | 'idPrefix'>
> {
  /** Folder of the files below the content folder. */
  folder: string
  /** `.md` or `.yaml`. */
  ending: string
  page: EntryPages | undefined
  editsIn: 'dialog' | 'row' | undefined
  shownAt: ((index: number) => string) | undefined
  listedOn: readonly string[]
  api: EntriesApi | undefined
  columns: readonly Required<EntryColumn<Schema>>[]
  filters: readonly Required<EntryFilter<Schema>>[]
  /** A word in place of the state of an entry in lists; '' for none. */
  mark(content: z.output<Schema>): string
  startsWith: readonly string[]
  beginsWith(): Readonly<Partial<Record<string, string>>>
  guide: { label: string; href: string } | undefined
  several: SeveralEntries | undefined
  earlierValues(content: z.output<Schema>): Readonly<Record<string, readonly string[]>>
  title(content: z.output<Schema>): string
  /** True if entries may have a last day. */
  canEnd: boolean
  /** True if the last day of an entry is over. */
  hasEnded(content: z.output<Schema>): boolean
  /** The section of an entry, whether it exists or not. Its label and its page are those of its `content`, if given. */
  entry(key: string, content?: z.output<Schema>): SectionDefinition<Schema>
  /** The last part of the address of an entry. */
  addressOf(key: string, content: z.output<Schema> | undefined): string
  /** The section that has the order of the entries. Undefined unless staff arrange them. */
  orderSection: EntryOrderSection | undefined
  /** Compares two entries in the order of the collection, or by title if staff arrange them: see `inEntryOrder`. */
  compare(one: KeyedContent<Schema>, other: KeyedContent<Schema>): number
}

export interface KeyedContent<Schema extends z.ZodObject> {
  key: string
  /** Undefined if it cannot be read. */
  value: z.output<Schema> | undefined
}

export type ContentOfEntry<Collection extends CollectionDefinition> = z.output<Collection['schema']>

/** Declares a collection. Throws if its declaration contradicts itself. */
export function defineCollection<Schema extends z.ZodObject>(
  declaration: CollectionDeclaration<Schema>,
): CollectionDefinition<EntrySchema<Schema>> {
  const {
    id,
    label,
    noun,
    icon,
    editor,
    format,
    checkChange,
    complete,
    keptBecause,
    withdrawal,
    preprocess,
    page,
    api,
    editsIn,
  } = declaration
  const {
    columns = [],
    filters = [],
    startsWith = [],
    listedOn = [],
    guide,
    several,
    idPrefix = `${id}--`,
    shownOn = '/',
  } = declaration
  const isArranged = declaration.order === 'manual'
  const most = isArranged ? MAX_LIST_ENTRIES : MAX_ENTRIES
  const { max = most } = declaration
  const [, folder, ending] = /^([a-z0-9-]+(?:\/[a-z0-9-]+)*)\/\*(\.(?:md|yaml))$/.exec(declaration.files) ?? []
  if (folder === undefined || ending === undefined)
    throw new Error(`The files of the collection ${id} are not those of one folder, such as news/*.md`)
  if (max > most) throw new Error(`The collection ${id} may have at most ${most} entries`)
  const reserved = ['_id', ...Object.keys(ENTRY_FIELDS)].filter((name) => name in declaration.schema.shape)
  if (reserved.length > 0)
    throw new Error(`The collection ${id} has fields with reserved names: ${reserved.join(', ')}`)
  const taken = filters.map(({ name }) => name).filter((name) => LIST_PARAMETERS.includes(name))
  if (taken.length > 0) throw new Error(`The collection ${id} has filters with reserved names: ${taken.join(', ')}`)
  type Content = z.output<EntrySchema<Schema>>
  // The fields of the declaration are among those of the schema. TypeScript cannot follow it through the generic.
  const own = (content: Content) => content as unknown as z.output<Schema>
  const schema = declaration.schema.safeExtend(ENTRY_FIELDS) as unknown as EntrySchema<Schema>

  function addressOf(key: string, content: Content | undefined): string {
    const { address } = (content ?? {}) as { address?: string }
    return address === undefined || address === '' ? key : address
  }

  function title(content: Content) {
    return declaration.title(own(content))
  }

  /** Each read of an entry starts from its section, and an index of the collection reads all of them. */
  const remembered = new Map<string, SectionDefinition<EntrySchema<Schema>>>()

  function entry(key: string, content?: Content): SectionDefinition<EntrySchema<Schema>> {
    if (content !== undefined) return makeEntry(key, content)
    const known = remembered.get(key)
    if (known) return known
    const made = makeEntry(key)
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(key, made)
    return made
  }

  function makeEntry(key: string, content?: Content): SectionDefinition<EntrySchema<Schema>> {
    if (!isEntryKey(key)) throw new TypeError(`“${key}” is not the key of an entry`)
    const named =
      content === undefined ? `${noun} “${key}”` : (declaration.entryLabel?.(own(content)) ?? title(content))
    const inMessages = content && declaration.messageName?.(own(content))
    const messages = editsIn ? messagesOfNoun(noun) : inMessages === undefined ? undefined : saveMessages(inMessages)
    return defineSection({
      id: idPrefix + key,
      label: named,
      ...(messages && { messages }),
      icon,
      editor,
      file: `${folder}/${key}${ending}`,
      schema,
      ...(format && { format }),
      ...(checkChange && { checkChange }),
      ...(page && { checkFirst: (value: unknown) => issuesOfAddress(key, value as Content) }),
      ...(complete && { complete }),
      ...(keptBecause && { keptBecause }),
      ...(withdrawal && { withdrawal }),
      ...(preprocess && { preprocess }),
      page: page ? `${page.below}/${addressOf(key, content)}` : shownOn,
      entry: { collection: id, key },
    })
  }

  /** The address is made of the title. If that leaves letters out, staff type it before anybody knows it. */
  function issuesOfAddress(key: string, content: Content) {
    const name = title(content)
    const isOwn = addressOf('', content) !== '' || !isKeyOfTitle(key, name, noun)
    return isOwn || !losesLetters(name) ? [] : [{ path: 'address', message: addressToType(name) }]
  }

  const order = declaration.order === 'manual' ? undefined : declaration.order
  const sortText = (content: Content) => (order ? order.by(own(content)) : title(content))

  function compare(one: KeyedContent<EntrySchema<Schema>>, other: KeyedContent<EntrySchema<Schema>>) {
    const [before, after] = [one, other].map(({ value }) => (value === undefined ? '' : sortText(value)))
    const byText = compareWords(before ?? '', after ?? '')
    return (order?.newestFirst ? -byText : byText) || compareWords(one.key, other.key)
  }

  const collection = {
    ...{ id, label, noun, icon, editor, schema, max, idPrefix, folder, ending, page, listedOn, api, startsWith },
    ...{ guide, several, editsIn, shownAt: declaration.shownAt },
    columns: columns.map((column) => ({
      label: column.label,
      isRowHeader: column.isRowHeader ?? false,
      file: (content: Content) => column.file?.(own(content)) ?? '',
      value: (content: Content) => column.value(own(content)),
      sortBy: (content: Content) => column.sortBy?.(own(content)) ?? column.value(own(content)),
    })),
    filters: filters.map((filter) => ({
      ...{ name: filter.name, label: filter.label, everything: filter.everything },
      isDescending: filter.isDescending ?? false,
      valueLabel: (value: string) => filter.valueLabel?.(value) ?? value,
      value: (content: Content) => filter.value(own(content)),
    })),
    beginsWith: () => declaration.beginsWith?.() ?? {},
    earlierValues: (content: Content) => declaration.earlierValues?.(own(content)) ?? {},
    mark: (content: Content) => declaration.mark?.(own(content)) ?? '',
    title,
    canEnd: declaration.lastDay !== undefined,
    hasEnded: (content: Content) => {
      const day = declaration.lastDay?.(own(content)) ?? ''
      return day !== '' && day < today()
    },
    entry,
    addressOf,
    compare,
  }
  const orderSection = isArranged
    ? defineEntryOrder({ ...collection, page: page ? page.below || '/' : shownOn })
    : undefined
  return { ...collection, orderSection }
}

/** The messages of the saves of an entry whose form opens within its list, where staff see which one it is. */
function messagesOfNoun(noun: string) {
  const name = capitalised(noun)
  return {
    created: `${name} added`,
    updated: `${name} updated`,
    removed: `${name} deleted`,
    failed: `Failed to update ${noun}`,
  }
}

/** The address of the form that makes several entries of a collection. No entry has such a key. */
export function severalAddress(id: string): string {
  return `/admin/${id}/~several`
}

/** True for a name that a file of an entry may have, without its ending. */
export function isEntryKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && SLUG_PATTERN.test(key)
}

/** The key of the entry that a file of the collection belongs to, by its name below the content folder. */
export function keyOfFile({ folder, ending }: CollectionDefinition, file: string): string | undefined {
  if (!file.startsWith(`${folder}/`) || !file.endsWith(ending)) return undefined
  const key = file.slice(folder.length + 1, -ending.length)
  return isEntryKey(key) ? key : undefined
}

/** The key of the entry whose section has this id. */
export function keyOfId({ idPrefix }: CollectionDefinition, id: string): string | undefined {
  const key = id.startsWith(idPrefix) ? id.slice(idPrefix.length) : ''
  return isEntryKey(key) ? key : undefined
}

/** Who finds an entry with this content. */
export function visibilityOf(content: unknown): Visibility {
  const { visibility } = content as { visibility: Visibility }
  return visibility
}

/** Entries sort the same on every machine. */
const words = new Intl.Collator('en', { numeric: true })

/** Compares two texts as lists sort them. */
export function compareWords(one: string, other: string) {
  return words.compare(one, other)
}
