import type { z } from 'zod'
import type {
  CollectionDeclaration,
  EntriesApi,
  EntryColumn,
  EntryFilter,
  PlaceOfEntry,
} from './collection-declaration.ts'
import { defineSection, saveMessages, type SectionDefinition } from './define-section.ts'
import { capitalised } from '#app/cms/platform/format/words.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { defineEntryOrder, type EntryOrderSection } from './entry-order.ts'
import { addressToType, isKeyOfTitle, losesLetters } from './entry-address.ts'
import { choice, MAX_KEY_LENGTH, optionalSlug, SLUG_PATTERN } from './fields.ts'
import { MAX_LIST_ENTRIES } from './list-limit.ts'

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

/** The most entries of a collection. */
export const MAX_ENTRIES = 2_000

/** Sections of entries without content that a collection remembers. Keys come from requests as well. */
const MAX_REMEMBERED = 2 * MAX_ENTRIES

/** The schema of an entry: that of the declaration with `address` and `visibility`. */
type EntrySchema<Schema extends z.ZodObject> = z.ZodObject<
  z.core.util.Extend<Schema['shape'], typeof ENTRY_FIELDS>,
  z.core.$strict
>

/** The names that the address of a list has for other things. */
const LIST_PARAMETERS = ['confirm', 'duplicate', 'id', 'move', 'new', 'order', 'page', 'q', 'show', 'sort', 'title']

/**
 * A kind of content of which staff make as many as they need. An entry is a section: `entry(key)` has an id, a schema
 * and a file, so history, drafts, releases, approval and undo are those of sections. The key is the name of the file
 * and never changes; the address is a field.
 */
export interface CollectionDefinition<Schema extends z.ZodObject = z.ZodObject> extends Required<
  Pick<CollectionDeclaration<Schema>, 'id' | 'label' | 'icon' | 'schema' | 'idPrefix'>
