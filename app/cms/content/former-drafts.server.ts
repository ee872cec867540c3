import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '#app/cms/content/compare/content-words.ts'
import { inCurrentFormat } from '#app/cms/content/format/content-file.ts'
import { keyOfTitle } from '#app/cms/content/publish/new-entry-key.server.ts'
import { DRAFTS_FOLDER, MAX_REVISION_BYTES } from '#app/cms/content/publish/drafts/open-drafts.server.ts'
import {
  draftRecord,
  isRelease,
  nextRevision,
  revisionOf,
  writeDraftRecord,
  type DraftRecord,
} from '#app/cms/content/publish/drafts/draft.ts'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import type { FormerEntries, FormerEntry, Section, SiteDefinition } from '#app/cms/define/define-site.ts'
import { fileAt } from '#app/cms/media/media-address.ts'
import type { Media } from '#app/cms/media/media.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'

interface Options {
  definition: Pick<SiteDefinition, 'sections' | 'formerEntries'>
  storage: Storage
  content: Pick<ContentStore, 'entryKeys' | 'find' | 'history'>
  media: { forStaff: { documents: Pick<Media['documents'], 'find'> } }
  log: Logger
}

/**
 * Makes drafts of entries of what drafts of an earlier release have typed into the lists that became entries, each in the
 * release of its draft. A new entry of a list becomes a draft of a new entry, a changed one a draft of the entry that was
 * made of it. What was removed from a list is logged: such an entry is removed or withdrawn by itself. The draft of the
 * list is kept as an earlier revision. Comes before the drafts are read. What cannot be converted is logged, stays as it
 * is, and is tried again at the next start. Never rejects.
 */
export async function convertFormerDrafts(options: Options): Promise<void> {
  const { definition, storage, log } = options
  const { formerEntries } = definition
  if (!formerEntries || storage.refusal()) return
  /** The keys of new entries: one that several releases have is one entry. */
  const given = new Map<string, string>()
  for (const file of formerEntries.files) {
    const section = definition.sections.find((one) => one.file === file)
    const id = section?.id ?? formerEntries.sections?.[file]
    if (id === undefined) continue
    try {
      for (const { name: place } of await storage.list(`${DRAFTS_FOLDER}/${id}`)) {
        if (isRelease(place)) await convertDraft(options, formerEntries, { file, section, id, place, given })
      }
    } catch (err) {
      log.error({ err, section: id }, 'A draft of an earlier release could not be converted')
    }
  }
}

/** Where the draft of a list is. `section` is undefined if no section has the file any more. */
interface FormerPlace {
  file: string
  section: Section | undefined
  id: string
  /** The name of the folder of its release, or of no release. */
  place: string
  given: Map<string, string>
}

async function convertDraft(options: Options, former: FormerEntries, at: FormerPlace) {
  const { storage, log } = options
  const folder = `${DRAFTS_FOLDER}/${at.id}/${at.place}`
  const newest = (await storage.list(folder))
    .flatMap(({ name }) => revisionOf(name) ?? [])
    .sort()
    .at(-1)
  const stored = newest && (await storage.read(`${folder}/${newest}.json`, { maxBytes: MAX_REVISION_BYTES }))
  if (!stored) return
  const draft = draftRecord.parse(stored.bytes.toString())
  if (draft.content === null || 'removes' in draft) return
  const { added, changed, removed } = changesOf(options, former, at.file, draft)
  if (at.section && added.length + changed.length + removed.length === 0) return
  const puts: { name: string; bytes: string }[] = []
  const known = await entryDrafts(options, former, at.place)
  for (const entry of added) {
    if (known.texts.some((text) => text.includes(JSON.stringify(entry.mark)))) continue
    const identity = `${entry.id} ${entry.mark}`
    const key = at.given.get(identity) ?? (await freeKey(options, former, entry.title, known.keys))
    at.given.set(identity, key)
    known.keys.add(key)
    puts.push(entryDraft(former, at.place, key, draft, { version: '', content: {} }, entry.content))
  }
  for (const { key, fields } of changed) {
    const published = options.content.find(former.collection.entry(key))
    if (!published || known.inPlace.has(key)) continue
    puts.push(
      entryDraft(former, at.place, key, draft, { version: published.version, content: published.value }, fields),
    )
  }
  for (const put of puts) await storage.commit([put])
  for (const { title } of removed) {
    log.warn({ section: at.id, title }, 'A draft of an earlier release has removed this entry, which is still there')
  }
  await storage.commit([{ name: `${folder}/${nextRevision(newest, random())}.json`, bytes: converted(at, draft) }])
  log.info({ section: at.id, release: at.place, drafts: puts.length }, 'A draft of an earlier release was converted')
}

