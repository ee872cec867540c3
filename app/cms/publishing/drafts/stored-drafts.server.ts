import type { DataFile } from '#app/cms/content/publication-log/publication-record.ts'
import { inCurrentFormat } from '#app/cms/content/format/content-file.ts'
import { MAX_YAML_BYTES } from '#app/cms/content/format/yaml-document.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { SiteSections } from '#app/cms/define/site-sections.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import {
  draftRecord,
  isRelease,
  NO_RELEASE,
  releaseFolder,
  revisionOf,
  type CommittedWith,
  type Draft,
  type EffectiveDraft,
} from './draft.ts'

/** The folder of all drafts: below it one folder for each section, with one for each release. */
const DRAFTS_FOLDER = 'data/drafts'
/** Maximum size of the file of a revision: the content of a section, its base and the people, as JSON. */
const MAX_REVISION_BYTES = 3 * MAX_YAML_BYTES

/** What the stored drafts are read with. */
export interface StoredDraftsOptions {
  storage: Storage
  sections: Pick<SiteSections, 'resolve' | 'all'>
  log: Logger
  health: HealthReports
  /** Files of pending publications, which may not be on disk yet. */
  pendingFiles?: readonly DataFile[]
  /** Ids of the releases that have a record. Undefined: all drafts count. */
  releases?: ReadonlySet<string> | undefined
  now?: () => number
}

/** The revisions of one draft: what its folder holds. */
export interface DraftFolder {
  section: SectionDefinition
  release: string | undefined
  /** Ids of the stored revisions, the newest last. */
  revisions: string[]
  /** Undefined if it is discarded, or no revision can be read. */
  draft: Draft | undefined
  /** When it was discarded: ISO 8601, UTC. */
  discarded?: string | undefined
  /** At the start: what commits the newest revision. */
  newest?: CommittedWith
  /** A cache, filled on first use. It is valid for its `draft` and its `version`. */
  effective?: EffectiveDraft
}

interface StoredDrafts {
  folders: Map<string, DraftFolder>
  /** True if the folder of all drafts, or that of one section, cannot be listed. */
  isUnreadable: boolean
}

/**
 * Reads the newest revision of each draft. A file that cannot be read is reported to `health`, and the revision before it
 * is used. Never rejects.
 */
export async function readStoredDrafts(options: StoredDraftsOptions): Promise<StoredDrafts> {
  const { storage, sections, health, log, pendingFiles = [] } = options
  const folders: StoredDrafts['folders'] = new Map()
  const damaged: string[] = []
  let isUnreadable = false
  try {
    for (const { name: sectionId } of await storage.list(DRAFTS_FOLDER)) {
      const section = sections.resolve(sectionId)
      // Drafts of a section that no longer exists are not removed: a later release may have it again.
      if (!section) continue
      for (const { name } of await storage.list(`${DRAFTS_FOLDER}/${sectionId}`)) {
        if (!isRelease(name)) continue
        const release = name === NO_RELEASE ? undefined : name
        const { folder, damaged: damagedHere } = await readFolder({ storage, log }, section, release)
        damaged.push(...damagedHere)
        if (folder.revisions.length > 0) folders.set(keyOf(section, release), folder)
      }
    }
    damaged.push(...(await rollBack(folders, options)))
  } catch (error) {
    isUnreadable = true
    const message =
      'Drafts cannot be read, so the site cannot show or save any draft. Have the disk checked, then restart the site.'
    health.report({ id: 'drafts-unreadable', message }, error)
  }
  for (const { name, text } of pendingFiles) {
    const [, id = '', draftFolder = '', revision] = /^data\/drafts\/([^/]+)\/([^/]+)\/([^/]+)\.json$/.exec(name) ?? []
    const section = sections.resolve(id)
    if (!section || !isRelease(draftFolder) || revision === undefined) continue
    const release = draftFolder === NO_RELEASE ? undefined : draftFolder
    const folder = folders.get(keyOf(section, release)) ?? { section, release, revisions: [], draft: undefined }
    if (folder.revisions.includes(revision)) continue
    try {
      const { draft } = parseRevision(folder, revision, text)
      if (draft) showRevision(folders, folder, draft)
    } catch (err) {
      damaged.push(name)
      log.error({ err, file: name }, 'A revision of a draft cannot be read')
    }
  }
  const [first, ...others] = damaged
  if (first !== undefined) {
    const more = others.length > 0 ? ` and ${others.length} more` : ''
    health.report({
      id: 'drafts-damaged',
      message: `Drafts cannot be read: ${first}${more}. The site shows their earlier revisions instead. Restore these files from a backup, or remove them. Then restart the site.`,
    })
  }
  return { folders, isUnreadable }
}

/**
 * Removes the revisions whose commit has not happened, because the process was killed or the outcome was unknown, so that
 * those before them are the newest. Drafts of releases without a record are as discarded. Resolves with the names of the
 * unreadable revisions. Rejects if a folder cannot be listed.
 */
