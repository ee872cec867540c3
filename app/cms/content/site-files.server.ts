import { adminAddress } from '#app/cms/define/admin-address.ts'
import type { z } from 'zod'
import type { ContentStore, PublishedFiles } from '#app/cms/content/store/store.types.ts'
import type { Media } from '#app/cms/media/media.server.ts'
import { formatPath } from '#app/cms/platform/http/form-envelope.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { SiteSections } from '#app/cms/define/site-sections.ts'
import { uploadKindOf } from '#app/cms/define/walk-schema.ts'
import { fileAt } from '#app/cms/media/media-address.ts'
import { collectFileRefs } from '#app/cms/media/library/collect-file-refs.ts'
import { stagedMove } from '#app/cms/media/uploads/staged-files.server.ts'
import { isImageName } from '#app/cms/media/uploads/stored-name.ts'
import type { TrashedFile } from '#app/cms/media/uploads/file-trash.server.ts'
import { UploadRefused, uploadsFailure } from '#app/cms/media/uploads/upload-refused.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'

/** A section that shows a file, and where it is edited. */
export interface FileUse {
  label: string
  href: string
}

/** A field that names a missing file: its path in the content, and the message for it. */
interface MissingFile {
  path: (string | number)[]
  message: string
}

/** The result of a deletion of several files. */
export interface DiscardedFiles {
  /** The files that are now in the trash, all with the same time of deletion. */
  moved: TrashedFile[]
  /** Why the others were not moved: the disk refused to move one. */
  failure?: UploadRefused
}

export type SiteFiles = ReturnType<typeof openSiteFiles>

type SiteFilesMedia = Pick<Media, 'library' | 'documents' | 'trash' | 'staged'> & {
  forStaff: Pick<Media, 'library' | 'documents'>
}

/**
 * The files of a site and their use in its content. A staged file is published as soon as content names it. A deleted
 * file is restored from the trash as soon as content names it again: after a restore, an undo, a hand edit, or a save
 * at the same time as the deletion. The same check runs at the start, for a backup whose content and uploads were
 * copied at different moments.
 */
