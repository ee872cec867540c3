import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { DocumentInfo } from '#app/media/documents/document-row-info.tsx'
import { statIfPresent, writeDurably } from '#app/storage/durable-file.server.ts'
import { limitConcurrency } from '#app/storage/limit-concurrency.ts'
import { watchTree } from '#app/storage/watch-tree.server.ts'
import { readIndexJson } from './index-file.server.ts'
import type { ReportProblem, StoredDocument } from './media-library.types.ts'
import { pdfDate, readDateExcerpts } from './pdf-date.server.ts'

/** After a fault of the disk, which raises no event when it is over (ms). */
const RETRY_MS = 10_000

/** How long after a change the index file is written (ms): once for many changes. */
const KEEP_DELAY_MS = 2_000

/** Folders below the uploads folder in which documents are known. */
const MAX_DEPTH = 2

export interface DocumentIndex {
  /** What is known of a document, from memory. Takes its path below the uploads folder, with forward slashes. */
  find(file: string): DocumentInfo | undefined
  /** Every document, in no order. */
  list(): StoredDocument[]
  /** Looks at a file that was just stored or removed, so that `find` and `list` know of it when this resolves. */
  add(file: string): Promise<void>
  /** Calls `listener` after each change of what `find` returns. Returns the function that ends it. */
  subscribe(listener: () => void): () => void
  /** Resolves when the dates of all documents have been read. */
  settled(): Promise<void>
  /** Ends the watch. */
  close(): Promise<void>
}

/** Another layout needs another number, so that an older file is read anew instead of wrongly. */
const indexFileSchema = z.object({
  version: z.literal(1),
  /** path: [bytes, modified, date] */
  documents: z.record(z.string(), z.tuple([z.number(), z.number(), z.string()])),
})

/**
 * Knows size and date of every PDF, film and captions file of `uploadsDir`, two folders deep. The folder is watched, so that
 * changes by hand are noticed within a second, and another folder in its place within seconds.
 *
 * The date of a PDF stands anywhere in it, so the whole file is read for it. What was read is kept in `indexFile` by size and
 * modification time. Resolves when all files are known; dates that the index file does not have are read afterwards, and until
 * then the date is that of the file. `onProblem` is called once for a file that cannot be read; what is known of it stays, and
 * it is looked at again.
 */
