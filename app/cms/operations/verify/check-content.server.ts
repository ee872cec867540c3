import { adminAddress } from '#app/cms/define/admin-address.ts'
import { parseContentFile, type UnusableFile } from '#app/cms/content/format/content-file.ts'
import { decodeContent } from '#app/cms/content/section-file/file-read.ts'
import { namesOfCopies } from '#app/cms/content/section-file/last-good-copy.server.ts'
import type { Snapshot } from '#app/cms/content/store/store.types.ts'
import { collectFileRefs } from '#app/cms/media/library/collect-file-refs.ts'
import { keyOfId, type CollectionDefinition } from '#app/cms/define/define-collection.ts'
import { openSiteSections } from '#app/cms/define/site-sections.ts'
import { stateByHistory } from '#app/cms/content/history/removal-record.server.ts'
import { isExpected } from '#app/cms/content/store/find-entries.server.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import { longLists } from '#app/cms/define/list-length.ts'
import { createSiteReader } from '#app/cms/define/content-reader.ts'
import { entriesWithoutAddress } from '#app/cms/content/entries-without-address.ts'
import { openInternalLinks } from '#app/cms/content/internal-links.server.ts'
import { checkFacts } from './check-facts.ts'
import { readStored, walkFolder, type CheckOptions } from './read-stored.server.ts'

/**
 * Checks that the file of every section fits its schema, that every file and page it names exists, and that its texts
 * state no other figures than the facts of the site.
 */
export async function checkContent(options: CheckOptions): Promise<void> {
  const read = new Map<string, Snapshot<unknown>>()
  for (const section of options.sections) {
    const snapshot = await readSection(section, options)
    if (snapshot) read.set(section.id, snapshot)
    await checkLastGood(section, options)
  }
  await findMissingFiles(read, options)
  checkPages(read, options)
  checkFacts(read, options)
  await findStrayFiles(options)
}

async function readSection(section: SectionDefinition, options: CheckOptions): Promise<Snapshot<unknown> | undefined> {
  const { storage, findings } = options
  const name = `content/${section.file}`
  const href = adminAddress(section)
  if (!(await storage.stat(name).catch(() => true))) {
    const copies = await Promise.all(namesOfCopies(section).map((copy) => storage.stat(copy).catch(() => undefined)))
    if (section.entry && !(await isExpected(section, stateByHistory(storage), copies.some(Boolean)))) return undefined
    const mayBeUnmade = section.isOptional === true || section.startsAsShipped === true
    if (mayBeUnmade && !(await wasMade(section, options))) return undefined
    findings.add('content-missing', {
      severity: 'problem',
      what: `${name} is missing. It is the file of ${section.label}.`,
      remedy: 'Write the last valid version to it on the dashboard, or restore the file from a backup.',
      href: '/admin#attention',
    })
    return undefined
  }
  const stored = await readStored(name, options, href)
  if (!stored) return undefined
  const parsed = parse(section, stored.bytes)
  if ('file' in parsed) {
    for (const { message } of longLists(section.schema, parsed.file.value)) {
      findings.add('list-too-long', {
        severity: 'problem',
        what: `${name}: ${message}.`,
        remedy: `Visitors see all entries. Remove entries in the editor of ${section.label}, or in the file. Until then, no entry can be added.`,
        href,
      })
    }
    return parsed.file
  }
  const { line, column, message, isOfNewerFormat } = parsed.fault
  findings.add('content-faulty', {
    severity: 'problem',
    what: `${name}${line === undefined ? '' : `, line ${line}, column ${column}`}: ${message}.`,
    remedy: isOfNewerFormat
      ? 'Visitors see the last version that this software has saved itself.'
      : `Correct the file, or save ${section.label} in its editor. Until then, visitors see the last valid version.`,
    href,
  })
  return undefined
}

/** True if the file of a section that may be without one was there before: there is a copy of its content that is not empty. */
async function wasMade(section: SectionDefinition, options: CheckOptions) {
  const copies = await Promise.all(namesOfCopies(section).map((name) => readStored(name, options)))
  return copies.some((copy) => copy !== undefined && copy.bytes.length > 0)
}

