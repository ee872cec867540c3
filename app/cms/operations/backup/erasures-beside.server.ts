import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ERASURES_FILE } from '#app/cms/inbox/privacy/erasures-file.ts'
import { joinedErasures } from '#app/cms/inbox/privacy/erasures.server.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import { writeDurably } from '#app/cms/storage/disk/durable-file.server.ts'
import { hasCode } from '#app/cms/storage/storage-error.ts'

/** One change at a time, because each reads the list that it adds to. */
const runExclusive = limitConcurrency({ running: 1, waiting: 1000 })

/** The text of the list of erasures in a folder: the data folder, or one with backups. Undefined if there is none. */
export async function readErasuresIn(folder: string): Promise<string | undefined> {
  return readFile(path.join(folder, ERASURES_FILE), 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
}

/** Adds a list of erasures to the one in a folder. Rejects if one of them is damaged, or with the system's error. */
export function addErasures(folder: string, text: string): Promise<void> {
  return runExclusive(async () => {
    const joined = joinedErasures((await readErasuresIn(folder)) ?? '[]', text)
    await writeDurably(path.join(folder, ERASURES_FILE), joined, { mode: 0o600 })
  })
}
