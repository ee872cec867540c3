import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { DOCUMENT_KINDS } from '#app/cms/define/upload-kind.ts'
import type { DocumentInfo } from '#app/cms/media/document-info.tsx'
import { isNoFileOfSite } from '#app/cms/storage/folders/folder-care.server.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import { NameLocks } from '#app/cms/storage/name-locks.ts'
import type { FileStats, Storage } from '#app/cms/storage/storage.ts'
import { pdfReading, type PdfReading } from '#app/cms/media/decoding/decoder-jobs.ts'
import { DecoderFailed, SITE, type Decoder } from '#app/cms/media/decoding/decoder.server.ts'
import { readPdfInTime } from './read-pdf-in-time.server.ts'
import { dateOf } from './library-file.ts'
import { isSameState, readIndexFile, uploadsFolder, writeIndexFile, type IndexedFolder } from './index-file.server.ts'
import type { ReportProblem, StoredDocument } from './media-library.types.ts'
import { Listeners } from '#app/cms/platform/listeners.ts'

/** Delay before a file is read again after a disk fault: no event reports the end of the fault (ms). */
const RETRY_MS = 10_000

/** Delay between a change and the write of the index file: one write for many changes (ms). */
const WRITE_DELAY_MS = 2_000

/** How many files are looked at concurrently. The decoder reads one PDF at a time. */
const MAX_LOOKS = 8

/** How many levels of folders below the uploads folder may contain documents. */
const MAX_DEPTH = 2

/** Letters of the texts of all documents. The oldest ones have none beyond that, and are found by their titles. */
const MAX_ALL_TEXTS = 2_000_000

const NO_TEXTS: readonly string[] = []

/** Of a PDF whose texts are not kept. */
const NOTHING_READ = { texts: [], textPages: 0 }

export interface DocumentIndex {
  /** What visitors see of a document, from memory. Takes its path below the uploads folder, with forward slashes. */
  find(file: string): DocumentInfo | undefined
  /** All that is known of a document, from memory. Takes its path below the uploads folder. */
  stored(file: string): StoredDocument | undefined
  /** All documents, in no particular order. */
  list(): StoredDocument[]
  /** The texts by which a PDF is found, from memory. The same array until the file is another one. */
  textsOf(file: string): readonly string[]
  /**
   * Reads a file that was just stored or removed, so that `find` and `list` are up to date when this resolves. A PDF that
   * was read before it was stored, `pdf`, is not read again.
   */
  add(file: string, pdf?: PdfReading): Promise<void>
  /**
   * Adds documents that are about to be moved into the folder. Each remains in the index, wherever its file is, until
   * `add` is called with it.
   */
  addArriving(...documents: StoredDocument[]): void
  /** Calls `listener` after each change of what `find` returns. Returns a function that removes it. */
  subscribe(listener: () => void): () => void
  /** The same for what `textsOf` returns. */
  subscribeToTexts(listener: () => void): () => void
  /** Resolves when all PDFs have been read. */
  whenIdle(): Promise<void>
  /** Stops the watcher. */
  close(): Promise<void>
}

/** May be deleted at any time. */
const INDEX_FILE = 'data/document-index.json'

const indexSchema = z.object({
  /** Another layout needs another number. */
  version: z.literal(1),
  documents: z.record(z.string(), z.object({ bytes: z.number(), modified: z.number(), pdf: pdfReading })),
})

/**
 * Opens the index of every file that is no image in a folder (by default the uploads), two folders deep. The
 * folder is watched: changes by hand are noticed within a second, a replaced folder within seconds.
 *
 * The index file contains what PDFs say of themselves, by size and modification time of the file. Resolves when all
 * files are in the index. PDFs that are not in the index file are read afterwards; until then they have no date.
 * `onProblem` is called once for a file that cannot be read; its entry does not change, and it is read again later.
 */
