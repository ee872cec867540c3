import { formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import type { CollectionDefinition } from '#app/cms/define/define-collection.ts'
import type { TitleOf } from '#app/cms/define/collection-declaration.ts'
import { compareWords, isEntryKey, visibilityOf } from '#app/cms/define/define-collection.ts'
import { checklistSite } from '#app/cms/content/checklist-site.server.ts'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import { MISSING } from '#app/cms/content/section-file/file-read.ts'
import type { Section } from '#app/cms/define/define-site.ts'
import { imageWidths } from '#app/cms/define/walk-schema.ts'
import { sectionsWithHistory } from '#app/cms/content/history/removed-sections.server.ts'
import { draftsOfSection, editorAddress } from '#app/cms/editing/server/draft-ref.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import type { EntryRow, EntryState } from './collection-row.tsx'

/** The collection whose screens have this address. Throws 404 if there is none. */
export function requireCollection(request: Request): CollectionDefinition {
  const id = new URL(request.url).pathname.split('/')[2]
  const collection = currentSite().definition.collections.find((one) => one.id === id)
  if (!collection) throw new Response('There is no such collection.', { status: 404 })
  return collection
}

export const titleOfEntry: TitleOf = ({ id }, key) => {
  const { content, definition } = currentSite()
  const collection = definition.collections.find((one) => one.id === id)
  const found = collection && isEntryKey(key) ? content.find(collection.entry(key)) : undefined
  return collection && found ? collection.title(found.value) : key
}

/** A row with what the list can be sorted and filtered by. */
interface SortableRow extends Omit<EntryRow, 'change'> {
  sortTexts: readonly string[]
  /** The value of each filter of the collection; '' for none. */
  filterValues: readonly string[]
}

/**
 * The entries of a collection in its order. Those that only have a draft are among them, or after those that staff
 * arrange.
 */
export function entryRows(collection: CollectionDefinition): SortableRow[] {
  const { content, drafts, sections } = currentSite()
  const own = drafts.list().filter(({ section }) => section.entry?.collection === collection.id)
  const withDraft = new Map(own.map(({ section }) => [section.id, section]))
  const faults = new Map(content.faults().map((fault) => [fault.section, fault]))
  const faultOf = (id: string) => {
    const fault = faults.get(id)
    if (!fault?.servesLastGood) return undefined
    return fault.message === MISSING ? 'missing' : 'invalid'
  }
  const imageField = imageFieldOf(collection)
  const rules = ruleStatesOf(collection)
  const stateWords = (section: Section, value: Record<string, unknown> | undefined, state: EntryState) => {
    const own = value && state !== 'draft' ? collection.list.stateLabel(value) : ''
    const rule = own === '' && state === 'listed' ? rules?.get(section.entry?.key ?? '') : undefined
    return { stateLabel: rule?.label ?? own, stateTone: rule?.tone }
  }
  const toRow = (
    section: Section,
    value: Record<string, unknown> | undefined,
    state: EntryState,
    version = '',
  ): SortableRow => ({
    key: section.entry?.key ?? '',
    id: section.id,
    href: adminAddress(section),
    draftReleases: [],
    title: value ? collection.title(value) : section.label,
    state,
    ...stateWords(section, value, state),
    hasDraft: withDraft.has(section.id),
    fault: faultOf(section.id),
    filterValues: collection.list.filters.map((filter) => (value ? filter.value(value) : '')),
    values: collection.list.columns.map((column) => (value ? column.value(value, titleOfEntry) : '')),
    files: collection.list.columns.map((column) => (value ? column.file(value) : '')),
    image: imageField === undefined ? '' : imageIn(value?.[imageField]),
    address: section.entry ? collection.addressOf(section.entry.key, value) : '',
    version,
    sortTexts: collection.list.columns.map((column) => (value ? column.sortBy(value, titleOfEntry) : '')),
  })
  const existing = sections.entriesOf(collection)
  const ids = new Set(existing.map(({ id }) => id))
  const rows = existing.map((section) => {
    const { value, version } = content.find(section) ?? {}
    return toRow(section, value, value ? stateOf(collection, value) : 'unreadable', version)
  })
  const unborn = [...withDraft.keys()].flatMap((id) => {
    const section = ids.has(id) ? undefined : sections.resolve(id)
    const [first, ...others] = section ? draftsOfSection(section) : []
    if (!section || !first) return []
    const value = first.content as Record<string, unknown>
    const inReleases = [first, ...others].flatMap(({ release }) => releaseName(release) ?? [])
    const row = { ...toRow(section, value, 'draft'), href: editorAddress(first), draftReleases: inReleases }
    return { key: row.key, value, row }
  })
  if (unborn.length === 0 || collection.orderSection) return [...rows, ...unborn.map(({ row }) => row)]
  const published = rows.map((row, at) => {
    const section = existing[at]
    return { key: row.key, value: section && content.find(section)?.value, row }
  })
  return [...published, ...unborn].toSorted((one, other) => collection.compare(one, other)).map(({ row }) => row)
}

/** What the checklist of the site says of the entries, if they are its rules. */
function ruleStatesOf({ id }: CollectionDefinition) {
  const { checklist } = currentSite().definition
  return checklist?.rules.id === id ? checklist.states?.(checklistSite(currentSite())) : undefined
}

function releaseName(id: string | undefined) {
  return id === undefined ? undefined : currentSite().releases.find(id)?.name
}

/** The first field of the entries that is a picture. */
function imageFieldOf({ schema }: CollectionDefinition) {
  return Object.keys(imageWidths(schema)).find((name) => name in schema.shape)
}

function imageIn(value: unknown) {
  return typeof value === 'string' ? value : ''
}

function stateOf(collection: CollectionDefinition, value: Record<string, unknown>): EntryState {
  const visibility = visibilityOf(value)
  return visibility !== 'hidden' && collection.hasEnded(value) ? 'ended' : visibility
}

const STATE_ORDER: readonly EntryState[] = ['listed', 'unlisted', 'hidden', 'ended', 'draft', 'unreadable']

/** Rows sorted by a column: `title`, `state`, or the number of one of the collection. Any other: in their order. */
export function sortRows(rows: readonly SortableRow[], column: string, isDescending: boolean): SortableRow[] {
  const at = Number(column)
  const textOf = (row: SortableRow) => {
    if (column === 'title') return row.title
    if (column === 'state') return `${STATE_ORDER.indexOf(row.state)} ${row.stateLabel}`
    return row.sortTexts[at]
  }
  if (column === '' || rows.every((row) => textOf(row) === undefined)) return [...rows]
  const sign = isDescending ? -1 : 1
  return rows.toSorted((one, other) => sign * compareWords(textOf(one) ?? '', textOf(other) ?? ''))
}

/** An entry that was removed. Its history is still there. */
interface RemovedRow {
  key: string
  /** Its last title; its key if that cannot be read. */
  title: string
  /** Address of its history. */
  href: string
  /** The edit that removed it; undefined if the history does not have it any more. */
  edit: { id: string; author: string; time: string; when: string } | undefined
}

/** The sections of the entries of a collection that were removed: they have a history, and no row. */
export async function removedSections(collection: CollectionDefinition, rows: readonly EntryRow[]): Promise<Section[]> {
  const { storage, sections } = currentSite()
  const keys = new Set(rows.map(({ key }) => key))
  const past = await sectionsWithHistory(storage, sections)
  return past.filter(({ entry }) => entry?.collection === collection.id && !keys.has(entry.key))
}

/** What the list says about removed entries, in the order of the sections. */
export function removedRows(collection: CollectionDefinition, removed: readonly Section[]): Promise<RemovedRow[]> {
  const { auth, content } = currentSite()
  return Promise.all(
    removed.map(async (section) => {
      const key = section.entry?.key ?? ''
      const href = `/admin/history/${section.id}`
      const [newest] = await content.history(section, 1)
      if (!newest) return { key, title: key, href, edit: undefined }
      const { value, issues } = await content.past(section, newest.id)
      const title =
        value !== undefined && issues.length === 0 ? collection.title(value as Record<string, unknown>) : key
      const { id, author, time } = newest
      return {
        key,
        title,
        href,
        edit: { id, author: auth.accounts.nameOf(author), time, when: formatTimeInSentence(time) },
      }
    }),
  )
}
