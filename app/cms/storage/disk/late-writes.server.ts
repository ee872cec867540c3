import { closeSync, fstatSync } from 'node:fs'
import { readOpenFile } from './disk-read.server.ts'
import { versionOf } from '#app/cms/storage/storage.ts'

const CHECK_EVERY_MS = 250
/** A program that writes in steps counts as finished after a pause of so many checks. */
const CHECKS_AT_REST = 8
const MAX_CHECKS = 120
/** Each uses one file descriptor. */
const MAX_FILES = 16
const MAX_BYTES = 64_000_000

interface ReplacedFile {
  descriptor: number
  /** Version of the content that the caller already knows. */
  reported: string
  /** Version and content at the last check. */
  seen: { version: string; bytes: Uint8Array } | undefined
  /** Time and size at the last check. */
  stamp: string
  checks: number
  checksAtRest: number
  onLateWrite: (bytes: Uint8Array) => Promise<void>
}

/**
 * Files that commits have replaced, still open. A program that had such a file open still writes into it, and that text
 * would be lost. So it is passed to `onLateWrite` once the file has not changed for some time.
 */
export class LateWrites {
  readonly #files = new Set<ReplacedFile>()
  #timer: NodeJS.Timeout | undefined

  /** Watches an open file whose known content has `version`, and closes it later. `onLateWrite` must not reject. */
  watch(descriptor: number, version: string, onLateWrite: (bytes: Uint8Array) => Promise<void>): void {
    const [oldest] = this.#files
    if (oldest && this.#files.size >= MAX_FILES) void this.#finish(oldest)
    this.#files.add({
      descriptor,
      reported: version,
      seen: undefined,
      stamp: '',
      checks: 0,
      checksAtRest: 0,
      onLateWrite,
    })
    this.#timer ??= setInterval(() => {
      for (const file of [...this.#files]) void this.#check(file)
    }, CHECK_EVERY_MS).unref()
  }

  /** Passes on what was written so far and closes all files. */
  async close(): Promise<void> {
    await Promise.all([...this.#files].map((file) => this.#finish(file)))
  }

  async #check(file: ReplacedFile) {
    file.checks += 1
    const isAtRest = !this.#readAgain(file)
    file.checksAtRest = isAtRest ? file.checksAtRest + 1 : 0
    if (file.checksAtRest >= CHECKS_AT_REST || file.checks >= MAX_CHECKS) await this.#finish(file)
    else if (isAtRest) await handOver(file)
  }

  /** Reads the file if its time or size has changed since the last check. Returns true if its content has changed. */
  #readAgain(file: ReplacedFile) {
    const stamp = stampOf(file)
    if (stamp === file.stamp) return false
    file.stamp = stamp
    const before = file.seen?.version ?? file.reported
    look(file)
    return file.seen !== undefined && file.seen.version !== before
  }

  async #finish(file: ReplacedFile) {
    if (!this.#files.delete(file)) return
    if (this.#files.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    // Read once more, whatever the time says: times of files are coarse.
    look(file)
    closeQuietly(file)
    await handOver(file)
  }
}

/**
 * Time and size of a file; those of the last check if the disk cannot tell them, as NFS for a file of another client.
 */
function stampOf({ descriptor, stamp }: ReplacedFile) {
  try {
    const { mtimeMs, size } = fstatSync(descriptor)
    return `${mtimeMs} ${size}`
  } catch {
    return stamp
  }
}

function closeQuietly({ descriptor }: ReplacedFile) {
  try {
    closeSync(descriptor)
  } catch {
    // The descriptor is released even if the disk reports an error.
  }
}

function look(file: ReplacedFile) {
  try {
    const bytes = readOpenFile(file.descriptor, MAX_BYTES)
    file.seen = { version: versionOf(bytes), bytes }
  } catch {
    // The disk fails: only the content of an earlier check is known.
  }
}

async function handOver(file: ReplacedFile) {
  const { seen } = file
  if (!seen || seen.version === file.reported) return
  file.reported = seen.version
  await file.onLateWrite(seen.bytes)
}
