import { closeSync, fstatSync } from 'node:fs'
import { readOpenFile } from './disk-read.server.ts'
import { versionOf } from './storage.ts'

const CHECK_EVERY_MS = 250
/** A program that writes in steps has finished when it has paused so long. */
const CHECKS_AT_REST = 8
const MAX_CHECKS = 120
/** Each takes a file descriptor. */
const MAX_FILES = 16
const MAX_BYTES = 64_000_000

interface ReplacedFile {
  descriptor: number
  /** Version of what was handed over. */
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
 * Files that commits have replaced, still open. A program that had one open when it was replaced goes on writing into it, and
 * nobody could find that: what it writes is handed over once it has rested.
 */
export class LateWrites {
  readonly #files = new Set<ReplacedFile>()
  #timer: NodeJS.Timeout | undefined

  /** Takes over an open file whose content is known to have `version`. `onLateWrite` must not reject. */
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

  /** Hands over what was written so far and closes all. */
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

  /** Reads the file if it was written since the last check; tells whether it was. */
  #readAgain(file: ReplacedFile) {
    const { mtimeMs, size } = fstatSync(file.descriptor)
    const stamp = `${mtimeMs} ${size}`
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
    // Once more whatever the times say: they have a coarse grain.
    look(file)
    closeSync(file.descriptor)
    await handOver(file)
  }
}

function look(file: ReplacedFile) {
  try {
    const bytes = readOpenFile(file.descriptor, MAX_BYTES)
    file.seen = { version: versionOf(bytes), bytes }
  } catch {
    // Its disk fails: what was seen before is all there is.
  }
}

async function handOver(file: ReplacedFile) {
  const { seen } = file
  if (!seen || seen.version === file.reported) return
  file.reported = seen.version
  await file.onLateWrite(seen.bytes)
}