export async function openDocumentIndex({
  storage,
  decoder,
  source: { folder, words, indexFile, isByHand } = uploadsFolder(INDEX_FILE),
  onProblem,
}: {
  storage: Storage
  decoder: Decoder
  source?: IndexedFolder
  onProblem: ReportProblem
}): Promise<DocumentIndex> {
  const documents = new Map<string, StoredDocument>()
  const pdfsRead = indexFile === undefined ? new Map<string, ReadPdf>() : await readPdfs(storage, indexFile)
  /** Documents that are about to be moved into the folder. */
  const arriving = new Set<string>()
  const unreadable = new Set<string>()
  const listeners = new Listeners()
  const textListeners = new Listeners()
  const timers = new Set<NodeJS.Timeout>()
  let writeTimer: NodeJS.Timeout | undefined
  let isClosed = false
  const scans = limitConcurrency({ running: 1, waiting: Infinity })
  /** Concurrently, so that PDFs follow each other in the decoder without a background job in between. */
  const looks = limitConcurrency({ running: MAX_LOOKS, waiting: Infinity })
  /** Changes of the same file must not overtake each other. */
  const locks = new NameLocks()

  function later(task: () => void, delay: number) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      task()
    }, delay)
    timers.add(timer.unref())
  }

  /**
   * Updates the entry of a file. `isLazy`: a PDF that is not in the index file is read later. `isScan`: the file may be
   * gone with its disk, and then its entry stays. Never rejects.
   */
  function look(file: string, options: LookOptions = {}) {
    return locks.run([file], () => update(file, options))
  }

  const lookSoon = (file: string) => looks(() => look(file))

  async function update(file: string, { isLazy = false, isScan = false, pdf }: LookOptions) {
    if (arriving.has(file)) return
    const known = documents.get(file)
    try {
      const info = await describe(file, isLazy, pdf)
      if (arriving.has(file)) return
      unreadable.delete(file)
      if (known && !info && isScan && (await isAway())) return
      if (info) documents.set(file, info)
      else documents.delete(file)
      if (!isDeepStrictEqual(textsIn(known), textsIn(info))) textListeners.announce()
      if (!isDeepStrictEqual(withoutTexts(known), withoutTexts(info))) listeners.announce()
    } catch (cause) {
      if (!unreadable.has(file)) onProblem(`${file} in ${words} cannot be read.`, cause)
      unreadable.add(file)
      later(() => void lookSoon(file), RETRY_MS)
    }
  }

  /** Undefined if there is no such file. */
  async function describe(file: string, isLazy: boolean, reading?: PdfReading): Promise<StoredDocument | undefined> {
    const stats = await storage.stat(`${folder}/${file}`)
    if (stats?.kind !== 'file') return undefined
    const { size: bytes, modified } = stats
    const known = pdfsRead.get(file)
    if (!isPdf(file)) return { file, bytes, modified }
    const readLater = () => void looks(() => (isClosed ? Promise.resolve() : look(file)))
    if (known && isSameState(known, stats)) {
      if (!isWithoutTexts(known.pdf)) return known
      // An earlier version has read it, without its texts or without counting their pages.
      if (isLazy) {
        readLater()
        return known
      }
      const pdf = reading ?? (await read(file))
      if ('problem' in pdf && pdf.problem === 'slow') return known
      return keep({ ...known, pdf: 'problem' in pdf ? { ...known.pdf, ...NOTHING_READ } : pdf })
    }
    if (isLazy && !reading) {
      readLater()
      return { file, bytes, modified }
    }
    return keep({ file, bytes, modified, pdf: reading ?? (await read(file)) })
  }

  function keep(read: ReadPdf) {
    makeRoom(lengthOf(read))
    pdfsRead.set(read.file, read)
    writeSoon()
    return read
  }

  /** Drops the texts of the oldest documents, until those of all have room for so many letters. */
  function makeRoom(length: number) {
    if (length === 0) return
    const withTexts = [...documents.values()].filter((document) => textsIn(document).length > 0)
    let all = withTexts.reduce((sum, document) => sum + lengthOf(document), length)
    for (const document of withTexts.sort((one, other) => one.modified - other.modified)) {
      if (all <= MAX_ALL_TEXTS || !document.pdf) break
      all -= lengthOf(document)
      const shorter = { ...document, pdf: { ...document.pdf, ...NOTHING_READ } }
      documents.set(document.file, shorter)
      pdfsRead.set(document.file, shorter)
    }
  }

  async function read(file: string): Promise<PdfReading> {
    try {
      return await readPdfInTime(decoder, storage.pathOf(`${folder}/${file}`), SITE)
    } catch (error) {
      // A file that crashes the decoder does so each time.
      if (error instanceof DecoderFailed) return { problem: 'damaged' }
      throw error
    }
  }

  function writeSoon() {
    if (indexFile !== undefined) writeTimer ??= setTimeout(() => void writeIndex(indexFile), WRITE_DELAY_MS).unref()
  }

  async function writeIndex(indexFile: string) {
    clearTimeout(writeTimer)
    writeTimer = undefined
    const entries = [...pdfsRead.values()]
      .filter(({ file }) => documents.has(file))
      .map(({ file, ...read }) => [file, read] as const)
    const index: z.infer<typeof indexSchema> = { version: 1, documents: Object.fromEntries(entries) }
    try {
      await writeIndexFile(storage, indexFile, index)
    } catch (cause) {
      onProblem('What PDFs say of themselves could not be saved, so the next start reads every PDF again.', cause)
    }
  }

  /** Updates the entries of all files at or below `below`, and of those that were there before. */
  async function scan(below: string, options?: { isLazy: boolean }) {
    const found = await filesBelow(storage, folder, below)
    // What is known after a start without the disk: the PDFs of the index file.
    if (options?.isLazy && found.length === 0 && (await isAway())) {
      for (const [file, read] of pdfsRead) documents.set(file, read)
    }
    for (const file of new Set([...found, ...knownBelow(below)])) await look(file, { ...options, isScan: true })
  }

  /** True if the folder is missing or empty: its disk is not mounted, and its documents come back with it. */
  async function isAway() {
    return isByHand && (await storage.list(folder)).every(({ name }) => isNoFileOfSite(name))
  }

  function knownBelow(below: string) {
    return [...documents.keys()].filter((file) => below === '' || file === below || file.startsWith(`${below}/`))
  }

  /**
   * Notifies of known files that have other bytes now, or none: reading what PDFs say of themselves takes longer, and
   * other files may be read first.
   */
  async function notifyIfChanged(below: string) {
    const changes = knownBelow(below).map(async (file) => {
      const known = documents.get(file)
      try {
        const stats = await storage.stat(`${folder}/${file}`)
        return !arriving.has(file) && known !== undefined && !(stats && isSameState(known, stats))
      } catch {
        // `look` retries and reports it.
        return false
      }
    })
    if ((await Promise.all(changes)).includes(true) && !(await isAway().catch(() => false))) listeners.announce()
  }

  let isBlind = false
  async function scanOrRetry(below: string, options?: { isLazy: boolean }) {
    try {
      await scan(below, options)
      isBlind = false
    } catch (cause) {
      if (!isBlind) onProblem(`The documents in ${words} cannot be listed.`, cause)
      isBlind = true
      later(() => void scans(() => scanOrRetry('')), RETRY_MS)
    }
  }

  await scans(() => scanOrRetry('', { isLazy: true }))
  const stopWatching = isByHand
    ? storage.watch(folder, (name) => {
        const below = name.slice(folder.length + 1)
        return Promise.all([notifyIfChanged(below), scans(() => scanOrRetry(below))])
      })
    : undefined

  /** A scan starts looks, and they start none. */
  async function whenIdle() {
    await scans.onIdle()
    await looks.onIdle()
  }

  return {
    find(file) {
      const known = documents.get(file)
      return known && { bytes: known.bytes, date: dateOf(known.pdf) }
    },
    stored: (file) => documents.get(file),
    list: () => [...documents.values()],
    textsOf: (file) => textsIn(documents.get(file)),
    add(file, pdf) {
      arriving.delete(file)
      return pdf ? look(file, { pdf }) : lookSoon(file)
    },
    addArriving(...added) {
      if (added.length === 0) return
      for (const document of added) {
        arriving.add(document.file)
        documents.set(document.file, document)
        if (document.pdf) pdfsRead.set(document.file, { ...document, pdf: document.pdf })
      }
      listeners.announce()
      textListeners.announce()
      writeSoon()
    },
    subscribe: listeners.subscribe,
    subscribeToTexts: textListeners.subscribe,
    whenIdle,
    async close() {
      isClosed = true
      stopWatching?.()
      for (const timer of timers) clearTimeout(timer)
      await whenIdle()
      if (writeTimer && indexFile !== undefined) await writeIndex(indexFile)
    },
  }
}

