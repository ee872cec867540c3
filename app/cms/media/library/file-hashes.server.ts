import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { Listeners } from '#app/cms/platform/listeners.ts'
import type { FileStats, Storage } from '#app/cms/storage/storage.ts'
import { sha256Of } from './content-hash.server.ts'
import { isSameState, readIndexFile, writeIndexFile } from './index-file.server.ts'
import type { ReportProblem } from './media-library.types.ts'

/** May be deleted at any time: files are recorded again as they are then. */
const INDEX_FILE = 'data/file-hashes.json'

/** Delay between a change of files and the look at them: one for many changes (ms). */
const DEBOUNCE_MS = 1_000

/** Delay between a change of the records and their write (ms). */
const WRITE_DELAY_MS = 2_000

const DAY_MS = 24 * 60 * 60_000

/** How long the record of a file remains that is no longer there: a missing disk comes back. */
const GONE_DAYS = 30

const fileHash = z.object({
  bytes: z.number(),
  /** Time of the last change of the file, milliseconds since 1970. */
  modified: z.number(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** When these bytes were recorded first, milliseconds since 1970. */
  seen: z.number(),
  /** True if the site has received these bytes and checked them. */
  isUploaded: z.boolean().optional(),
  /** When other bytes were found in place of those before, which were not uploaded. */
  changed: z.number().optional(),
  /** When the file was not there any more. */
  gone: z.number().optional(),
})

/** The record of an uploaded file. */
export type FileHash = z.infer<typeof fileHash>

const indexSchema = z.object({ version: z.literal(1), files: z.record(z.string(), fileHash) })

/** The records by path below the uploads folder; undefined if there are none. */
export async function readFileHashes(storage: Storage): Promise<Map<string, FileHash> | undefined> {
  const index = await readIndexFile(storage, INDEX_FILE, indexSchema)
  return index && new Map(Object.entries(index.files))
}

/** Records the SHA-256 of every upload, so that a check of the site sees damage that neither size nor time shows. */
export interface FileHashes {
  /** Starts to record, in the background. Before that, the other methods only take note. */
  start(): void
  /** Records what has changed on the disk. Call it after each change. */
  look(): void
  /** The SHA-256 of a file, from memory; undefined until it is recorded as it is. Takes its path below the uploads folder. */
  find(file: string): string | undefined
  /** Calls `listener` when `find` may return something else. Returns a function that removes it. */
  subscribe(listener: () => void): () => void
  /** Records files that the site has just stored: their new bytes are no edit by hand. */
  noteUploads(files: readonly string[]): void
  /** Resolves when every file is recorded. */
  whenIdle(): Promise<void>
  /** Ends the work. Resolves when the records are written. */
  close(): Promise<void>
}

/** A file whose bytes are recorded. */
interface RecordedFile {
  file: string
  bytes: number
  modified: number
}

/**
 * Opens the records of the files that `list` returns, and `stateOf` finds. A file is read again when its size or time differs from its
 * record. If its bytes differ without that, the record remains, and the check of the site reports the damage. Files are
 * read one at a time, with a pause as long as the reading, so that requests have at least half of the processor.
 */
export async function openFileHashes({
  storage,
  list,
  stateOf,
  onProblem,
}: {
  storage: Storage
  list: () => RecordedFile[]
  stateOf: (file: string) => RecordedFile | undefined
  onProblem: ReportProblem
}): Promise<FileHashes> {
  // Read before the first page is made: an announcement after it would make all pages again at each start.
  const hashes = (await readFileHashes(storage)) ?? new Map<string, FileHash>()
  const listeners = new Listeners()
  const uploaded = new Set<string>()
  const ending = new AbortController()
  let isStarted = false
  let looking: Promise<void> | undefined
  let isOutdated = false
  let debounce: NodeJS.Timeout | undefined
  let writeTimer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  function lookNow() {
    clearTimeout(debounce)
    debounce = undefined
    if (!isStarted || ending.signal.aborted) return
    isOutdated = true
    looking ??= lookUntilDone()
      .catch((cause: unknown) => {
        if (!ending.signal.aborted) onProblem('The checksums of the uploads could not be recorded.', cause)
      })
      .finally(() => (looking = undefined))
  }

  async function lookUntilDone() {
    while (isOutdated) {
      isOutdated = false
      let hasNews = false
      const files = list()
      for (const stored of files) {
        if (recordOf(stored) && !uploaded.has(stored.file)) continue
        await record(stored.file)
        hasNews = true
      }
      noteGone(new Set(files.map(({ file }) => file)))
      // One announcement for many files: each makes all pages anew.
      if (hasNews) listeners.announce()
    }
  }

  /** Undefined if the file is not recorded as it is. */
  function recordOf({ file, bytes, modified }: RecordedFile): FileHash | undefined {
    const known = hashes.get(file)
    return known && known.gone === undefined && isSameState(known, { size: bytes, modified }) ? known : undefined
  }

  async function record(file: string) {
    const began = performance.now()
    const name = `uploads/${file}`
    const before = await storage.stat(name).catch(() => undefined)
    if (before?.kind !== 'file') return
    // A file that cannot be read is a finding of the check.
    const sha256 = await sha256Of(storage.pathOf(name)).catch(() => undefined)
    const after = await storage.stat(name).catch(() => undefined)
    await delay(performance.now() - began, undefined, { signal: ending.signal, ref: false })
    // A file that changes meanwhile is looked at again after the change.
    if (sha256 === undefined || after?.size !== before.size || after.modified !== before.modified) return
    const isUploaded = uploaded.delete(file)
    hashes.set(file, nextRecord(hashes.get(file), { ...after, sha256, isUploaded }))
    writeSoon()
  }

  function noteGone(present: ReadonlySet<string>) {
    const now = Date.now()
    for (const file of uploaded) if (!present.has(file)) uploaded.delete(file)
    for (const [file, known] of hashes) {
      if (present.has(file)) continue
      if (known.gone === undefined) hashes.set(file, { ...known, gone: now })
      else if (now - known.gone > GONE_DAYS * DAY_MS) hashes.delete(file)
      else continue
      writeSoon()
    }
  }

  function writeSoon() {
    writeTimer ??= setTimeout(writeNow, WRITE_DELAY_MS).unref()
  }

  function writeNow() {
    clearTimeout(writeTimer)
    writeTimer = undefined
    const index: z.infer<typeof indexSchema> = { version: 1, files: Object.fromEntries(hashes) }
    writing = writing
      .then(() => writeIndexFile(storage, INDEX_FILE, index))
      .catch((cause: unknown) => {
        onProblem('The checksums of the uploads could not be saved, so a check of the site may not see damage.', cause)
      })
  }

  return {
    start() {
      isStarted = true
      lookNow()
    },
    look() {
      debounce ??= setTimeout(lookNow, DEBOUNCE_MS).unref()
    },
    find(file) {
      const stored = stateOf(file)
      return stored && recordOf(stored)?.sha256
    },
    subscribe: listeners.subscribe,
    noteUploads(files) {
      for (const file of files) uploaded.add(file)
      lookNow()
    },
    async whenIdle() {
      await looking
    },
    async close() {
      ending.abort()
      clearTimeout(debounce)
      await looking
      if (writeTimer) writeNow()
      await writing
    },
  }
}

/** The record of a file after it was read. */
function nextRecord(
  known: FileHash | undefined,
  { size, modified, sha256, isUploaded }: FileStats & { sha256: string; isUploaded: boolean },
): FileHash {
  const state = { bytes: size, modified, sha256 }
  const now = Date.now()
  if (known?.sha256 === sha256)
    return { ...known, ...state, isUploaded: known.isUploaded ?? isUploaded, gone: undefined }
  // Damage: the check of the site compares the file with the record.
  if (known && isSameState(known, { size, modified })) return { ...known, gone: undefined }
  return { ...state, seen: now, isUploaded, ...(known && !isUploaded && { changed: now }) }
}
