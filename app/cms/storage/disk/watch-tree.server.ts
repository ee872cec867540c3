import { readdirSync, statSync, watch, type FSWatcher, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { WatchMode } from '#app/cms/platform/env-variables.server.ts'
import { hasNoEvents, pollTree } from './poll-tree.server.ts'

/** A program may write a file in steps, so a change is reported once the file has not changed for so long (ms). */
const REST_MS = 60

/** How often it is checked that the path still leads to the watched folder (ms). */
const CHECK_MS = 2_000

/** Levels of folders below the watched one. Deeper folders are not watched. */
const MAX_DEPTH = 3

export interface WatchTreeOptions {
  /**
   * Called with the path below the folder, with forward slashes, of each file that may have changed. The path of a
   * folder, '' for the whole, means that anything below it may have changed: it is new, or was replaced.
   */
  onChange: (below: string) => void
  onError: (error: unknown) => void
  /** Default `auto`: by events, and also by polling if the file system does not report changes by other machines. */
  mode?: WatchMode | undefined
  /** False if files are never written in place: then polling checks only the names and times of folders. */
  checksFiles?: boolean
  checkInterval?: number
}

/**
 * Watches a folder and the folders below it, except hidden ones. The folder need not exist yet, and may later be
 * replaced, mounted over or restored. The first call of `onChange` is for the whole folder. Returns the function that
 * ends it.
 *
 * Uses one watcher of the system for each folder: a library for watching trees checks every file of a folder after each
 * change in it, which takes longer than a save.
 */
export function watchTree(
  folder: string,
  { onChange, onError, mode = 'auto', checksFiles = true, checkInterval = CHECK_MS }: WatchTreeOptions,
): () => void {
  const startPolling = () => pollTree(folder, { checksFiles, maxDepth: MAX_DEPTH, onChange, onError })
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

  /** Starts new watchers for a folder that is new or was replaced, and for all folders below it. */
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
  // A watcher of the parent folder reports at once when this folder is moved away or restored, but reports no mount.
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
    // `followFolder` will notice a replacement.
    return undefined
  }
}

/**
 * Calls `onReplaced` when a path leads to another folder than before: one that was mounted over it, moved into its
 * place, or restored. The system's watcher belongs to the folder on which it was started, and does not notice this.
 * Returns the function that ends it.
 */
function followFolder(folder: string, onReplaced: () => void, checkInterval: number): () => void {
  let before = identitySync(folder)
  let isOver = false
  let isChecking = false

  async function check() {
    // A file system that hangs responds late, so only one check runs at a time.
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

/** Undefined if the folder does not exist or cannot be examined. */
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