interface ListChanges {
  added: FormerEntry[]
  changed: { key: string; fields: Readonly<Record<string, unknown>> }[]
  removed: FormerEntry[]
}

/** What a draft changes in the entries of its lists. */
function changesOf({ content, media }: Options, former: FormerEntries, file: string, draft: DraftRecord): ListChanges {
  const dayOf = (address: string) => media.forStaff.documents.find(fileAt(address) ?? '')?.date
  const entriesOf = (value: unknown) =>
    isRecord(value) ? former.entriesIn(new Map([[file, value]]), dayOf).map((entry) => [entry.id, entry] as const) : []
  const before = new Map(entriesOf(draft.base.content))
  const after = new Map(entriesOf(draft.content))
  const changes: ListChanges = { added: [], changed: [], removed: [] }
  for (const [id, entry] of after) {
    const base = before.get(id)
    const fields = Object.entries(entry.content).filter(
      ([name, value]) => !isDeepStrictEqual(value, base?.content[name]),
    )
    if (fields.length === 0) continue
    const key = base && keyWith(content, former, base.mark)
    if (key === undefined) changes.added.push(entry)
    else changes.changed.push({ key, fields: Object.fromEntries(fields) })
  }
  for (const [id, entry] of before) if (!after.has(id)) changes.removed.push(entry)
  return changes
}

/** The key of the entry that has a text in one of its fields. */
function keyWith(content: Options['content'], { collection }: FormerEntries, mark: string): string | undefined {
  return content.entryKeys(collection).find((key) => {
    const { value } = content.find(collection.entry(key)) ?? {}
    return value !== undefined && Object.values(value).includes(mark)
  })
}

/** The drafts that the collection has: their keys, those in this release, and the texts of the latter. */
async function entryDrafts({ storage }: Options, { collection }: FormerEntries, place: string) {
  const keys = new Set<string>()
  const inPlace = new Set<string>()
  const texts: string[] = []
  for (const { name } of await storage.list(DRAFTS_FOLDER)) {
    if (!name.startsWith(collection.idPrefix)) continue
    const key = name.slice(collection.idPrefix.length)
    keys.add(key)
    const files = await storage.list(`${DRAFTS_FOLDER}/${name}/${place}`)
    const newest = files
      .flatMap((file) => revisionOf(file.name) ?? [])
      .sort()
      .at(-1)
    if (newest === undefined) continue
    inPlace.add(key)
    const file = await storage.read(`${DRAFTS_FOLDER}/${name}/${place}/${newest}.json`, {
      maxBytes: MAX_REVISION_BYTES,
    })
    if (file) texts.push(file.bytes.toString())
  }
  return { keys, inPlace, texts }
}

/** A key that no entry has or has had, and no draft. */
async function freeKey(
  { content }: Options,
  { collection }: FormerEntries,
  title: string,
  taken: ReadonlySet<string>,
): Promise<string> {
  const base = keyOfTitle(title, collection.noun) ?? collection.noun
  const existing = new Set([...content.entryKeys(collection), ...taken])
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}-${number}`
    if (!existing.has(key) && (await content.history(collection.entry(key), 1)).length === 0) return key
  }
}

/** The first revision of the draft of an entry. Throws if the content does not fit the schema. */
function entryDraft(
  { collection }: FormerEntries,
  place: string,
  key: string,
  { author, authors, time }: DraftRecord,
  base: { version: string; content: unknown },
  fields: Readonly<Record<string, unknown>>,
) {
  const content = collection.schema.parse({ ...(isRecord(base.content) && base.content), ...fields })
  return {
    name: `${DRAFTS_FOLDER}/${collection.idPrefix}${key}/${place}/${nextRevision(undefined, random())}.json`,
    bytes: writeDraftRecord({ base, content, author, authors, time }),
  }
}

/** The next revision of the draft of a list: without the entries, or discarded if nothing else is left of it. */
function converted({ section }: FormerPlace, { base, content, author, authors, time }: DraftRecord): string {
  const own = section && inCurrentFormat(section, content)
  const ownBase = section && inCurrentFormat(section, base.content)
  const isEmpty = !section || isDeepStrictEqual(own, ownBase)
  const record = { author, authors, time }
  return isEmpty
    ? writeDraftRecord({ base, content: null, ...record })
    : writeDraftRecord({ base: { ...base, content: ownBase }, content: own, ...record })
}

function random() {
  return randomBytes(4).toString('hex')
}
