import { z } from 'zod'
import { readImageSizeJob, type ImageSize } from '#app/media/decoding/decoder-jobs.ts'
import { DecoderFailed, type Decoder } from '#app/media/decoding/decoder.server.ts'
import { isImageName, isPlainName } from '#app/media/uploads/stored-name.ts'
import { limitConcurrency } from '#app/storage/limit-concurrency.ts'
import type { Storage } from '#app/storage/storage.ts'
import { isNamedByContent } from './content-hash.server.ts'
import { readIndexFile, uploadsFolder, writeIndexFile, type IndexedFolder } from './index-file.server.ts'
import type { IndexedImage, ReportProblem } from './media-library.types.ts'

export interface ImageIndex {
  /** From memory. */
  find(file: string): IndexedImage | undefined
  /** Newest first; files of the same time by name. */
  list(): IndexedImage[]
  /** Reads files that were just stored or removed, without waiting for the watcher. */
  add(...files: string[]): Promise<void>
  /**
   * Adds images that are about to be moved into the folder. Each remains in the index, wherever its file is, until
   * `add` is called with it.
   */
  adopt(...images: IndexedImage[]): void
  /** Calls `listener` after each change of what `find` and `list` return. Returns a function that removes it. */
  subscribe(listener: () => void): () => void
  /** Stops the watcher. Resolves when a running scan is over and the index file is written. */
  close(): Promise<void>
}

/** Delay before the folder is scanned again after a disk fault: no event reports the end of the fault (ms). */
const RETRY_MS = 10_000

/** Debounce (ms): copying many files causes an event for each, and the folder is scanned once after the last. */
const SETTLE_MS = 150

/** Replaces the size and time of a file that the disk could not read, so that the file is read again. */
const UNREADABLE = 'unreadable'

/** May be deleted at any time. */
const INDEX_FILE = 'data/image-index.json'

const indexSchema = z.object({
  /** Another layout needs another number. */
  version: z.literal(1),
  /** name: [width, height, bytes, modified] */
  images: z.record(z.string(), z.tuple([z.number(), z.number(), z.number(), z.number()])),
})

/**
 * Opens the index of the sizes of all images directly in a folder (by default the uploads). The folder is watched, so
 * that a file that was copied into it is found within a second (on a network file system without change events: at the
 * next start). The index file contains the sizes that were read, so that a start reads only new and changed files.
 *
 * `onGone` is called with the name of each file that was deleted or replaced by another; `onProblem` once for each file
 * that cannot be used. If the folder is missing, empty or cannot be read, the images of the index file remain in the
 * index, and the folder is scanned again until it can be read. Never rejects.
 */