export function openSiteFiles(
  content: Pick<ContentStore, 'find' | 'subscribe'>,
  { library, documents, trash, staged, forStaff }: SiteFilesMedia,
  sections: SiteSections,
) {
  const runExclusive = limitConcurrency({ running: 1, waiting: Infinity })
  void bringBackNeeded(sections.all().map((section) => content.find(section)?.value))
  /** Undefined until the first request, and after each change of content. */
  let knownUses: Map<string, FileUse[]> | undefined
  content.subscribe((sectionId) => {
    knownUses = undefined
    const section = sections.resolve(sectionId)
    if (section) void bringBackNeeded(content.find(section)?.value)
  })

  /** The uses of each file, by its path below the uploads folder. A file that is not in it is unused. From memory. */
  function fileUses(): ReadonlyMap<string, FileUse[]> {
    if (knownUses) return knownUses
    const uses = new Map<string, FileUse[]>()
    for (const section of sections.all()) {
      const use = { label: section.label, href: adminAddress(section) }
      for (const file of collectFileRefs(content.find(section)?.value)) {
        const known = uses.get(file)
        if (known) known.push(use)
        else uses.set(file, [use])
      }
    }
    knownUses = uses
    return uses
  }

  /**
   * The fields of new content that name a missing file, by the `schema` of the content. Files that content already
   * names are skipped, so that they do not block an edit of something else. Deleted files are also skipped: they are
   * restored once content names them. Content `by` staff in an editor may name staged files.
   */
  function findMissingFiles(
    schema: z.ZodType,
    next: unknown,
    { by = 'program' }: { by?: 'staff' | 'program' } = {},
  ): MissingFile[] {
    const missing: MissingFile[] = []
    const { library: images, documents: others } = by === 'staff' ? forStaff : { library, documents }
    let mayStay: Set<string> | undefined
    for (const [path, text] of textsWithPaths(next)) {
      const file = fileAt(text) ?? text
      if (text === '' || images.find(file) || others.find(file)) continue
      const kind = uploadKindOf(schema, formatPath(path))
      if (!kind || (kind.accepts !== 'image' && fileAt(text) === undefined)) continue
      const deleted = by === 'staff' ? [...trash.list(), ...staged.trash.list()] : trash.list()
      mayStay ??= new Set([...fileUses().keys(), ...deleted.map((entry) => entry.file)])
      if (mayStay.has(file)) continue
      missing.push({ path, message: `There is no file called ${text}. Upload it first, or choose another one` })
    }
    return missing
  }

  /**
   * The staged files that content names, for the store to publish with it; undefined if there are none. Rejects with
   * UploadRefused (422) if another file has the address of one of them.
   */
  async function stagedFilesOf(value: unknown): Promise<PublishedFiles | undefined> {
    const named = staged.stagedOf(collectFileRefs(value))
    if (named.length === 0) return undefined
    await staged.check(named)
    return {
      moves: () => named.map(stagedMove),
      onCommit: () => {
        staged.show(named)
      },
      apply: async () => {
        await staged.publish(named)
      },
    }
  }

  /**
   * Moves an unused file to the trash and returns the id of its trash entry. Returns `used` or `missing` if it cannot
   * be moved. Throws UploadRefused (503, 507) if the disk refuses the move. The file is then at its place or in the
   * trash.
   */
  async function discardFile(file: string): Promise<{ entry: string } | 'used' | 'missing'> {
    if (!library.find(file) && !documents.find(file)) return 'missing'
    const { moved, failure } = await discardFiles([file])
    if (failure) throw failure
    return moved[0] ? { entry: moved[0].id } : 'used'
  }

  /**
   * Moves files to the trash as one deletion; files that content uses are skipped. Stops at the first file that the
   * disk refuses to move, which is then either at its place or in the trash.
   */
  async function discardFiles(files: readonly string[]): Promise<DiscardedFiles> {
    const entries: TrashedFile[] = []
    const touched: string[] = []
    const deleted = Date.now()
    let failure: unknown
    for (const file of files) {
      if (fileUses().has(file)) continue
      touched.push(file)
      try {
        entries.push(await trash.discard(file, deleted))
      } catch (error) {
        failure = uploadsFailure(error, `${file} was not deleted`)
        break
      }
    }
    await refreshIndexes(touched)
    const moved: TrashedFile[] = []
    for (const entry of entries) {
      // Another request may have saved it into a section in the meantime.
      if (fileUses().has(entry.file)) await bringBackFile(entry.id)
      else moved.push(entry)
    }
    if (failure === undefined) return { moved }
    if (failure instanceof UploadRefused) return { moved, failure }
    throw failure instanceof Error ? failure : new Error('A file could not be deleted', { cause: failure })
  }

  /**
   * Moves a file from the trash back to its place. Returns `gone` if it is no longer in the trash, `taken` if another
   * file has its name. Throws UploadRefused (503, 507) if the disk refuses the move. The file is then still in the
   * trash.
   */
  async function bringBackFile(id: string): Promise<'back' | 'gone' | 'taken'> {
    const [outcome = 'gone'] = await bringBackFiles([id])
    return outcome
  }

  /** Like `bringBackFile`, for several files. Stops at the first one that the disk refuses to move. */
  async function bringBackFiles(ids: readonly string[]): Promise<('back' | 'gone' | 'taken')[]> {
    const files = new Map(trash.list().map(({ id, file }) => [id, file]))
    const outcomes: ('back' | 'gone' | 'taken')[] = []
    try {
      for (const id of ids) {
        outcomes.push(
          await trash.restore(id).catch((error: unknown) => {
            throw uploadsFailure(error, `${files.get(id)} was not restored`)
          }),
        )
      }
    } finally {
      await refreshIndexes(ids.flatMap((id, at) => (outcomes[at] === 'back' ? (files.get(id) ?? []) : [])))
    }
    return outcomes
  }

  /** The watchers would notice the change too, but later than the response. */
  async function refreshIndexes(files: readonly string[]) {
    const images = files.filter(isImageName)
    if (images.length > 0) await library.refresh(...images)
    for (const file of files) if (!isImageName(file)) await documents.add(file)
  }

  /**
   * Brings back the deleted files that the current content of a section names. Returns the files that it names but that
   * do not exist. Never rejects.
   */
  function bringBackFilesOf(section: SectionDefinition): Promise<string[]> {
    return bringBackFilesIn(content.find(section)?.value)
  }

  /** As {@link bringBackFilesOf}, for the files that some content names. */
  async function bringBackFilesIn(value: unknown): Promise<string[]> {
    await bringBackNeeded(value)
    return [...collectFileRefs(value)].filter((file) => !library.find(file) && !documents.find(file))
  }

  /**
   * Brings back the deleted files that content needs, and publishes the staged ones. Never rejects. Calls run one after
   * the other: when one resolves, the indexes also contain the files of earlier calls.
   */
  function bringBackNeeded(value: unknown): Promise<void> {
    return runExclusive(async () => {
      const trashed = trash.list()
      const discarded = staged.trash.list()
      if (trashed.length + discarded.length + staged.list().length === 0) return
      const needed = collectFileRefs(value)
      for (const { id, file } of discarded) {
        if (!needed.has(file)) continue
        await staged.restore(id).catch((err: unknown) => {
          log.error({ err, file }, 'A deleted file that content uses again could not be restored from the trash')
        })
      }
      // An open file is published together with other content.
      const due = staged.stagedOf(needed).filter((file) => !staged.isShown(file))
      await staged.publish(due).catch((err: unknown) => {
        log.error({ err }, 'A staged file that content uses could not be published')
      })
      for (const { id, file } of trashed) {
        if (!needed.has(file)) continue
        try {
          await bringBackFile(id)
        } catch (err) {
          log.error({ err, file }, 'A deleted file that content uses again could not be restored from the trash')
        }
      }
    })
  }

  return {
    fileUses,
    findMissingFiles,
    stagedFilesOf,
    discardFile,
    discardFiles,
    bringBackFile,
    bringBackFiles,
    bringBackFilesOf,
    bringBackFilesIn,
  }
}

function* textsWithPaths(value: unknown, path: (string | number)[] = []): Generator<[(string | number)[], string]> {
  if (typeof value === 'string') yield [path, value]
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* textsWithPaths(item, [...path, index])
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* textsWithPaths(item, [...path, key])
  }
}
