import { z } from 'zod'
import { formPartOf } from './form-part-of.ts'
import { asRecord } from '#app/cms/content/compare/content-words.ts'
import { entriesOf, withEntry } from '#app/cms/content/store/edit-entry.ts'
import { ContentUnavailable } from '#app/cms/content/store/errors.ts'
import type { Snapshot } from '#app/cms/content/store/store.types.ts'
import type { EntryScreens, SectionDefinition } from '#app/cms/define/define-section.ts'
import { reasonOfEdit } from './section-history.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

export type Content = Readonly<Record<string, unknown>>
type Section = SectionDefinition<z.ZodObject>

/** What a posted form changes in the content of its section. */
export type ContentChange = FormChange | ButtonChange

interface Change {
  /** Selects the part of the content that is edited. Edits of other parts do not conflict with it. */
  select: (content: unknown) => unknown
  /** What was done, for the history. */
  reason: string
  /** Shown after it is published. */
  message: string
}

interface FormChange extends Change {
  /** Parses the fields. */
  form: z.ZodObject
  /** Makes the next content from the parsed fields and the current content. */
  next: (value: Content, content: Content) => Content
  /** True if the form edits only a part of the content, so that the next content depends on the current content. */
  isPart: boolean
}

/** The change of a button that has no fields. */
export interface ButtonChange extends Change {
  form?: undefined
  next: (content: Content) => Content
  /** Shown if the part that is edited does not exist. */
  missingMessage?: string
}

export function wholeForm(section: Section): FormChange {
  const { content } = currentSite()
  const isNew = section.entry !== undefined && !content.find(section) && !content.brokenFile(section)
  return {
    form: section.schema,
    select: (content) => content,
    next: (value) => value,
    reason: isNew ? 'Created' : reasonOfEdit(section.label),
    // A new entry has its title only after it is saved.
    get message() {
      return isNew ? `${section.label} created` : section.messages.updated
    },
    isPart: false,
  }
}

/** The form of one entry: replaces the entry with the same `_id`, or adds a new one if the list has none. */
export function entryForm(list: EntryScreens, id: FormDataEntryValue | null, done: 'added' | 'updated'): FormChange {
  const { form, field, indexFor } = list
  const reason = `${capitalised(list.noun)} ${done}`
  return {
    form,
    select: (content) => findEntry(list, content, id),
    next: (value, content) => {
      const entry = { ...value, _id: String(value['_id']) }
      return { ...content, [field]: withEntry(entriesOf(content, field), entry._id, () => entry, indexFor) }
    },
    reason,
    message: reason,
    isPart: true,
  }
}

/** Removes an entry, even if other entries were edited since. */
export function entryRemoval(list: EntryScreens, id: string): ButtonChange {
  const { field, noun } = list
  const reason = `${capitalised(noun)} deleted`
  return {
    select: (content) => findEntry(list, content, id),
    next: (content) => ({ ...content, [field]: withEntry(entriesOf(content, field), id, () => undefined) }),
    reason,
    message: reason,
    missingMessage: `This ${noun} no longer exists.`,
  }
}

/**
 * Moves an entry to the index that `toIndex` returns for its current one, even if entries were edited since, unless the
 * order has changed.
 */
export function entryMove(
  { field }: EntryScreens,
  id: FormDataEntryValue | null,
  toIndex: (from: number) => number,
): ButtonChange {
  return {
    select: (content) => entriesOf(asRecord(content), field).map(({ _id }) => _id),
    next: (content) => {
      const entries = entriesOf(content, field)
      const from = entries.findIndex(({ _id }) => _id === id)
      const moved = entries[from]
      if (!moved) return content
      return { ...content, [field]: entries.toSpliced(from, 1).toSpliced(Math.max(0, toIndex(from)), 0, moved) }
    },
    reason: ORDER_CHANGED,
    message: ORDER_CHANGED,
  }
}

const ORDER_CHANGED = 'Order changed'

/**
 * The published content of a section with entry screens. If its file was never valid, the list is empty: the first save
 * replaces the file.
 */
export function publishedContent<Schema extends z.ZodType>(
  section: SectionDefinition<Schema>,
): Snapshot<z.output<Schema>> {
  const { content } = currentSite()
  const snapshot = content.find(section)
  if (snapshot) return snapshot
  const unusable = content.brokenFile(section)
  if (!unusable && section.entry) return { value: newEntry(section), version: '' }
  if (!unusable) throw new ContentUnavailable(section.id)
  return { value: emptyContent(section), version: unusable.version }
}

/**
 * What the form of an entry shows that does not exist yet: those of the `given` fields that the section has, and the
 * values that its schema has for fields that are left out.
 */
export function newEntry<Schema extends z.ZodType>(
  section: SectionDefinition<Schema>,
  given: Readonly<Partial<Record<string, string>>> = {},
): z.output<Schema> {
  const started = { ...usualValues(section.schema), visibility: 'listed', ...given }
  // A form shows it. The schema checks what is saved.
  return formPartOf(section as unknown as Section, started) as z.output<Schema>
}

/** The texts and numbers that a schema has for fields that are left out. */
function usualValues(schema: z.ZodType): Record<string, string | number> {
  const fields = schema instanceof z.ZodObject ? Object.entries<z.ZodType>(schema.shape) : []
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const { data } = field.safeParse(undefined)
      return typeof data === 'number' || (typeof data === 'string' && data !== '') ? [[name, data]] : []
    }),
  )
}

/** The content of a section of lists without any entries. Throws if the section has other fields that are required. */
export function emptyContent<Schema extends z.ZodType>({ schema }: SectionDefinition<Schema>): z.output<Schema> {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const lists = names.map((name): [string, unknown] => [name, []])
  return schema.parse(Object.fromEntries(lists))
}

function findEntry({ field }: EntryScreens, content: unknown, id: FormDataEntryValue | null) {
  return entriesOf(asRecord(content), field).find(({ _id }) => _id === id)
}

function capitalised(noun: string) {
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}
