import { randomBytes } from 'node:crypto'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { Put, Storage } from '#app/cms/storage/storage.ts'
import { nextRevision, writeDraftRecord, type CommittedWith, type CommittingRecords, type Draft } from './draft.ts'
import { fileOf, folderName, keyOf, type DraftFolder } from './stored-drafts.server.ts'

type RevisionValues = Omit<Draft, 'section' | 'release' | 'revision'>

/** A revision that is about to be written. */
export interface NewRevision {
  folder: DraftFolder
  values: RevisionValues
  committedWith?: CommittedWith
}

interface WriterOptions {
  storage: Storage
  log: Logger
  folders: Map<string, DraftFolder>
  /** Revisions that are stored of each draft, including the current one. */
  maxRevisions: number
  announce: (section: SectionDefinition) => void
}

/** Writes and removes revisions of drafts, on the disk and then in `folders`. */
export function createDraftWriter({ storage, log, folders, maxRevisions, announce }: WriterOptions) {
  /**
   * Writes revisions and the record of a release in one commit, shows them, and removes revisions beyond the limit.
   * `ends` are written last. Resolves with the id of each revision.
   */
  async function commit(
    revisions: readonly NewRevision[],
    { records, ends = [] }: { records?: CommittingRecords | undefined; ends?: readonly NewRevision[] } = {},
  ): Promise<string[]> {
    const withId = ({ folder, values, committedWith }: NewRevision) => {
      const revision = nextRevision(folder.revisions.at(-1), randomBytes(4).toString('hex'))
      const put: Put = { name: fileOf(folder, revision), bytes: writeDraftRecord(values, committedWith) }
      return { folder, values, revision, put }
    }
    const [first, last] = [revisions.map(withId), ends.map(withId)]
    const puts = [...first.map(({ put }) => put), ...(records?.puts ?? []), ...last.map(({ put }) => put)]
    const committing = puts.pop()
    if (!committing) return []
    await storage.commit([...puts, committing])
    const made = [...first, ...last]
    for (const { folder, values, revision } of made) {
      const { section, release } = folder
      folders.set(keyOf(section, release), folder)
      folder.revisions.push(revision)
      folder.draft = values.content === null ? undefined : { section, release, revision, ...values }
      folder.discarded = folder.draft ? undefined : values.time
    }
    records?.onCommit()
    for (const section of new Set(made.map(({ folder }) => folder.section))) announce(section)
    await removeSurplus(made.map(({ folder }) => folder))
    return made.map(({ revision }) => revision)
  }

  /** Removes revisions beyond the limit. Never rejects: a file that stays is removed with the next revision. */
  async function removeSurplus(changed: readonly DraftFolder[]) {
    const over = changed.filter(({ revisions }) => revisions.length > maxRevisions)
    if (over.length === 0) return
    const surplus = over.flatMap((folder) =>
      folder.revisions.slice(0, -maxRevisions).map((name) => fileOf(folder, name)),
    )
    try {
      await storage.remove(surplus)
      for (const folder of over) folder.revisions = folder.revisions.slice(-maxRevisions)
    } catch (err) {
      log.warn({ err, files: surplus }, 'Earlier revisions of drafts could not be removed')
    }
  }

  async function write(folder: DraftFolder, values: RevisionValues): Promise<string | undefined> {
    const [revision] = await commit([{ folder, values }])
    return revision
  }

  /**
   * Removes the folders of drafts for good. The newest revision of each goes last, so that an interruption never shows an
   * earlier one. Rejects with StorageError; then those that are removed do not exist any more.
   */
  async function drop(dropped: readonly DraftFolder[]) {
    if (dropped.length === 0) return
    const earlier = dropped.flatMap((folder) => folder.revisions.slice(0, -1).map((name) => fileOf(folder, name)))
    if (earlier.length > 0) await storage.remove(earlier)
    const removed = await Promise.allSettled(
      dropped.map(async (folder) => {
        await storage.remove(`${folderName(folder)}/`)
        folders.delete(keyOf(folder.section, folder.release))
        announce(folder.section)
      }),
    )
    for (const result of removed) if (result.status === 'rejected') throw result.reason
  }

  return { commit, write, drop }
}
