import { type FSWatcher, type Stats, constants, readdirSync, statSync, watch } from 'node:fs'
import { open, readdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { WatchMode } from '#app/platform/env.server.ts'
import { hasCode } from './storage-error.ts'

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
  looksAtFiles?: boolean
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

/** How often all entries are checked (ms). */
const POLL_MS = 1_000

/** Entries of one check: far more than a site has. Changes of further entries are not noticed. */
const MAX_ENTRIES = 50_000

/**
 * File system types, as statfs(2) reports them, on which other machines change files without an event here: NFS, SMB
 * (three versions), FUSE, 9P, Ceph, AFS, Lustre, GFS2 and OCFS2.
 */
const WITHOUT_EVENTS = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x65735546, 0x01021997, 0x00c36400, 0x5346414f, 0x0bd00bd0, 0x01161970,
  0x7461636f,
])

/** True if the system does not report all changes in a folder. False if the folder cannot be examined. */
async function hasNoEvents(folder: string): Promise<boolean> {
  try {
    return WITHOUT_EVENTS.has((await statfs(folder)).type)
  } catch {
    return false
  }
}

interface PollTreeOptions {
  /** True: each file is checked. False: only the names in a folder, and the time of their last change. */
  looksAtFiles: boolean
  /** How many levels of folders below are checked. */
  maxDepth: number
  /** As for `watchTree`. */
  onChange: (below: string) => void
  onError: (error: unknown) => void
  interval?: number
}

/**
 * Checks a folder and the folders below it every second, except hidden ones. The first call of `onChange` is for the
 * whole folder. Returns the function that ends it.
 */
function pollTree(
  folder: string,
  { looksAtFiles, maxDepth, onChange, onError, interval = POLL_MS }: PollTreeOptions,
): () => void {
  let known: Map<string, string> | undefined
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  async function lookInto(below: string, depth: number, seen: Map<string, string>) {
    const entries = await readdir(path.join(folder, below), { withFileTypes: true })
    const shown = entries.filter(({ name }) => !name.startsWith('.'))
    if (!looksAtFiles) {
      const { mtimeNs } = await stat(path.join(folder, below), { bigint: true })
      const names = shown.map(({ name }) => name).sort()
      seen.set(below, `${mtimeNs} ${names.join('/')}`)
    }
    for (const entry of shown) {
      if (isOver || seen.size >= MAX_ENTRIES) return
      const name = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) {
        if (depth < maxDepth) await unlessGone(lookInto(name, depth + 1, seen))
      } else if (looksAtFiles) {
        const state = await unlessGone(stateOf(path.join(folder, name)))
        if (state !== undefined) seen.set(name, state)
      }
    }
  }

  async function look() {
    const seen = new Map<string, string>()
    try {
      await unlessGone(lookInto('', 0, seen))
      isFailing = false
    } catch (error) {
      if (!isFailing) onError(error)
      isFailing = true
    }
    if (isOver) return
    if (!isFailing) {
      if (!known) onChange('')
      else for (const below of differences(known, seen)) onChange(below)
      known = seen
    }
    timer = setTimeout(() => void look(), interval).unref()
  }

  void look()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** Opens the file, because only then NFS asks its server for the state of the file. Otherwise it may be seconds old. */
async function stateOf(file: string) {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const { ino, size, mtimeNs, ctimeNs } = await handle.stat({ bigint: true })
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`
  } finally {
    await handle.close()
  }
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  const changed = [...after].flatMap(([below, state]) => (before.get(below) === state ? [] : below))
  return [...changed, ...[...before.keys()].filter((below) => !after.has(below))]
}

/** Undefined for an entry that was removed or may not be read. The code that reads the file reports that. */
async function unlessGone<Value>(looking: Promise<Value>): Promise<Value | undefined> {
  try {
    return await looking
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENXIO')) return undefined
    throw error
  }
}