interface LookOptions {
  isLazy?: boolean
  isScan?: boolean
  /** What the file says of itself, if it has been read. */
  pdf?: PdfReading | undefined
}

function textsIn(document: StoredDocument | undefined): readonly string[] {
  const { pdf } = document ?? {}
  return pdf && 'pages' in pdf ? (pdf.texts ?? NO_TEXTS) : NO_TEXTS
}

function withoutTexts(document: StoredDocument | undefined) {
  return document?.pdf ? { ...document, pdf: { ...document.pdf, texts: undefined } } : document
}

function isWithoutTexts(pdf: PdfReading) {
  return 'pages' in pdf && (pdf.texts === undefined || pdf.textPages === undefined)
}

function lengthOf(document: StoredDocument) {
  return textsIn(document).reduce((sum, text) => sum + text.length, 0)
}

type ReadPdf = StoredDocument & { pdf: PdfReading }

async function readPdfs(storage: Storage, indexFile: string): Promise<Map<string, ReadPdf>> {
  const index = await readIndexFile(storage, indexFile, indexSchema)
  const read = Object.entries(index?.documents ?? {}).map(([file, known]): ReadPdf => ({ file, ...known }))
  // The machine was perhaps busy.
  const isTooSlow = ({ pdf }: ReadPdf) => 'problem' in pdf && pdf.problem === 'slow'
  return new Map(read.filter((known) => !isTooSlow(known)).map((known) => [known.file, known]))
}

