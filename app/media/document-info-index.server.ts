import { readFile } from 'node:fs/promises'
import type { Stats } from 'node:fs'
import path from 'node:path'
import { watch } from 'chokidar'
import type { DocumentInfo } from '#app/ui/document-row-info.tsx'
import { pdfDate } from './document-info-date.ts'
import { statIfPresent } from './if-present.server.ts'
import { limitConcurrency } from '#app/limit-concurrency.ts'
import type { ReportProblem } from './media-library.types.ts'

export interface DocumentIndex {
  /** What is known of a PDF, from memory. Takes its path below the uploads folder, with forward slashes. */
  find(file: string): DocumentInfo | undefined
  /** Reads a PDF that was just put there, so that `find` knows it when this resolves and not only a moment later. */
  add(file: string): Promise<void>
  /** Calls `listener` after each change of what `find` answers. Returns its undo. */
  subscribe(listener: () => void): () => void
  /** Ends the watch. */
  close(): Promise<void>
}

/** Larger files are not searched for a date; the one of the file takes its place. */
const LARGEST_READ = 32_000_000

/**
 * Knows size and date of every PDF of `uploadsDir`, two folders deep, and keeps knowing: a file that is put there, replaced
 * or deleted is noticed within a second. Resolves when all that is there has been read. `onProblem` is called for a file
 * that cannot be read; it is then not known.
 */
export async function openDocumentIndex({
  uploadsDir,
  onProblem,
}: {
  uploadsDir: string
  onProblem: ReportProblem
}): Promise<DocumentIndex> {
  const documents = new Map<string, DocumentInfo>()
  const listeners = new Set<() => void>()
  const pending = new Set<Promise<void>>()
  // One after the other: events of the same file must not overtake each other, and no two large files be in memory.
  const readGate = limitConcurrency({ running: 1, waiting: Infinity })

  async function look(file: string) {
    const relative = path.relative(uploadsDir, file).replaceAll(path.sep, '/')
    const known = documents.get(relative)
    const info = await readGate(() => readDocumentInfo(file)).catch((cause: unknown) => {
      onProblem(`${relative} in the uploads folder cannot be read.`, cause)
      return undefined
    })
    if (info) documents.set(relative, info)
    else documents.delete(relative)
    if (known?.bytes !== info?.bytes || known?.date !== info?.date) listeners.forEach((listener) => listener())
  }

  const watcher = watch(uploadsDir, { depth: 2, followSymlinks: false, ignored: isOther })
  watcher.on('all', (event, file) => {
    if (event !== 'add' && event !== 'change' && event !== 'unlink') return
    const looked = look(file).finally(() => pending.delete(looked))
    pending.add(looked)
  })
  watcher.on('error', (cause) => onProblem('The documents in the uploads folder can no longer be watched.', cause))
  await new Promise<void>((resolve) => watcher.once('ready', resolve))
  await Promise.all(pending)

  return {
    find: (file) => documents.get(file),
    add: (file) => look(path.join(uploadsDir, file)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      await watcher.close()
      await Promise.all(pending)
    },
  }
}

/** Size and date of a PDF; undefined where there is no such file. The date is the PDF's own, else that of the file. */
async function readDocumentInfo(file: string): Promise<DocumentInfo | undefined> {
  const stats = await statIfPresent(file)
  if (!stats?.isFile()) return undefined
  const ownDate = stats.size <= LARGEST_READ ? pdfDate(await readFile(file, 'latin1')) : undefined
  return { bytes: stats.size, date: ownDate ?? stats.mtime.toISOString().slice(0, 10) }
}

/** Files that are still being written have a dot at the front. */
function isOther(entry: string, stats?: Stats) {
  const name = path.basename(entry)
  return name.startsWith('.') || (stats !== undefined && !stats.isDirectory() && !/\.pdf$/i.test(name))
}
