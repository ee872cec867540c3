import { constants } from 'node:fs'
import { open, readdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { hasCode } from '#app/cms/storage/storage-error.ts'

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
export async function hasNoEvents(folder: string): Promise<boolean> {
  try {
    return WITHOUT_EVENTS.has((await statfs(folder)).type)
  } catch {
    return false
  }
}

interface PollTreeOptions {
  /** True: each file is checked. False: only the names in a folder, and the time of their last change. */
  checksFiles: boolean
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
export function pollTree(
  folder: string,
  { checksFiles, maxDepth, onChange, onError, interval = POLL_MS }: PollTreeOptions,
): () => void {
  let known: Map<string, string> | undefined
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  async function checkFolder(below: string, depth: number, seen: Map<string, string>) {
    const entries = await readdir(path.join(folder, below), { withFileTypes: true })
    const shown = entries.filter(({ name }) => !name.startsWith('.'))
    if (!checksFiles) {
      const { mtimeNs } = await stat(path.join(folder, below), { bigint: true })
      const names = shown.map(({ name }) => name).sort()
      seen.set(below, `${mtimeNs} ${names.join('/')}`)
    }
    for (const entry of shown) {
      if (isOver || seen.size >= MAX_ENTRIES) return
      const name = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) {
        if (depth < maxDepth) await unlessGone(checkFolder(name, depth + 1, seen))
      } else if (checksFiles) {
        const state = await unlessGone(stateOf(path.join(folder, name)))
        if (state !== undefined) seen.set(name, state)
      }
    }
  }

  async function poll() {
    const seen = new Map<string, string>()
    try {
      await unlessGone(checkFolder('', 0, seen))
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
    timer = setTimeout(() => void poll(), interval).unref()
  }

  void poll()
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
async function unlessGone<Value>(check: Promise<Value>): Promise<Value | undefined> {
  try {
    return await check
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENXIO')) return undefined
    throw error
  }
}
