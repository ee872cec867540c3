import { closeSync, fstatSync } from 'node:fs'
import { isSameRead, readDescriptorSync, type FileRead, type OpenFile } from '#app/content/format/read-text.server.ts'

const LOOK_EVERY_MS = 250
/** A program that writes in steps has finished when it has paused so long. */
const LOOKS_AT_REST = 8
const MOST_LOOKS = 120
/** Each takes a file descriptor. */
const MOST_FILES = 16

interface ReplacedFile {
  descriptor: number
  /** What history has of it. */
  kept: FileRead
  /** What it held at the last look. */
  seen: FileRead
  /** Time and size at the last look. */
  stamp: string
  looks: number
  looksAtRest: number
  keep: (read: FileRead) => Promise<void>
}

/**
 * Files that saves have replaced, still open. A program that had one open when it was replaced goes on writing into it, where
 * nobody finds it: what it has written is handed over once it has rested.
 */
export class ReplacedFiles {
  readonly #files = new Set<ReplacedFile>()
  #timer: NodeJS.Timeout | undefined

  /** Takes over the open file. `kept` is what it held when it was replaced; `keep` gets what it holds later. Must not reject. */
  watch({ descriptor }: OpenFile, kept: FileRead, keep: (read: FileRead) => Promise<void>): void {
    const [oldest] = this.#files
    if (oldest && this.#files.size >= MOST_FILES) void this.#finish(oldest)
    this.#files.add({ descriptor, kept, seen: kept, stamp: '', looks: 0, looksAtRest: 0, keep })
    this.#timer ??= setInterval(() => {
      for (const file of [...this.#files]) void this.#look(file)
    }, LOOK_EVERY_MS).unref()
  }

  /** Hands over what was written so far and closes all. */
  async close(): Promise<void> {
    await Promise.all([...this.#files].map((file) => this.#finish(file)))
  }

  async #look(file: ReplacedFile) {
    file.looks += 1
    const isAtRest = !this.#readAgain(file)
    file.looksAtRest = isAtRest ? file.looksAtRest + 1 : 0
    if (file.looksAtRest >= LOOKS_AT_REST || file.looks >= MOST_LOOKS) await this.#finish(file)
    else if (isAtRest) await handOver(file)
  }

  /** Reads the file where it was written since the last look; answers whether it was. */
  #readAgain(file: ReplacedFile) {
    const { mtimeMs, size } = fstatSync(file.descriptor)
    const stamp = `${mtimeMs} ${size}`
    if (stamp === file.stamp) return false
    file.stamp = stamp
    const read = readDescriptorSync(file.descriptor)
    if (isSameRead(read, file.seen)) return false
    file.seen = read
    return true
  }

  async #finish(file: ReplacedFile) {
    if (!this.#files.delete(file)) return
    if (this.#files.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    // Whatever the times say, which have a coarse grain.
    file.seen = readDescriptorSync(file.descriptor)
    closeSync(file.descriptor)
    await handOver(file)
  }
}

async function handOver(file: ReplacedFile) {
  if (isSameRead(file.seen, file.kept)) return
  file.kept = file.seen
  await file.keep(file.seen)
}
