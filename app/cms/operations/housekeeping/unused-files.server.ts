import { setTimeout as delay } from 'node:timers/promises'
import type { LibraryFile } from '#app/cms/media/library/library-file.ts'
import { libraryDocuments, libraryImages } from '#app/cms/media/library/library-files.server.ts'
import { collectFileRefs } from '#app/cms/media/library/collect-file-refs.ts'
import type { Media } from '#app/cms/media/media.server.ts'
import type { DiscardedFiles, FileUse, SiteFiles } from '#app/cms/content/site-files.server.ts'
import type { HistoryFiles, PastUse } from './history-files.server.ts'

/** Why a file that no section uses is not moved to the trash. */
type Protection =
  /** An earlier version names it, and may be restored. */
  | { kind: 'past'; use: PastUse }
  /** A draft names it, and may be published. */
  | { kind: 'draft'; use: FileUse }
  /** It was uploaded within the last day: a form that is not saved yet may name it. */
  | { kind: 'recent' }

/** A part of the site, besides the current content, that can name files. */
interface FileSource {
  /** Resolves with false if it could not read everything. */
  refresh: () => Promise<boolean>
  protectionOf: (file: LibraryFile) => Protection | undefined
}

/** Content that is not published, and where it is edited. */
export interface UnpublishedContent extends FileUse {
  content: unknown
}

export type UnusedFiles = ReturnType<typeof openUnusedFiles>

/** Finds the files that no section uses, and moves them to the trash. */
export function openUnusedFiles({
  files,
  media,
  history,
  unpublished,
}: {
  files: Pick<SiteFiles, 'fileUses' | 'discardFiles' | 'bringBackFile'>
  media: Pick<Media, 'library' | 'documents' | 'recentUploads' | 'staged'>
  history: HistoryFiles
  /** From memory. */
  unpublished: () => Iterable<UnpublishedContent>
}) {
  /** As of the last refresh. */
  let inDrafts: ReadonlyMap<string, FileUse[]> = new Map()

  /** Every other part of the site that can name files needs an entry here. */
  const sources: readonly FileSource[] = [
    {
      refresh() {
        inDrafts = draftUses()
        return Promise.resolve(true)
      },
      protectionOf({ file }) {
        const [use] = inDrafts.get(file) ?? []
        return use && { kind: 'draft', use }
      },
    },
    {
      refresh: () => history.refresh(),
      protectionOf({ file }) {
        const use = history.lastUse(file)
        return use && { kind: 'past', use }
      },
    },
    {
      refresh: () => Promise.resolve(true),
      protectionOf: ({ file, modified }) =>
        media.recentUploads.isRecent(file, Date.parse(modified)) ? { kind: 'recent' } : undefined,
    },
  ]

  /** The drafts that name each file, by its path below the uploads folder. Searches all drafts. */
  function draftUses(): Map<string, FileUse[]> {
    const uses = new Map<string, FileUse[]>()
    for (const { content, label, href } of unpublished()) {
      for (const file of collectFileRefs(content)) uses.set(file, [...(uses.get(file) ?? []), { label, href }])
    }
    return uses
  }

  /**
   * The staged files that no draft and no earlier version names, except those uploaded within the last day: a form may
   * name them. The history is that of the last refresh.
   */
  function listLeftOver(): LibraryFile[] {
    const named = draftUses()
    // The undo of a release stages files that were public, so earlier versions may name them.
    const isLeftOver = ({ file, modified }: LibraryFile) =>
      !named.has(file) && !history.lastUse(file) && !media.recentUploads.isRecent(file, Date.parse(modified))
    return media.staged.list().filter(isLeftOver)
  }

  /** Every file that no section uses now, newest first. From memory. */
  function list(): LibraryFile[] {
    const uses = files.fileUses()
    return [...libraryImages(media), ...libraryDocuments(media)]
      .filter(({ file }) => !uses.has(file))
      .sort((a, b) => (a.modified < b.modified ? 1 : a.modified > b.modified ? -1 : a.file < b.file ? -1 : 1))
  }

  /** Updates the data of `protectionOf`. Resolves with false if a source could not be read completely. */
  async function refresh(): Promise<boolean> {
    let isWhole = true
    for (const source of sources) isWhole = (await source.refresh()) && isWhole
    return isWhole
  }

  /** As `refresh`, but waits at most so many milliseconds. Resolves with true if it is done by then. */
  async function refreshWithin(milliseconds: number): Promise<boolean> {
    const timeout = new AbortController()
    const late = delay(milliseconds, false, { signal: timeout.signal, ref: false }).catch(() => false)
    const isDone = await Promise.race([refresh().then(() => true), late])
    timeout.abort()
    return isDone
  }

  /** Why an unused file is not moved to the trash; undefined if it may be moved. As of the last refresh. */
  function protectionOf(file: LibraryFile): Protection | undefined {
    for (const source of sources) {
      const protection = source.protectionOf(file)
      if (protection) return protection
    }
    return undefined
  }

  /** Moves files to the trash as one deletion, except those that are used or protected by now. */
  async function moveToTrash(wanted: ReadonlySet<string>): Promise<DiscardedFiles> {
    await refresh()
    const free = list().filter((file) => wanted.has(file.file) && !protectionOf(file))
    const discarded = await files.discardFiles(free.map(({ file }) => file))
    // Meanwhile one save may have added a file and another one removed it again: then the history needs it.
    await refresh()
    const moved: DiscardedFiles['moved'] = []
    for (const entry of discarded.moved) {
      const isNeeded = free.some((file) => file.file === entry.file && isNamed(protectionOf(file)))
      if (isNeeded) await files.bringBackFile(entry.id)
      else moved.push(entry)
    }
    return { ...discarded, moved }
  }

  return { list, listLeftOver, draftUses, refresh, refreshWithin, protectionOf, moveToTrash }
}

/** True if a draft or an earlier version names the file: then it is not left over, whatever its age. */
export function isNamed(protection: Protection | undefined): boolean {
  return protection !== undefined && protection.kind !== 'recent'
}
