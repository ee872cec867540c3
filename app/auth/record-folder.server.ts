import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { removeDurably, writeDurably } from '#app/content/durable-file.server.ts'
import { jsonText } from '#app/http/json-text.ts'

/** Fields every record has, ISO 8601, UTC. */
export const lifetime = { createdAt: z.iso.datetime(), expiresAt: z.iso.datetime() }

interface Lifetime {
  createdAt: string
  expiresAt: string
}

/** A record as it was read. */
export interface Kept<Value> {
  hash: string
  value: Value
  /** When it was last touched; written is touched. */
  touchedAt: Date
}

/**
 * A folder of small JSON files, one for each secret given out and named by the secret's SHA-256, so that reading the disk
 * lets nobody in. They are read from disk each time: what another process ended has ended. A damaged file counts as absent.
 *
 * The time of the last touch is the file's modification time, not a field in it: setting it fails where the file was removed
 * meanwhile, whereas writing the file again would bring back what had just been ended.
 */
export function openRecordFolder<Value extends Lifetime>(folder: string, schema: z.ZodType<Value>) {
  const recordText = jsonText(schema)
  const fileOf = (hash: string) => path.join(folder, `${hash}.json`)

  /** The record, also where it has expired; undefined where there is none. */
  async function read(hash: string): Promise<Kept<Value> | undefined> {
    const found = await ifPresent(() => readWithTime(fileOf(hash)))
    if (!found) return undefined
    const parsed = recordText.safeParse(found.text)
    return parsed.success ? { hash, value: parsed.data, touchedAt: found.touchedAt } : undefined
  }

  /** Resolves when the record is on disk. */
  async function write(hash: string, value: Value): Promise<void> {
    await writeDurably(fileOf(hash), `${JSON.stringify(value)}\n`, { mode: 0o600 })
  }

  /** Sets the time of the last touch; false where the record is gone. */
  async function touch(hash: string, time: Date): Promise<boolean> {
    const touched = await ifPresent(() => utimes(fileOf(hash), time, time).then(() => true))
    return touched ?? false
  }

  async function remove(hash: string): Promise<void> {
    await removeDurably(fileOf(hash))
  }

  /** Every record that can be read, also those that have expired. */
  async function list(): Promise<Kept<Value>[]> {
    const records = await Promise.all((await listHashes()).map(read))
    return records.filter((record) => record !== undefined)
  }

  /** Removes the records `isOver` tells, damaged ones, and the oldest beyond `limit`. */
  async function prune(limit: number, isOver: (record: Kept<Value>) => boolean): Promise<void> {
    const live: Kept<Value>[] = []
    for (const hash of await listHashes()) {
      const record = await read(hash)
      if (record && !isOver(record)) live.push(record)
      else await remove(hash)
    }
    live.sort((one, other) => other.value.createdAt.localeCompare(one.value.createdAt))
    for (const { hash } of live.slice(limit)) await remove(hash)
  }

  async function removeAll(): Promise<void> {
    for (const hash of await listHashes()) await remove(hash)
  }

  async function listHashes() {
    const names = (await ifPresent(() => readdir(folder))) ?? []
    return names.flatMap((name) => /^([0-9a-f]{64})\.json$/.exec(name)?.[1] ?? [])
  }

  return { read, write, touch, remove, list, prune, removeAll }
}

/** The name a secret is kept under. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Without waiting: a few hundred bytes, nearly always in the system's memory, that every request of staff looks at. */
function readWithTime(file: string) {
  const descriptor = openSync(file, 'r')
  try {
    return { text: readFileSync(descriptor, 'utf8'), touchedAt: fstatSync(descriptor).mtime }
  } finally {
    closeSync(descriptor)
  }
}

async function ifPresent<Result>(reading: () => Result | Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