export async function openImageIndex({
  storage,
  decoder,
  source: { folder, words, indexFile, isByHand } = uploadsFolder(INDEX_FILE),
  onGone,
  onProblem,
}: {
  storage: Storage
  decoder: Decoder
  source?: IndexedFolder
  onGone: (file: string) => void
  onProblem: ReportProblem
}): Promise<ImageIndex> {
  const images = new Map(indexFile === undefined ? [] : await readImages(storage, indexFile))
  /** Images that are about to be moved into the folder. */
  const adopted = new Set<string>()
  /** Size and time of the files that cannot be used, so that each is reported once. */
  const unusable = new Map<string, string>()
  const listeners = new Set<() => void>()
  const readGate = limitConcurrency({ running: 4, waiting: Infinity })

  async function scan() {
    const entries = await storage.list(folder)
    // An empty folder means that its disk is not mounted: its images come back with the disk.
    if (isByHand && entries.every(({ name }) => name.startsWith('.') || name === 'lost+found')) return false
    const names = entries.map(({ name }) => name).filter(isImageName)
    const changes = await Promise.all(names.map(look))
    const present = new Set(names)
    const deleted = [...images.keys()].filter((file) => !present.has(file) && !adopted.has(file))
    deleted.forEach(drop)
    return deleted.length > 0 || changes.includes(true)
  }

  /** Updates the entry of one file. Resolves with true if something changed. */
  async function look(file: string) {
    if (adopted.has(file)) return false
    const stats = await storage.stat(`${folder}/${file}`)
    if (stats?.kind !== 'file') return drop(file)
    const known = images.get(file)
    const state = `${stats.size} ${stats.modified}`
    if (known ? `${known.bytes} ${known.modified}` === state : unusable.get(file) === state) return false
    const isCopy =
      known?.bytes === stats.size &&
      (await readGate(() => isNamedByContent(storage.pathOf(`${folder}/${file}`), stats)))
    if (isCopy) {
      // The same bytes with another time, as in a restored backup: its variants are still valid.
      images.set(file, { ...known, modified: stats.modified })
      return true
    }
    const read = await readGate(() => readSize(file)).catch((cause: unknown) => {
      if (unusable.get(file) !== UNREADABLE) onProblem(`${file} in ${words} cannot be read.`, cause)
      unusable.set(file, UNREADABLE)
      scanLater()
      return undefined
    })
    if (!read) return false
    drop(file)
    if ('width' in read) {
      images.set(file, { file, ...read, bytes: stats.size, modified: stats.modified })
    } else {
      unusable.set(file, state)
      onProblem(
        `${file} in ${words} is not used: ${read.problem}.`,
        read.reason === undefined ? undefined : new Error(read.reason),
      )
    }
    return true
  }

  async function readSize(file: string): Promise<ImageSize> {
    if (!isPlainName(file)) {
      return { problem: 'its name must have at most 128 letters, digits, dots, hyphens or underscores' }
    }
    try {
      return await decoder.run(readImageSizeJob, { file: storage.pathOf(`${folder}/${file}`) })
    } catch (error) {
      if (!(error instanceof DecoderFailed)) throw error
      // The file is not read again: if it crashes the decoder, it does so each time.
      return { problem: 'it cannot be read as an image', reason: error.message }
    }
  }

  function drop(file: string) {
    unusable.delete(file)
    const wasKnown = images.delete(file)
    if (wasKnown) onGone(file)
    return wasKnown
  }

  async function writeIndex() {
    if (indexFile === undefined) return
    const entries = Array.from(images.values(), ({ file, width, height, bytes, modified }) => [
      file,
      [width, height, bytes, modified],
    ])
    try {
      await writeIndexFile(storage, indexFile, { version: 1, images: Object.fromEntries(entries) as object })
    } catch (cause) {
      onProblem('The sizes of the images could not be saved, so the next start reads every image again.', cause)
    }
  }

  let isBlind = false
  /** Like `scan`. If the folder cannot be read, the index does not change and a scan is scheduled. Never rejects. */
  async function scanOrRetry() {
    try {
      const changed = await scan()
      isBlind = false
      return changed
    } catch (cause) {
      if (!isBlind)
        onProblem(`${sentenceStart(words)} could not be read. The last known images are still shown.`, cause)
      isBlind = true
      scanLater()
      return false
    }
  }

  /** Tasks run one after the other: an older one must not overwrite the result of a newer one. Never rejects. */
  let looking = Promise.resolve()
  function enqueue(task: () => Promise<boolean>) {
    const looked = looking.then(task).catch((cause: unknown) => {
      onProblem(`A file in ${words} could not be checked.`, cause)
      return false
    })
    looking = looked.then((changed) => {
      if (!changed) return undefined
      for (const listener of listeners) listener()
      return writeIndex()
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
  const stopWatching = isByHand
    ? storage.watch(folder, (name) => {
        if (name.split('/').length > 2) return
        clearTimeout(settling)
        settling = setTimeout(() => void enqueue(scanOrRetry), SETTLE_MS).unref()
      })
    : undefined

  return {
    find: (file) => images.get(file),
    list: () => [...images.values()].sort((a, b) => b.modified - a.modified || (a.file < b.file ? -1 : 1)),
    async add(...files) {
      for (const file of files) adopted.delete(file)
      // One task for all files, so that the index file is written once.
      await enqueue(async () => {
        let isChanged = false
        for (const file of files) isChanged = (await look(file)) || isChanged
        return isChanged
      })
    },
    adopt(...arriving) {
      if (arriving.length === 0) return
      for (const image of arriving) {
        adopted.add(image.file)
        images.set(image.file, image)
      }
      for (const listener of listeners) listener()
      looking = looking.then(writeIndex)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      stopWatching?.()
      clearTimeout(settling)
      await looking
      clearTimeout(retrying)
    },
  }
}

async function readImages(storage: Storage, indexFile: string): Promise<[file: string, image: IndexedImage][]> {
  const index = await readIndexFile(storage, indexFile, indexSchema)
  return Object.entries(index?.images ?? {}).map(([file, [width, height, bytes, modified]]) => [
    file,
    { file, width, height, bytes, modified },
  ])
}

function sentenceStart(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
