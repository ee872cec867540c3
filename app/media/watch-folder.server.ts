import { statSync, watch, type FSWatcher } from 'node:fs'

/** Copying many files raises an event for each: one call after the last of them is enough. */
const SETTLE_MS = 200

/** How often it is checked that the folder is still the one that is watched. */
const CHECK_MS = 5_000

/**
 * Calls `onChange` after changes in a folder, and when it has become another folder: one that was mounted, or moved into its
 * place, since the system's watch belongs to the folder that it was begun on. It need not be there. Returns the function that
 * ends it.
 */
export function watchFolder(
  folder: string,
  {
    onChange,
    onError,
    checkInterval = CHECK_MS,
  }: { onChange: () => void; onError: (error: unknown) => void; checkInterval?: number },
): () => void {
  let watched: { identity: string; watcher: FSWatcher } | undefined
  let settling: NodeJS.Timeout | undefined

  function changed() {
    clearTimeout(settling)
    settling = setTimeout(onChange, SETTLE_MS).unref()
  }

  function watchAnew() {
    const identity = identityOf(folder)
    if (identity === watched?.identity) return
    watched?.watcher.close()
    watched = undefined
    if (identity === undefined) return
    try {
      const watcher = watch(folder, { persistent: false }, changed)
      watcher.on('error', onError)
      watched = { identity, watcher }
    } catch (error) {
      onError(error)
    }
    // For what changed before the watch.
    onChange()
  }

  watchAnew()
  const checking = setInterval(watchAnew, checkInterval).unref()
  return () => {
    clearInterval(checking)
    clearTimeout(settling)
    watched?.watcher.close()
  }
}

/** Undefined where there is no such folder, or none that can be looked at. */
function identityOf(folder: string) {
  try {
    const { dev, ino } = statSync(folder)
    return `${dev} ${ino}`
  } catch {
    return undefined
  }
}
