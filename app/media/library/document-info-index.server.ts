import type { Stats } from 'node:fs'
import path from 'node:path'
import { watch, type FSWatcher } from 'chokidar'
import type { DocumentInfo } from '#app/media/documents/document-row-info.tsx'
import { pdfDate } from './document-info-date.ts'
import { statIfPresent } from '#app/storage/if-present.server.ts'
import { limitConcurrency } from '#app/storage/limit-concurrency.ts'
import type { ReportProblem } from './media-library.types.ts'
import { readDateExcerpts } from './pdf-date-excerpts.server.ts'
import type { StoredDocument } from '#app/media/uploads/stored-document.ts'
import { followFolder } from '#app/storage/watch-folder.server.ts'

const SECOND_LOOK_MS = 300

/** After a fault of the disk, which raises no event when it is over (ms). */
const RETRY_MS = 10_000

export interface DocumentIndex {
  /** What is known of a document, from memory. Takes its path below the uploads folder, with forward slashes. */
  find(file: string): DocumentInfo | undefined
  /** Every document, in no order. */
  list(): StoredDocument[]
  /** Looks at a file that was just put there or taken away, so that `find` and `list` know of it when this resolves. */
  add(file: string): Promise<void>
  /** Calls `listener` after each change of what `find` answers. Returns its undo. */
  subscribe(listener: () => void): () => void
  /** Ends the watch. */
  close(): Promise<void>
}

/**
 * Knows size and date of every PDF, film and captions file of `uploadsDir`, two folders deep, and keeps knowing: a file
 * that is put there, replaced or deleted is noticed within a second, another folder in the place of this one within seconds.
 * Resolves when all that is there has been read. `onProblem` is called once for a file that cannot be read; it stays as it was
 * known, and is looked at again.
 */
export async function openDocumentIndex({
  uploadsDir,
  onProblem,
}: {
  uploadsDir: string
  onProblem: ReportProblem
}): Promise<DocumentIndex> {
  const documents = new Map<string, StoredDocument>()
  const unreadable = new Set<string>()
  const listeners = new Set<() => void>()
  const pending = new Set<Promise<void>>()
  // One after the other: events of the same file must not overtake each other, and no two large files be in memory.
  const readGate = limitConcurrency({ running: 1, waiting: Infinity })

  const relativeOf = (file: string) => path.relative(uploadsDir, file).replaceAll(path.sep, '/')

  async function look(file: string) {
    const relative = relativeOf(file)
    const known = documents.get(relative)
    const info = await readGate(() => readDocument(file, relative)).then(
      (read) => {
        unreadable.delete(relative)
        return read
      },
      (cause: unknown) => {
        if (!unreadable.has(relative)) onProblem(`${relative} in the uploads folder cannot be read.`, cause)
        unreadable.add(relative)
        lookLater(file, RETRY_MS)
        return known
      },
    )
    if (info) documents.set(relative, info)
    else documents.delete(relative)
    if (known?.bytes !== info?.bytes || known?.date !== info?.date) listeners.forEach((listener) => listener())
  }

  function notice(file: string) {
    const looked = look(file).finally(() => pending.delete(looked))
    pending.add(looked)
  }

  // chokidar reports the first write and may leave out those within the next milliseconds: read again after 300 ms.
  const secondLooks = new Map<string, NodeJS.Timeout>()
  let isReady = false
  function lookLater(file: string, delay: number) {
    clearTimeout(secondLooks.get(file))
    const timer = setTimeout(() => {
      secondLooks.delete(file)
      notice(file)
    }, delay)
    secondLooks.set(file, timer.unref())
  }

  let watcher: FSWatcher | undefined
  let retry: NodeJS.Timeout | undefined
  /** Resolves when all that is there has been read. */
  async function watchFolder() {
    isReady = false
    await watcher?.close()
    if (isClosed) return
    const unseen = new Set(documents.keys())
    watcher = watch(uploadsDir, { depth: 2, followSymlinks: false, ignored: isOther })
    watcher.on('all', (event, file) => {
      if (event !== 'add' && event !== 'change' && event !== 'unlink') return
      unseen.delete(relativeOf(file))
      notice(file)
      if (isReady) lookLater(file, SECOND_LOOK_MS)
    })
    watcher.on('error', (cause) => {
      if (retry === undefined) onProblem('The documents in the uploads folder cannot be watched as a whole.', cause)
      clearTimeout(retry)
      retry = setTimeout(watchAgain, RETRY_MS).unref()
    })
    const begun = watcher
    await new Promise<void>((resolve) => begun.once('ready', resolve))
    isReady = true
    for (const file of unseen) notice(path.join(uploadsDir, file))
    while (pending.size > 0) await Promise.all(pending)
  }

  let isClosed = false
  let watching = watchFolder()
  await watching
  const unfollow = followFolder(uploadsDir, watchAgain)
  function watchAgain() {
    watching = watching.then(watchFolder)
  }

  return {
    find(file) {
      const known = documents.get(file)
      return known && { bytes: known.bytes, date: known.date }
    },
    list: () => [...documents.values()],
    add: (file) => look(path.join(uploadsDir, file)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      isClosed = true
      unfollow()
      clearTimeout(retry)
      await watching
      await watcher?.close()
      secondLooks.forEach((timer) => {
        clearTimeout(timer)
      })
      await Promise.all(pending)
    },
  }
}

/** Undefined where there is no such file. The date is the PDF's own, else that of the file. */
async function readDocument(file: string, relative: string): Promise<StoredDocument | undefined> {
  const stats = await statIfPresent(file)
  if (!stats?.isFile()) return undefined
  const ownDate = /\.pdf$/i.test(file) ? pdfDate(await readDateExcerpts(file)) : undefined
  const date = ownDate ?? stats.mtime.toISOString().slice(0, 10)
  return { file: relative, bytes: stats.size, date, modified: stats.mtimeMs }
}

/** Files that are still being written have a dot at the front. */
function isOther(entry: string, stats?: Stats) {
  const name = path.basename(entry)
  return name.startsWith('.') || (stats !== undefined && !stats.isDirectory() && !/\.(?:pdf|mp4|vtt)$/i.test(name))
}
