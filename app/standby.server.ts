import { setTimeout as delay } from 'node:timers/promises'
import type { Env } from './platform/env.server.ts'
import { log } from './platform/log.server.ts'
import { findOwner } from './storage/owner-lock.server.ts'

/** How often a standby looks whether the folders are free (ms). */
const LOOK_MS = 1_000

/** True if no process has the folders, and one has had them before: a disk that is not mounted is not free. */
export function areFoldersFree({ dataDir }: Pick<Env, 'dataDir'>): boolean {
  try {
    return findOwner(dataDir) === undefined
  } catch (err) {
    log.debug({ err, dataDir }, 'Whether the folders are free cannot be told')
    return false
  }
}

/**
 * Waits until the folders are free and calls `open`, which opens the site as the one that writes. If that fails, it waits and
 * tries again. Resolves with the site, or with undefined once `signal` is aborted. Never rejects.
 */
export async function waitForFolders<Site>(
  env: Pick<Env, 'dataDir'>,
  { open, signal }: { open: () => Promise<Site>; signal: AbortSignal },
): Promise<Site | undefined> {
  while (!signal.aborted) {
    if (areFoldersFree(env)) {
      try {
        return await open()
      } catch (err) {
        // Another standby may have been first: that is no fault.
        if (areFoldersFree(env)) log.error({ err }, 'The folders are free, but they could not be taken over')
      }
    }
    await delay(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
  return undefined
}