export async function openDocumentIndex({
  uploadsDir,
  indexFile,
  onProblem,
}: {
  uploadsDir: string
  indexFile: string
  onProblem: ReportProblem
}): Promise<DocumentIndex> {
  const documents = new Map<string, StoredDocument>()
  const kept = await readKept(indexFile)
  const unreadable = new Set<string>()
  const listeners = new Set<() => void>()
  const timers = new Set<NodeJS.Timeout>()
  let keepTimer: NodeJS.Timeout | undefined
  let isClosed = false
  // Changes of the same file must not overtake each other, and only one large file is read at a time.
  const runExclusive = limitConcurrency({ running: 1, waiting: Infinity })

  function later(task: () => void, delay: number) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      task()
    }, delay)
    timers.add(timer.unref())
  }

  /** Brings what is known of a file up to date. `isLazy`: without reading it, unless the index file has its date. */
  async function look(file: string, { isLazy = false } = {}) {
    const known = documents.get(file)
    try {
      const info = await describe(file, isLazy)
      unreadable.delete(file)
      if (info) documents.set(file, info)
      else documents.delete(file)
      if (known?.bytes === info?.bytes && known?.date === info?.date) return
      for (const listener of listeners) listener()
    } catch (cause) {
      if (!unreadable.has(file)) onProblem(`${file} in the uploads folder cannot be read.`, cause)
      unreadable.add(file)
      later(() => void runExclusive(() => look(file)), RETRY_MS)
    }
  }

  /** Undefined if there is no such file. The date is the PDF's own, or else that of the file. */
  async function describe(file: string, isLazy: boolean): Promise<StoredDocument | undefined> {
    const place = path.join(uploadsDir, file)
    const stats = await statIfPresent(place)
    if (!stats?.isFile()) return undefined
    const [bytes, modified] = [stats.size, stats.mtimeMs]
    const known = kept.get(file)
    const ownDay = stats.mtime.toISOString().slice(0, 10)
    if (!isPdf(file)) return { file, bytes, date: ownDay, modified }
    if (known?.bytes === bytes && known.modified === modified) return known
    if (isLazy) {
      void runExclusive(() => (isClosed ? Promise.resolve() : look(file)))
      return { file, bytes, date: ownDay, modified }
    }
    const info = { file, bytes, date: pdfDate(await readDateExcerpts(place)) ?? ownDay, modified }
    kept.set(file, info)
    keepTimer ??= setTimeout(() => void keep(), KEEP_DELAY_MS).unref()
    return info
  }

  async function keep() {
    clearTimeout(keepTimer)
    keepTimer = undefined
    const entries = [...kept.values()]
      .filter(({ file }) => documents.has(file))
      .map(({ file, bytes, modified, date }) => [file, [bytes, modified, date]])
    try {
      const text = JSON.stringify({ version: 1, documents: Object.fromEntries(entries) as unknown })
      await writeDurably(indexFile, text, { mode: 0o600 })
    } catch (cause) {
      onProblem('The dates of the documents could not be kept, so the next start reads every PDF again.', cause)
    }
  }

  /** Looks at all files at or below `below`, and at those that were known there. */
  async function scan(below: string, options?: { isLazy: boolean }) {
    const found = await filesBelow(uploadsDir, below)
    const known = [...documents.keys()].filter((file) => below === '' || file === below || file.startsWith(`${below}/`))
    for (const file of new Set([...found, ...known])) await look(file, options)
  }

  let isBlind = false
  async function scanOrRetry(below: string, options?: { isLazy: boolean }) {
    try {
      await scan(below, options)
      isBlind = false
    } catch (cause) {
      if (!isBlind) onProblem('The documents in the uploads folder cannot be watched as a whole.', cause)
      isBlind = true
      later(() => void runExclusive(() => scanOrRetry('')), RETRY_MS)
    }
  }

  await runExclusive(() => scanOrRetry('', { isLazy: true }))
  const stopWatching = watchTree(uploadsDir, {
    onChange: (below) => void runExclusive(() => scanOrRetry(below)),
    onError: (cause) => {
      onProblem('Changes of documents in the uploads folder may go unnoticed.', cause)
    },
  })

  return {
    find(file) {
      const known = documents.get(file)
      return known && { bytes: known.bytes, date: known.date }
    },
    list: () => [...documents.values()],
    add: (file) => runExclusive(() => look(file)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    settled: () => runExclusive.onIdle(),
    async close() {
      isClosed = true
      stopWatching()
      for (const timer of timers) clearTimeout(timer)
      await runExclusive.onIdle()
      if (keepTimer) await keep()
    },
  }
}

async function readKept(indexFile: string): Promise<Map<string, StoredDocument>> {
  const parsed = indexFileSchema.safeParse(await readIndexJson(indexFile))
  if (!parsed.success) return new Map()
  return new Map(
    Object.entries(parsed.data.documents).map(([file, [bytes, modified, date]]) => [
      file,
      { file, bytes, modified, date },
    ]),
  )
}

/** Paths of the documents at or below a folder or file. Hidden files are still being written, or deleted. */
async function filesBelow(uploadsDir: string, below: string): Promise<string[]> {
  const stats = await statIfPresent(path.join(uploadsDir, below))
  if (stats?.isFile()) return isDocument(below) ? [below] : []
  const depth = below === '' ? 0 : below.split('/').length
  if (!stats?.isDirectory() || depth > MAX_DEPTH) return []
  const files: string[] = []
  for (const { name, ...entry } of await readFolder(path.join(uploadsDir, below))) {
    const file = below === '' ? name : `${below}/${name}`
    if (name.startsWith('.')) continue
    if (entry.isFolder) files.push(...(await filesBelow(uploadsDir, file)))
    else if (isDocument(name)) files.push(file)
  }
  return files
}

async function readFolder(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
}

function isDocument(file: string) {
  return /\.(?:pdf|mp4|vtt)$/i.test(file)
}

function isPdf(file: string) {
  return /\.pdf$/i.test(file)
}
