import path from 'node:path'
import { isNamedByContent } from './content-hash.server.ts'
import { namesIn, statIfPresent } from '#app/storage/durable-file.server.ts'
import { readIndexFile, writeIndexFile } from './index-file.server.ts'
import { limitConcurrency } from '#app/storage/limit-concurrency.ts'
import type { IndexedImage, ReportProblem } from './media-library.types.ts'
import { readImageSize } from './read-image-size.server.ts'
import { isImageName } from '#app/media/uploads/stored-name.ts'
import { watchTree } from '#app/storage/watch-tree.server.ts'

export interface ImageIndex {
  /** From memory. */
  find(file: string): IndexedImage | undefined
  /** Newest first; files of the same moment by name. */
  list(): IndexedImage[]
  /** Makes a file that was just stored known without waiting for the watch. */
  add(file: string): Promise<void>
  /** Calls `listener` after each change of what `find` and `list` answer. Returns its undo. */
  subscribe(listener: () => void): () => void
  /** Ends the watch, finishes a running look at the folder and the index file. */
  close(): Promise<void>
}

/** After a fault of the disk, which raises no event when it is over (ms). */
const RETRY_MS = 10_000

const SETTLE_MS = 150

/** In the place of a file's size and time: it is looked at again. */
const UNREADABLE = 'unreadable'

/**
 * Knows every image at the top of `uploadsDir` with its size, and keeps knowing: the folder is watched, so that a file
 * copied in by hand is found within a second. (On a network file system without change events: at the next start.) What
 * was read is kept in `indexFile`, so that a start reads only new and changed files; it may be deleted at any time.
 *
 * `onGone` is called with the name of each file that was deleted or replaced by another under the same name; `onProblem`
 * once for each file that cannot be used. As long as the folder is missing, empty or cannot be read, the images that were known
 * stay known, at the start those of `indexFile`, and it is looked at again until it can be: nothing rejects.
 */
export async function openImageIndex({
  uploadsDir,
  indexFile,
  onGone,
  onProblem,
}: {
  uploadsDir: string
  indexFile: string
  onGone: (file: string) => void
  onProblem: ReportProblem
}): Promise<ImageIndex> {
  const images = new Map<string, IndexedImage>(await readIndexFile(indexFile))
  /** Size and time of the files that cannot be used, so that each is complained about once. */
  const unusable = new Map<string, string>()
  const listeners = new Set<() => void>()
  const readGate = limitConcurrency({ running: 4, waiting: Infinity })

  async function scan() {
    const entries = await namesIn(uploadsDir)
    // Without any file it is a disk that was not mounted: it will be back, and its images with it.
    if (entries.every((name) => name.startsWith('.') || name === 'lost+found')) return false
    const names = entries.filter(isImageName)
    const changes = await Promise.all(names.map(look))
    const present = new Set(names)
    const deleted = [...images.keys()].filter((file) => !present.has(file))
    deleted.forEach(drop)
    return deleted.length > 0 || changes.includes(true)
  }

  /** Brings what is known of one file up to date. Resolves to true where that changed something. */
  async function look(file: string) {
    const stats = await statIfPresent(path.join(uploadsDir, file))
    if (!stats?.isFile()) return drop(file)
    const known = images.get(file)
    const state = `${stats.size} ${stats.mtimeMs}`
    if (known ? `${known.bytes} ${known.modified}` === state : unusable.get(file) === state) return false
    const isCopy =
      known?.bytes === stats.size &&
      (await readGate(() =>
        isNamedByContent(path.join(uploadsDir, file), { size: stats.size, modified: stats.mtimeMs }),
      ))
    if (isCopy) {
      // A copy, as a restored backup is: its variants stay good.
      images.set(file, { ...known, modified: stats.mtimeMs })
      return true
    }
    const read = await readGate(() => readImageSize(uploadsDir, file)).catch((cause: unknown) => {
      if (unusable.get(file) !== UNREADABLE) onProblem(`${file} in the uploads folder cannot be read.`, cause)
      unusable.set(file, UNREADABLE)
      scanLater()
      return undefined
    })
    if (!read) return false
    drop(file)
    const { width, height, problem, cause } = read
    if (problem === undefined) {
      images.set(file, { file, width, height, bytes: stats.size, modified: stats.mtimeMs })
    } else {
      unusable.set(file, state)
      onProblem(`${file} in the uploads folder is not used: ${problem}.`, cause)
    }
    return true
  }

  function drop(file: string) {
    unusable.delete(file)
    const wasKnown = images.delete(file)
    if (wasKnown) onGone(file)
    return wasKnown
  }

  async function keep() {
    try {
      await writeIndexFile(indexFile, images.values())
    } catch (cause) {
      onProblem('The sizes of the images could not be kept, so the next start reads every image again.', cause)
    }
  }

  let isBlind = false
  /** As scan. Where the folder cannot be read, what is known stays known, and it is looked at again until it can. */
  async function scanOrRetry() {
    try {
      const changed = await scan()
      isBlind = false
      return changed
    } catch (cause) {
      if (!isBlind)
        onProblem('The uploads folder could not be looked at; its images are shown as they were known.', cause)
      isBlind = true
      scanLater()
      return false
    }
  }

  /** One look after the other: an older one must not overwrite what a newer one found. Never rejects. */
  let looking = Promise.resolve()
  function enqueue(lookAround: () => Promise<boolean>) {
    const looked = looking.then(lookAround).catch((cause: unknown) => {
      onProblem('A file of the uploads folder could not be looked at.', cause)
      return false
    })
    looking = looked.then((changed) => {
      if (!changed) return undefined
      for (const listener of listeners) listener()
      return keep()
    })
    return looked
  }

  let retrying: NodeJS.Timeout | undefined
  function scanLater() {
    retrying ??= setTimeout(() => {
      retrying = undefined
      void enqueue(scanOrRetry)
    }, RETRY_MS).unref()
  }

  await enqueue(scanOrRetry)
  let settling: NodeJS.Timeout | undefined
  const stopWatching = watchTree(uploadsDir, {
    onChange(below) {
      if (below.includes('/')) return
      // Copying many files raises an event for each: one look after the last of them is enough.
      clearTimeout(settling)
      settling = setTimeout(() => void enqueue(scanOrRetry), SETTLE_MS).unref()
    },
    onError: (cause) => {
      onProblem('The uploads folder can no longer be watched.', cause)
    },
  })

  return {
    find: (file) => images.get(file),
    list: () => [...images.values()].sort((a, b) => b.modified - a.modified || (a.file < b.file ? -1 : 1)),
    async add(file) {
      await enqueue(() => look(file))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      stopWatching()
      clearTimeout(settling)
      await looking
      clearTimeout(retrying)
    },
  }
}