/** Paths of the documents at or below a path in `folder`; '' is the whole folder. Hidden files are ignored. */
async function filesBelow(storage: Storage, folder: string, below: string): Promise<string[]> {
  const name = below === '' ? folder : `${folder}/${below}`
  let stats: FileStats | undefined
  try {
    stats = await storage.stat(name)
  } catch (error) {
    // The fault of one document: it is reported and read again as such.
    if (isDocument(below)) return [below]
    throw error
  }
  if (stats?.kind === 'file') return isDocument(below) ? [below] : []
  const depth = below === '' ? 0 : below.split('/').length
  if (stats?.kind !== 'folder' || depth > MAX_DEPTH) return []
  const files: string[] = []
  for (const entry of await storage.list(name)) {
    const file = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.name.startsWith('.')) continue
    if (entry.kind === 'folder') files.push(...(await filesBelow(storage, folder, file)))
    else if (isDocument(entry.name)) files.push(file)
  }
  return files
}

/** True for the name of an uploaded file that is no image. */
export function isDocument(file: string) {
  return DOCUMENT_NAME.test(file)
}

const DOCUMENT_NAME = new RegExp(`\\.(?:${DOCUMENT_KINDS.join('|')})$`, 'i')

function isPdf(file: string) {
  return /\.pdf$/i.test(file)
}