async function rollBack(
  folders: Map<string, DraftFolder>,
  { storage, log, releases, now = Date.now }: StoredDraftsOptions,
): Promise<string[]> {
  const damaged: string[] = []
  const hasRecord = (release: string | undefined) => release === undefined || releases?.has(release) !== false
  const notCommitted = [...folders.values()].filter(({ section, release, newest = {} }) => {
    const { movedFrom, endsWithRelease } = newest
    if (endsWithRelease) return release !== undefined && releases?.has(release) === true
    if (!movedFrom || !hasRecord(movedFrom.release)) return false
    return folders.get(keyOf(section, movedFrom.release))?.draft?.revision === movedFrom.revision
  })
  for (const { section, release, revisions } of notCommitted) {
    const without = revisions.at(-1) ?? ''
    const name = fileOf({ section, release }, without)
    log.warn({ file: name }, 'A change of a draft was interrupted, and is rolled back')
    await storage.remove(name).catch((err: unknown) => {
      log.error({ err, file: name }, 'The last revision of a draft, whose change was interrupted, could not be removed')
    })
    const read = await readFolder({ storage, log }, section, release, { without })
    damaged.push(...read.damaged)
    if (read.folder.revisions.length > 0) folders.set(keyOf(section, release), read.folder)
    else folders.delete(keyOf(section, release))
  }
  for (const folder of folders.values()) {
    if (hasRecord(folder.release) || !folder.draft) continue
    log.warn({ folder: folderName(folder) }, 'A draft is not shown, because its release does not exist')
    folder.draft = undefined
    folder.discarded = new Date(now()).toISOString()
  }
  return damaged
}

/**
 * A draft with its revisions, and the names of the unreadable ones. The revision `without` does not count. Rejects if its
 * folder cannot be listed.
 */
async function readFolder(
  { storage, log }: Pick<StoredDraftsOptions, 'storage' | 'log'>,
  section: SectionDefinition,
  release: string | undefined,
  { without }: { without?: string } = {},
): Promise<{ folder: DraftFolder; damaged: string[] }> {
  const damaged: string[] = []
  const folder: DraftFolder = { section, release, revisions: [], draft: undefined }
  const files = await storage.list(folderName(folder))
  folder.revisions = files.flatMap((file) => revisionOf(file.name) ?? []).sort()
  for (const revision of folder.revisions.toReversed()) {
    if (revision === without) continue
    try {
      Object.assign(folder, await readRevision(storage, folder, revision))
      break
    } catch (err) {
      damaged.push(fileOf(folder, revision))
      log.error({ err, file: fileOf(folder, revision) }, 'A revision of a draft cannot be read')
    }
  }
  return { folder, damaged }
}

/** The draft, or when the revision discarded it. Rejects if it cannot be read or does not fit the schema. */
export async function readRevision(
  storage: Storage,
  folder: DraftFolder,
  revision: string,
): Promise<Pick<DraftFolder, 'draft' | 'discarded' | 'newest'>> {
  const file = await storage.read(fileOf(folder, revision), { maxBytes: MAX_REVISION_BYTES })
  if (!file) throw new Error(`${fileOf(folder, revision)} does not exist any more`)
  return parseRevision(folder, revision, file.bytes.toString())
}

function parseRevision(
  folder: DraftFolder,
  revision: string,
  text: string,
): Pick<DraftFolder, 'draft' | 'discarded' | 'newest'> {
  const { format: _format, movedFrom, endsWithRelease, ...stored } = draftRecord.parse(text)
  const newest = { movedFrom, endsWithRelease }
  const { section, release } = folder
  if (stored.content === null) return { draft: undefined, discarded: stored.time, newest }
  const content = section.schema.parse(inCurrentFormat(section, stored.content))
  const base = { ...stored.base, content: inCurrentFormat(section, stored.base.content) }
  return { draft: { section, release, revision, ...stored, base, content }, newest }
}

/** Makes a draft the newest revision of its folder. */
export function showRevision(folders: Map<string, DraftFolder>, folder: DraftFolder, draft: Draft) {
  folder.revisions = [...folder.revisions, draft.revision].sort()
  folder.draft = draft
  folder.discarded = undefined
  folders.set(keyOf(folder.section, folder.release), folder)
}

/** The key of a draft: the id of its section, and its release. */
export function keyOf({ id }: SectionDefinition, release: string | undefined) {
  return `${id}/${releaseFolder(release)}`
}

/** The folder with the revisions of a draft. */
export function folderName({ section, release }: Pick<DraftFolder, 'section' | 'release'>) {
  return `${DRAFTS_FOLDER}/${keyOf(section, release)}`
}

/** The file of a revision. */
export function fileOf(folder: Pick<DraftFolder, 'section' | 'release'>, revision: string) {
  return `${folderName(folder)}/${revision}.json`
}
