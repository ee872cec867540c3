import { lstatSync } from 'node:fs'
import { readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { z } from 'zod'
import { removeDurably, writeDurably } from '#app/storage/durable-file.server.ts'
import { storageErrorCode } from '#app/storage/storage-error.ts'
import { assertMayWrite } from '#app/storage/owner-lock.server.ts'
import type { HealthReports } from '#app/platform/health.server.ts'
import { jsonText } from '#app/storage/json-text.ts'
import { isMissing, readSmallFile } from './small-file.server.ts'

/** What the disk says about a record: `refused` where it could not do what was asked. */
type DiskAnswer = 'done' | 'missing' | 'refused'

/** Unreadable files that are told apart. */
const UNREADABLE_LIMIT = 100

const REASONS = {
  'disk-full': 'the disk of the server is full',
  'read-only': 'the server may not write to its data folder',
  'lock-lost': 'another process has taken over the data folder',
  io: 'the disk of the server reported a fault',
}

/**
 * The files of a folder of records, one JSON file each, named by a hash. A disk that refuses is no exception here but an
 * answer: health names it until the disk takes a write, or the file can be read, again.
 */
export class RecordFiles<Value> {
  readonly #unreadable = new Set<string>()

  constructor(
    private readonly folder: string,
    /** What the records are called, such as `sessions`. */
    private readonly name: string,
    private readonly schema: z.ZodType<Value>,
    private readonly health: HealthReports,
  ) {}

  /** A record and when it was touched. `damaged` is a file that holds something else. */
  read(hash: string): { value: Value; touchedAt: Date } | 'missing' | 'damaged' | 'refused' {
    try {
      const { text, modifiedAt } = readSmallFile(this.#fileOf(hash))
      this.#noteReadable(hash)
      const parsed = jsonText(this.schema).safeParse(text)
      return parsed.success ? { value: parsed.data, touchedAt: modifiedAt } : 'damaged'
    } catch (error) {
      if (!isMissing(error)) return this.#noteUnreadable(hash, error)
      this.#noteReadable(hash)
      return 'missing'
    }
  }

  async write(hash: string, value: Value): Promise<DiskAnswer> {
    try {
      await writeDurably(this.#fileOf(hash), `${JSON.stringify(value)}\n`, { mode: 0o600 })
      this.forgetRefusal()
      return 'done'
    } catch (error) {
      return this.#noteRefusal(error)
    }
  }

  /** The time of the last touch is the file's modification time: setting it brings no file back that is removed meanwhile. */
  async touch(hash: string, time: Date): Promise<DiskAnswer> {
    try {
      assertMayWrite()
      await utimes(this.#fileOf(hash), time, time)
      return 'done'
    } catch (error) {
      return isMissing(error) ? 'missing' : this.#noteRefusal(error)
    }
  }

  async remove(hash: string): Promise<DiskAnswer> {
    const file = this.#fileOf(hash)
    // A read-only disk refuses to remove also what is not there.
    if (!isPresent(file)) return 'missing'
    try {
      await removeDurably(file)
      return 'done'
    } catch (error) {
      return this.#noteRefusal(error)
    }
  }

  /** The disk takes changes again. */
  forgetRefusal(): void {
    this.health.clear(this.#refusalId)
  }

  /** The hashes of all files; none where the folder cannot be read. */
  async hashes(): Promise<string[]> {
    try {
      const names = await readdir(this.folder)
      return names.flatMap((name) => /^([0-9a-f]{64})\.json$/.exec(name)?.[1] ?? [])
    } catch (error) {
      if (!isMissing(error)) this.#noteUnreadable('', error)
      return []
    }
  }

  #fileOf(hash: string) {
    return path.join(this.folder, `${hash}.json`)
  }

  get #refusalId() {
    return `${this.name}-not-stored`
  }

  get #unreadableId() {
    return `${this.name}-unreadable`
  }

  #noteRefusal(cause: unknown): 'refused' {
    const reason = REASONS[storageErrorCode(cause)]
    const message = `Changes to ${this.name} are kept in memory only and are lost at the next restart: ${reason}.`
    this.health.report({ id: this.#refusalId, message }, cause)
    return 'refused'
  }

  #noteUnreadable(hash: string, cause: unknown): 'refused' {
    if (this.#unreadable.size < UNREADABLE_LIMIT) this.#unreadable.add(hash)
    const message = `A file in the folder ${this.name} of the data folder cannot be read and is left out. The log names it.`
    this.health.report({ id: this.#unreadableId, message }, cause)
    return 'refused'
  }

  #noteReadable(hash: string) {
    if (this.#unreadable.delete(hash) && this.#unreadable.size === 0) this.health.clear(this.#unreadableId)
  }
}

function isPresent(file: string) {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined
  } catch {
    // A folder above it cannot be read: the removal will say so.
    return true
  }
}
