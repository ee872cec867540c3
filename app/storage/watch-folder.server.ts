import { statSync, watch, type FSWatcher, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'

/** Copying many files raises an event for each: one call after the last of them is enough. */
const SETTLE_MS = 200

/** How often it is checked that the folder is still the one that is watched. */
const CHECK_MS = 2_000

/**
 * Calls `onChange` after changes in a folder, and when it has become another folder. It need not be there. Returns the
 * function that ends it.
 */
export function watchFolder(
  folder: string,
  {
    onChange,
    onError,
    checkInterval = CHECK_MS,
  }: { onChange: () => void; onError: (error: unknown) => void; checkInterval?: number },
): () => void {
  let watcher: FSWatcher | undefined
  let settling: NodeJS.Timeout | undefined

  function changed() {
    clearTimeout(settling)
    settling = setTimeout(onChange, SETTLE_MS).unref()
  }

  function watchAnew() {
    watcher?.close()
    watcher = undefined
    try {
      watcher = watch(folder, { persistent: false }, changed)
      watcher.on('error', onError)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) onError(error)
      return
    }
    // For what changed before the watch.
    onChange()
  }

  const unfollow = followFolder(folder, watchAnew, checkInterval)
  watchAnew()
  return () => {
    unfollow()
    clearTimeout(settling)
    watcher?.close()
  }
}

/**
 * Calls `onReplaced` when a path leads to another folder than before: one that was mounted over it, moved into its place, or
 * put back where it was missing. The system's watch belongs to the folder that it was begun on, and sees nothing of it.
 * Returns the function that ends it.
 */
export function followFolder(folder: string, onReplaced: () => void, checkInterval = CHECK_MS): () => void {
  let before = identityAtOnce(folder)
  let isOver = false
  let isChecking = false

  async function check() {
    // A file system that hangs answers late: one question at a time.
    if (isChecking) return
    isChecking = true
    const now = await stat(folder).then(identityOf, () => undefined)
    isChecking = false
    if (isOver || now === before) return
    before = now
    onReplaced()
  }

  const checking = setInterval(() => void check(), checkInterval).unref()
  return () => {
    isOver = true
    clearInterval(checking)
  }
}

/** Undefined where there is no such folder, or none that can be looked at. */
function identityAtOnce(folder: string) {
  try {
    return identityOf(statSync(folder))
  } catch {
    return undefined
  }
}

function identityOf({ dev, ino }: Stats) {
  return `${dev} ${ino}`
}
