import { contentFormat } from '#app/cms/content/format/content-file.ts'
import { keyOfTitle } from '#app/cms/content/publish/new-entry-key.server.ts'
import { CONVERTED } from '#app/cms/content/section-file/section-file.server.ts'
import { isRecord } from '#app/cms/content/compare/content-words.ts'
import { MAX_YAML_BYTES } from '#app/cms/content/format/yaml-document.ts'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import type { CollectionDefinition } from '#app/cms/define/define-collection.ts'
import { FORMAT_FIELD } from '#app/cms/define/define-section.ts'
import type { FormerEntry, Section, SiteDefinition } from '#app/cms/define/define-site.ts'
import { fileAt } from '#app/cms/media/media-address.ts'
import type { Media } from '#app/cms/media/media.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'

interface Options {
  definition: Pick<SiteDefinition, 'sections' | 'formerEntries'>
  storage: Pick<Storage, 'read' | 'refusal'>
  content: Pick<ContentStore, 'entryKeys' | 'find' | 'history' | 'pastTexts' | 'update'>
  media: { documents: Pick<Media['documents'], 'find' | 'settled'> }
  log: Logger
}

/**
 * Makes the entries that an earlier release kept in other files, each once: one that exists is not changed, and one that
 * was removed stays removed. The files are left as they are. What cannot be made is logged, and retried at the next start.
 * Never rejects.
 */
export async function makeFormerEntries(options: Options): Promise<void> {
  const { definition, storage, media, log } = options
  const { formerEntries } = definition
  if (!formerEntries || storage.refusal()) return
  const { collection, entriesIn } = formerEntries
  try {
    const files = await readFormer(options, formerEntries.files)
    const known = knownTexts(options, collection)
    const isMissing = async (entry: FormerEntry) =>
      !known.has(entry.mark) && (await newKeyOf(options, collection, entry)) !== undefined
    const missing: FormerEntry[] = []
    for (const entry of entriesIn(files, () => undefined)) if (await isMissing(entry)) missing.push(entry)
    if (missing.length === 0) return
    // A file says its day, and may not be read yet.
    await media.documents.settled()
    const marks = new Set(missing.map(({ mark }) => mark))
    for (const entry of entriesIn(files, (address) => media.documents.find(fileAt(address) ?? '')?.date)) {
      if (!marks.has(entry.mark)) continue
      await make(options, collection, entry).catch((err: unknown) => {
        log.error({ err, title: entry.title, reason: entry.reason }, NOT_IMPORTED)
      })
    }
  } catch (err) {
    log.error({ err, collection: collection.id }, NOT_IMPORTED)
  }
}

const NOT_IMPORTED = 'An entry of an earlier release could not be imported'

/** What the files said before their conversion, by their names. A file that cannot be read is logged. */
async function readFormer({ definition, storage, content, log }: Options, files: readonly string[]) {
  const former = new Map<string, Record<string, unknown>>()
  for (const file of files) {
    try {
      const section = definition.sections.find((one) => one.file === file)
      const text = section
        ? await textBeforeConversion(content, section)
        : (await storage.read(`content/${file}`, { maxBytes: MAX_YAML_BYTES }))?.bytes.toString()
      const value = text === undefined ? undefined : contentFormat(file).parse(text).value
      if (isRecord(value) && !(FORMAT_FIELD in value)) former.set(file, value)
    } catch (err) {
      log.error({ err, file }, 'The content of an earlier release could not be read')
    }
  }
  return former
}

/** The text that the first conversion of a section has replaced. Its history has it, also after a kill. */
async function textBeforeConversion(content: Options['content'], section: Section): Promise<string | undefined> {
  const entries = await content.history(section)
  const conversion = entries.findLast(({ reason, author }) => reason === CONVERTED && author === 'system')
  return conversion && (await content.pastTexts(section, conversion.id))?.[0]
}

/** Every text in the entries that there are. */
function knownTexts({ content }: Options, collection: CollectionDefinition): ReadonlySet<string> {
  const texts = new Set<string>()
  const collect = (value: unknown) => {
    if (typeof value === 'string') texts.add(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  for (const key of content.entryKeys(collection)) collect(content.find(collection.entry(key))?.value)
  return texts
}

/** Makes an entry, and logs it. */
async function make(options: Options, collection: CollectionDefinition, entry: FormerEntry) {
  const { content, log } = options
  const { reason } = entry
  const key = await newKeyOf(options, collection, entry)
  if (key === undefined) return
  const section = collection.entry(key)
  await content.update(section, {
    ...{ author: 'system', reason, withoutApproval: true },
    change: (current) => current,
    create: () => entry.content,
  })
  log.info({ section: section.id, reason }, 'An entry of an earlier release was imported')
}

/** A key that no other entry has or has had. Undefined if this entry was imported at an earlier start, and removed since. */
async function newKeyOf({ content }: Options, collection: CollectionDefinition, { title, mark }: FormerEntry) {
  const base = keyOfTitle(title, collection.noun) ?? collection.noun
  const taken = new Set(content.entryKeys(collection))
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}-${number}`
    if (taken.has(key)) continue
    const section = collection.entry(key)
    const [newest] = await content.history(section, 1)
    if (!newest) return key
    const texts = (await content.pastTexts(section, newest.id)) ?? []
    if (texts.some((text) => text.includes(mark))) return undefined
  }
}
