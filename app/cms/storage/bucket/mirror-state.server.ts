import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { jsonText } from '#app/cms/platform/json-text.ts'
import { temporaryPath } from '../disk/temporary-name.server.ts'

/** The object that a file of the mirror is a copy of, and the state of the file at the last comparison. */
interface Copy {
  etag: string
  /** MD5 of its bytes. */
  md5: string
  size: number
  /** Time of the file in the mirror: milliseconds since 1970, fractions included. */
  modified: number
}

const WRITE_MS = 10_000

const copyFields = z.tuple([z.string(), z.string(), z.number(), z.number()])

const stateFile = jsonText(
  z.object({
    version: z.literal(1),
    bucket: z.string(),
    copies: z.record(z.string(), copyFields),
    /** Names whose files were being written. */
    begun: z.array(z.string()).default([]),
    /** Number of the first log with later changes. */
    log: z.number().int().default(0),
  }),
)

/** A name alone: its file is about to be written. With fields: what the file is a copy of; null: it is no copy. */
const logLine = jsonText(z.tuple([z.string(), copyFields.nullable().optional()]))

/**
 * Which objects the files of a mirror are copies of. It is stored beside them, so that a start compares times instead
 * of reading every file, and notices hand edits. Each change is appended to a log at once, and the whole state is
 * written now and then, so that a killed process loses nothing.
 */
export class MirrorState {
  readonly #copies = new Map<string, Copy>()
  /** Names whose files are being written, or were when the process was killed. */
  readonly #begun = new Set<string>()
  /** True if this mirror has been filled from this bucket before. */
  readonly isKnown: boolean
  /** The current log: its number and its file descriptor. */
  #log: { number: number; file: number } | undefined
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  /**
   * `bucket` names the bucket with its prefix: the state of another bucket is ignored. With `isBesideSite` nothing is
   * stored: the site that runs on the folders does that.
   */
  constructor(
    private readonly file: string,
    private readonly bucket: string,
    private readonly isBesideSite = false,
  ) {
    const stored = readState(file)
    this.isKnown = stored?.bucket === bucket
    if (!stored || !this.isKnown) return
    for (const [name, fields] of Object.entries(stored.copies)) this.#copies.set(name, toCopy(fields))
    for (const name of stored.begun) this.#begun.add(name)
    for (const number of logNumbers(file)) if (number >= stored.log) this.#replay(number)
    for (const name of this.#begun) this.#copies.delete(name)
  }

  get(name: string): Copy | undefined {
    return this.#copies.get(name)
  }

  names(): string[] {
    return [...this.#copies.keys()]
  }

  /** The names of the copies that begin so. */
  namesBelow(start: string): string[] {
    return [...this.#copies.keys()].filter((name) => name.startsWith(start))
  }

  /** True if a file whose name begins so is a copy. */
  hasBelow(start: string): boolean {
    for (const name of this.#copies.keys()) if (name.startsWith(start)) return true
    return false
  }

  /** The names of the files that are copies of objects with this ETag and size. */
  *namesOf(etag: string, size: number): Generator<string> {
    for (const [name, copy] of this.#copies) if (copy.etag === etag && copy.size === size) yield name
  }

  /** True if the storage may have written the file although it is not known as a copy. */
  isBegun(name: string): boolean {
    return this.#begun.has(name)
  }

  /** Has to be called before the file of a name is written. */
  begin(name: string): void {
    this.#begun.add(name)
    this.#append([name])
  }

  set(name: string, copy: Copy | undefined): void {
    if (copy) this.#copies.set(name, copy)
    else this.#copies.delete(name)
    this.#begun.delete(name)
    this.#append([name, copy ? fieldsOf(copy) : null])
  }

  /** Stores the state. Never rejects, because the state only saves time. */
  write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write()).catch(() => undefined)
    return this.#writing
  }

  async #write() {
    if (this.isBesideSite) return
    const copies = Object.fromEntries(Array.from(this.#copies, ([name, copy]) => [name, fieldsOf(copy)] as const))
    // Later changes are appended to the next log.
    const { number: log } = this.#openNextLog()
    const state = { version: 1, bucket: this.bucket, copies, begun: [...this.#begun], log }
    const temporary = temporaryPath(this.file)
    await writeFile(temporary, JSON.stringify(state), { mode: 0o600, flag: 'wx' })
    await rename(temporary, this.file)
    for (const number of logNumbers(this.file)) if (number < log) await rm(logPath(this.file, number))
  }

  /** In one write, so that a kill leaves all of a line or none. Lines that could not be written slow the next start. */
  #append(line: readonly unknown[]) {
    if (this.isBesideSite) return
    this.#timer ??= setTimeout(() => void this.write(), WRITE_MS).unref()
    try {
      const { file } = this.#log ?? this.#openNextLog()
      writeSync(file, `${JSON.stringify(line)}\n`)
    } catch {
      // The disk is full or read-only: then the files of the mirror cannot be written either.
    }
  }

  /** Later changes are appended to a new log, whose first line names the bucket. */
  #openNextLog() {
    const number = Math.max(0, ...logNumbers(this.file)) + 1
    const file = openSync(logPath(this.file, number), 'wx', 0o600)
    writeSync(file, `${JSON.stringify(this.bucket)}\n`)
    if (this.#log) closeSync(this.#log.file)
    this.#log = { number, file }
    return this.#log
  }

  #replay(number: number) {
    const [bucket, ...lines] = readFileSync(logPath(this.file, number), 'utf8').split('\n')
    if (bucket !== JSON.stringify(this.bucket)) return
    for (const line of lines) {
      const { data } = logLine.safeParse(line)
      if (!data) continue
      const [name, fields] = data
      if (fields === undefined) this.#begun.add(name)
      else {
        this.#begun.delete(name)
        if (fields) this.#copies.set(name, toCopy(fields))
        else this.#copies.delete(name)
      }
    }
  }
}

function readState(file: string) {
  try {
    return stateFile.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Hidden, because it belongs to this node alone. */
function logPath(file: string, number: number) {
  return path.join(path.dirname(file), `.${path.basename(file)}.${number}.log`)
}

/** Numbers of the existing logs, in order. */
function logNumbers(file: string) {
  const start = `.${path.basename(file)}.`
  return readdirSync(path.dirname(file))
    .filter((name) => name.startsWith(start) && name.endsWith('.log'))
    .map((name) => Number(name.slice(start.length, -'.log'.length)))
    .filter((number) => Number.isInteger(number))
    .sort((one, other) => one - other)
}

function fieldsOf({ etag, md5, size, modified }: Copy): z.infer<typeof copyFields> {
  return [etag, md5, size, modified]
}

function toCopy([etag, md5, size, modified]: z.infer<typeof copyFields>): Copy {
  return { etag, md5, size, modified }
}