/** Checks the copy that visitors get if the file cannot be used at the next start. */
async function checkLastGood(section: SectionDefinition, options: CheckOptions) {
  const [name] = namesOfCopies(section)
  const stored = await readStored(name, options)
  if (!stored || 'file' in parse(section, stored.bytes)) return
  options.findings.add('last-good', {
    severity: 'note',
    what: `${name} is damaged. It is the reserve copy of ${section.label}.`,
    remedy: 'Nothing needs to be done: the site writes the copy again at its next start or save.',
  })
}

/** The content of a section's file, or its fault. */
function parse(
  section: SectionDefinition,
  bytes: Uint8Array,
): { file: Snapshot<unknown> } | Pick<UnusableFile, 'fault'> {
  const decoded = decodeContent(bytes)
  if (decoded.kind === 'bytes') return { fault: { ...decoded.position, message: decoded.problem } }
  if (decoded.kind !== 'text') return { fault: { line: 1, column: 1, message: decoded.problem } }
  return parseContentFile(section, decoded.text)
}

async function findMissingFiles(read: ReadonlyMap<string, Snapshot<unknown>>, options: CheckOptions) {
  const { storage, findings } = options
  let deleted: Set<string> | undefined
  for (const section of options.sections) {
    for (const file of collectFileRefs(read.get(section.id)?.value)) {
      if ((await storage.stat(`uploads/${file}`).catch(() => undefined))?.kind === 'file') continue
      deleted ??= await filesInTrash(options)
      findings.add('reference-missing', {
        severity: 'problem',
        what: `${section.label} names the file ${file}, which does not exist${deleted.has(file) ? ': it is in the trash' : ''}.`,
        remedy: deleted.has(file)
          ? 'Restore it from the trash of the files screen.'
          : `Upload it again and choose it in ${section.label}, or restore it from a backup.`,
        href: deleted.has(file) ? '/admin/files' : adminAddress(section),
      })
    }
  }
}

/** The former paths of deleted files, below the uploads folder. */
async function filesInTrash(options: CheckOptions): Promise<Set<string>> {
  const files = new Set<string>()
  for await (const { name, kind } of walkFolder('uploads/.trash', options))
    if (kind === 'file') files.add(name.split('/').slice(3).join('/'))
  return files
}

/** Checks that every entry has an address of its own, and that every link leads to a page. */
function checkPages(read: ReadonlyMap<string, Snapshot<unknown>>, { definition, findings }: CheckOptions) {
  const content = {
    // The value under a section's id was parsed with its schema. A map of all sections cannot express this type.
    find: <Section extends SectionDefinition>({ id }: Section) =>
      read.get(id) as Snapshot<ContentOf<Section>> | undefined,
    entryKeys: (collection: CollectionDefinition) =>
      [...read.keys()].flatMap((id) => keyOfId(collection, id) ?? []).sort(),
    subscribe: () => () => undefined,
  }
  const sections = openSiteSections(definition, () => content)
  const reader = createSiteReader(content)
  for (const { label, href, address, holder } of entriesWithoutAddress({ ...reader, definition })) {
    const whose = holder ? `${holder.label} has as well` : 'another part of the website has as well'
    findings.add('address-taken', {
      severity: 'problem',
      what: `${label} has the address ${address}, which ${whose}.`,
      remedy: `Visitors ${holder ? `see ${holder.label} there` : 'do not find this entry'}. Give ${label} another address in its editor, or in its file.`,
      href,
    })
  }
  const links = openInternalLinks(definition, sections, reader)
  for (const { section, href, link, likely } of links.brokenLinks()) {
    findings.add('link-broken', {
      severity: 'note',
      what: `${section.label} links to ${link}, which is not a page of the website.`,
      remedy: likely === undefined ? 'Correct the link.' : `Correct the link. The right address may be ${likely}.`,
      href,
    })
  }
}

async function findStrayFiles(options: CheckOptions) {
  const known = new Set(['content/README.md', ...options.sections.map(({ file }) => `content/${file}`)])
  for await (const { name, kind } of walkFolder('content', options, isVisible)) {
    if (kind !== 'file' || known.has(name) || !isVisible(name)) continue
    options.findings.add('content-stray', {
      severity: 'note',
      what: `${name} belongs to no section, so the website does not use it.`,
      remedy: 'Correct its name, or remove it.',
    })
  }
}

function isVisible(name: string) {
  return !name.split('/').some((part) => part.startsWith('.') || part === 'lost+found')
}
