import type { Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'

/** Names in a folder; none where there is no such folder. Rejects with any other system error. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await unlessMissing(readdir(folder))) ?? []
}

/** What a path is, links not followed; undefined where there is nothing. Rejects with any other system error. */
export async function statIfPresent(file: string): Promise<Stats | undefined> {
  return unlessMissing(lstat(file))
}

async function unlessMissing<Value>(reading: Promise<Value>) {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
