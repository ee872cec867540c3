import { readdirSync, statSync, watch, type FSWatcher, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { WatchMode } from '#app/platform/env.server.ts'
import { hasNoEvents, pollTree } from './poll-tree.server.ts'

/** A program may write a file in steps: it is reported once nothing has changed for so long. */
const REST_MS = 60

/** How often it is checked that the folder is still the one that is watched. */
const CHECK_MS = 2_000

/** Folders below the one that is watched; what is deeper is not watched. */
const MAX_DEPTH = 3

export interface WatchTreeOptions {
  /**
   * Called with the path below the folder, with forward slashes, of each file that may have changed. The path of a folder, ''
   * for the whole, says that anything below it may have changed: it is new, or another one has taken its place.
   */
  onChange: (below: string) => void
  onError: (error: unknown) => void
  /** `auto` unless told: by events, and by looking as well where the file system does not tell of the changes of others. */
  mode?: WatchMode | undefined
  /** False if a file is never written in place: then looking finds new and removed names alone. */
  looksAtFiles?: boolean
  checkInterval?: number
}

/**
 * Watches a folder and the folders below it, except hidden ones. It need not exist yet, and may be replaced, mounted over or
 * put back later. Begins with a call for the whole. Returns the function that ends it.
 *
 * Uses the system's own watch of each folder: a library for watching trees looks at every file of a folder after each change
 * in it, which takes longer than a save.
 */
export function watchTree(
  folder: string,
  { onChange, onError, mode = 'auto', looksAtFiles = true, checkInterval = CHECK_MS }: WatchTreeOptions,
): () => void {
  const startPolling = () => pollTree(folder, { looksAtFiles, maxDepth: MAX_DEPTH, onChange, onError })
  if (mode === 'poll') return startPolling()
  let stopPolling: (() => void) | undefined
  let isOver = false
  const watchers = new Map<string, FSWatcher>()
  const resting = new Map<string, NodeJS.Timeout>()

  function changed(below: string) {
    clearTimeout(resting.get(below))
    const timer = setTimeout(() => {
      resting.delete(below)
      onChange(below)
    }, REST_MS)
    resting.set(below, timer.unref())
  }

  /** Begins anew with a folder that is new or was replaced, and with all below it. */
  function watchBelow(below: string) {
    for (const [watched, watcher] of watchers) {
      if (watched !== below && below !== '' && !watched.startsWith(`${below}/`)) continue
      watcher.close()
      watchers.delete(watched)
    }
    watchFolder(below)
  }

  function watchFolder(below: string) {
    const depth = below === '' ? 0 : below.split('/').length
    if (depth > MAX_DEPTH) return
    try {
      const watcher = watch(path.join(folder, below), { persistent: false }, (_event, name) => {
        if (name === null) changed(below)
        else if (!name.startsWith('.')) entryChanged(below === '' ? name : `${below}/${name}`)
      })
      watcher.on('error', onError)
      watchers.set(below, watcher)
      for (const entry of readdirSync(path.join(folder, below), { withFileTypes: true })) {
        if (entry.isDirectory() && !entry.name.startsWith('.')) {
          watchFolder(below === '' ? entry.name : `${below}/${entry.name}`)
        }
      }
    } catch (error) {
      if (!isMissing(error)) onError(error)
    }
  }

  function entryChanged(below: string) {
    const isFolder = isFolderAt(path.join(folder, below))
    if (isFolder || watchers.has(below)) watchBelow(below)
    changed(below)
  }

  async function pollWithoutEvents() {
    if (!(await hasNoEvents(folder)) || isOver) return
    stopPolling ??= startPolling()
  }

  function begin() {
    void pollWithoutEvents()
    watchBelow('')
    changed('')
  }

  const unfollow = followFolder(folder, begin, checkInterval)
  // The folder above tells at once when this one is moved away or put back, but not of a mount.
  const above = watchEntry(folder, begin)
  begin()
  return () => {
    isOver = true
    stopPolling?.()
    unfollow()
    above?.close()
    for (const watcher of watchers.values()) watcher.close()
    for (const timer of resting.values()) clearTimeout(timer)
  }
}

function watchEntry(folder: string, onChange: () => void) {
  try {
    const watcher = watch(path.dirname(folder), { persistent: false }, (_event, name) => {
      if (name === path.basename(folder)) onChange()
    })
    watcher.on('error', () => {
      watcher.close()
    })
    return watcher
  } catch {
    // `followFolder` will notice.
    return undefined
  }
}

/**
 * Calls `onReplaced` when a path leads to another folder than before: one that was mounted over it, moved into its place, or
 * put back. The system's watch belongs to the folder that it was begun on, and sees nothing of this. Returns the function that
 * ends it.
 */
function followFolder(folder: string, onReplaced: () => void, checkInterval: number): () => void {
  let before = identitySync(folder)
  let isOver = false
  let isChecking = false

  async function check() {
    // A file system that hangs responds late: one check at a time.
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

function isFolderAt(entry: string) {
  try {
    return statSync(entry).isDirectory()
  } catch {
    return false
  }
}

/** Undefined if there is no such folder, or none that can be looked at. */
function identitySync(folder: string) {
  try {
    return identityOf(statSync(folder))
  } catch {
    return undefined
  }
}

function identityOf({ dev, ino }: Stats) {
  return `${dev} ${ino}`
}

function isMissing(error: unknown) {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
