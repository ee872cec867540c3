import { readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { jsonText } from '../json-text.ts'
import { temporaryPath } from '../temporary-name.server.ts'

/** What a file of the mirror is a copy of, and what it was when it was compared last. */
export interface Copy {
  /** ETag of the object. */
  etag: string
  /** MD5 of its bytes. */
  md5: string
  size: number
  /** Of the file of the mirror: milliseconds since 1970, fractions included. */
  modified: number
}

const WRITE_MS = 10_000

const stateFile = jsonText(
  z.object({
    version: z.literal(1),
    bucket: z.string(),
    copies: z.record(z.string(), z.tuple([z.string(), z.string(), z.number(), z.number()])),
  }),
)

/**
 * Which objects the files of a mirror are copies of. It is stored beside them, so that a start compares times instead of
 * reading every file. An older state only costs time.
 */
export class MirrorState {
  readonly #copies = new Map<string, Copy>()
  /** True if this mirror has been filled from this bucket before. */
  readonly isKnown: boolean
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  /** `bucket` names the bucket with its prefix: a mirror of another one counts as none. */
  constructor(
    private readonly file: string,
    private readonly bucket: string,
  ) {
    const stored = readState(file)
    this.isKnown = stored?.bucket === bucket
    if (!stored || !this.isKnown) return
    for (const [name, [etag, md5, size, modified]] of Object.entries(stored.copies)) {
      this.#copies.set(name, { etag, md5, size, modified })
    }
  }

  get(name: string): Copy | undefined {
    return this.#copies.get(name)
  }

  names(): string[] {
    return [...this.#copies.keys()]
  }

  set(name: string, copy: Copy | undefined): void {
    if (copy) this.#copies.set(name, copy)
    else this.#copies.delete(name)
    this.#timer ??= setTimeout(() => void this.write(), WRITE_MS).unref()
  }

  /** Stores the state. Never rejects: it only saves time. */
  write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write()).catch(() => undefined)
    return this.#writing
  }

  async #write() {
    const copies = Object.fromEntries(
      Array.from(this.#copies, ([name, { etag, md5, size, modified }]) => [name, [etag, md5, size, modified]] as const),
    )
    const temporary = temporaryPath(this.file)
    await writeFile(temporary, JSON.stringify({ version: 1, bucket: this.bucket, copies }), { mode: 0o600, flag: 'wx' })
    await rename(temporary, this.file)
  }
}

function readState(file: string) {
  try {
    return stateFile.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