> {
  /** What one entry is called in sentences. */
  noun: string
  /** The name of an entry in lists. */
  title(content: z.output<Schema>): string
  /** Folder of the files below the content folder. */
  folder: string
  /** `.md` or `.yaml`. */
  ending: string
  /** The most entries that there can be. */
  max: number
  form: {
    module: string
    opensIn: 'dialog' | 'row' | undefined
    prefill(query: URLSearchParams): Readonly<Partial<Record<string, string>>>
    restore(entry: z.output<Schema>, query: URLSearchParams): Readonly<Partial<Record<string, string>>>
  }
  /** Where the pages of the entries are. Undefined if entries have no page. */
  page: { below: string; isReserved: (last: string) => boolean } | undefined
  /** For entries without a page: the page that shows all of them, or the one at an index of the list with a key. */
  shownOn(index?: number, key?: string): string
  list: {
    columns: readonly Required<EntryColumn<Schema>>[]
    filters: readonly Required<EntryFilter<Schema>>[]
    /** A word in place of the state of an entry; '' for none. */
    stateLabel(content: z.output<Schema>): string
    links: readonly { label: string; href: string }[]
  }
  api: EntriesApi | undefined
  /** What visitors must not see of an entry yet, see its declaration. */
  checkPublication(
    next: z.output<Schema>,
    before: z.output<Schema> | undefined,
    place: PlaceOfEntry,
  ): { path: string; message: string }[]
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
  const { id, label, icon, names, idPrefix = `${id}--`, format, form } = declaration
  const { pages = {}, list = {}, lifecycle = {}, api } = declaration
  const { noun } = names
  const { folder, ending } = checked(declaration)
  const isArranged = declaration.order === 'manual'
  type Content = z.output<EntrySchema<Schema>>
  // The fields of the declaration are among those of the schema. TypeScript cannot follow it through the generic.
  const own = (content: Content) => content as unknown as z.output<Schema>
  const schema = declaration.schema.safeExtend(ENTRY_FIELDS) as unknown as EntrySchema<Schema>
  const { below, isReserved = () => false, shownOn = '/' } = pages
  const page = below === undefined ? undefined : { below, isReserved }
  const shownAt = (index?: number, key?: string) => (typeof shownOn === 'string' ? shownOn : shownOn(index, key))

  function addressOf(key: string, content: Content | undefined): string {
    const { address } = (content ?? {}) as { address?: string }
    return address === undefined || address === '' ? key : address
  }

  function title(content: Content) {
    return names.title(own(content))
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
    const named = content === undefined ? `${noun} “${key}”` : (names.label?.(own(content)) ?? title(content))
    const inMessages = content && names.inMessages?.(own(content))
    return defineSection(
      {
        ...{ id: idPrefix + key, label: named, icon, editor: form.module, file: `${folder}/${key}${ending}`, schema },
        ...(format && { format }),
        lifecycle,
        ...(inMessages !== undefined && { messages: saveMessages(inMessages) }),
        page: page ? `${page.below}/${addressOf(key, content)}` : shownAt(undefined, key),
        ...(form.preprocess && { preprocess: form.preprocess }),
      },
      {
        entry: { collection: id, key },
        ...(page && { checkFirst: (value: unknown) => issuesOfAddress(key, value as Content) }),
        ...(form.opensIn && { messages: messagesOfNoun(noun) }),
      },
    )
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

  return {
    ...{ id, label, icon, noun, schema, idPrefix, folder, ending, page, api, title, entry, addressOf, compare },
    // A list that is arranged, or whose forms open within it, is one page.
    max: isArranged || form.opensIn ? MAX_LIST_ENTRIES : MAX_ENTRIES,
    form: {
      ...{ module: form.module, opensIn: form.opensIn },
      prefill: (query) => form.prefill?.(query) ?? {},
      restore: (content, query) => form.restore?.(own(content), query) ?? {},
    },
    shownOn: shownAt,
    list: {
      columns: (list.columns ?? []).map((column) => ({
        label: column.label,
        isRowHeader: column.isRowHeader ?? false,
        isGroup: column.isGroup ?? false,
        file: (content) => column.file?.(own(content)) ?? '',
        value: (content, titleOf) => column.value(own(content), titleOf),
        sortBy: (content, titleOf) =>
          column.sortBy ? column.sortBy(own(content), titleOf) : column.value(own(content), titleOf),
      })),
      filters: (list.filters ?? []).map((filter) => ({
        ...{ name: filter.name, label: filter.label, everything: filter.everything },
        isDescending: filter.isDescending ?? false,
        valueLabel: (value, titleOf) => filter.valueLabel?.(value, titleOf) ?? value,
        value: (content) => filter.value(own(content)),
      })),
      stateLabel: (content) => list.stateLabel?.(own(content)) ?? '',
      links: list.links ?? [],
    },
    checkPublication: (next, before, place) =>
      lifecycle.checkPublication?.(own(next), before && own(before), place) ?? [],
    canEnd: 'lastDay' in lifecycle,
    hasEnded(content) {
      const day = lifecycle.lastDay?.(own(content)) ?? ''
      return day !== '' && day < today()
    },
    orderSection: isArranged
      ? defineEntryOrder({ ...{ id, noun, icon, folder, ending }, page: page ? page.below || '/' : shownAt() })
      : undefined,
  }
}

/** The folder and the ending of the files of a declaration. Throws if it contradicts itself. */
function checked({ id, files, schema, list }: CollectionDeclaration<z.ZodObject>) {
  const [, folder, ending] = /^([a-z0-9-]+(?:\/[a-z0-9-]+)*)\/\*(\.(?:md|yaml))$/.exec(files) ?? []
  if (folder === undefined || ending === undefined)
    throw new Error(`The files of the collection ${id} are not those of one folder, such as news/*.md`)
  const reserved = ['_id', ...Object.keys(ENTRY_FIELDS)].filter((name) => name in schema.shape)
  if (reserved.length > 0)
    throw new Error(`The collection ${id} has fields with reserved names: ${reserved.join(', ')}`)
  const taken = (list?.filters ?? []).map(({ name }) => name).filter((name) => LIST_PARAMETERS.includes(name))
  if (taken.length > 0) throw new Error(`The collection ${id} has filters with reserved names: ${taken.join(', ')}`)
  return { folder, ending }
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
