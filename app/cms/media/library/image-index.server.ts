import { readImageSizesJob, type ImageReading } from '#app/cms/media/decoding/decoder-jobs.ts'
import { DecoderFailed, SITE, type Decoder } from '#app/cms/media/decoding/decoder.server.ts'
import { isImageName, isPlainName } from '#app/cms/media/uploads/stored-name.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import { within } from '#app/cms/platform/within.ts'
import type { FileStats, Storage } from '#app/cms/storage/storage.ts'
import { isNamedByContent } from './content-hash.server.ts'
import { imageIndexWriter, readImageIndex } from './image-index-file.server.ts'
import { isSameState, uploadsFolder, type IndexedFolder } from './index-file.server.ts'
import type { IndexedImage, ReportProblem, ReportReading } from './media-library.types.ts'
import { Listeners } from '#app/cms/platform/listeners.ts'

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
  addArriving(...images: IndexedImage[]): void
  /** Calls `listener` after each change of what `find` and `list` return. Returns a function that removes it. */
  subscribe(listener: () => void): () => void
  /** Resolves when the size of every image has been read. */
  whenIdle(): Promise<void>
  /** Stops the watcher and the reading of sizes. Resolves when what was read is in the index file. */
  close(): Promise<void>
}

/** Delay before the folder is scanned again after a disk fault: no event reports the end of the fault (ms). */
const RETRY_MS = 10_000

/** Debounce (ms): copying many files causes an event for each, and the folder is scanned once after the last. */
const DEBOUNCE_MS = 150

/** How many sizes the decoder reads in a job: an upload waits for one job at most. */
const BATCH = 100

/** How long opening waits for the sizes of the images that are needed first (ms). */
const MAX_WAIT_MS = 10_000

/** Interval of the announcements while many sizes are read: each makes every page outdated (ms). */
const ANNOUNCE_MS = 2_000

/** The size of an image that is not read yet, in pixels: the shape of most photographs. */
const ASSUMED_SIZE = { width: 1200, height: 800, hasAssumedSize: true } as const

/** Replaces the size and time of a file that the disk could not read, so that the file is read again. */
const UNREADABLE = 'unreadable'

/** May be deleted at any time. */
const INDEX_FILE = 'data/image-index.json'

/**
 * Opens the index of the sizes of all images directly in a folder (by default the uploads). The folder is watched, so
 * that a file that was copied into it is found within a second (on a network file system without change events: at the
 * next start). The index file contains the sizes that were read, so that a start reads only new and changed files.
 *
 * Resolves when every image is in the index, and the sizes of those that `isNeeded` names have been read, which it waits
 * for during ten seconds at most. The other sizes are read in the background. Until then an image has an assumed size.
 *
 * `onGone` is called with the name of each file that was deleted or replaced by another; `onProblem` once for each file
 * that cannot be used; `onProgress` every other second while many sizes are read. If the folder is missing, empty or
 * cannot be read, the images of the index file remain in the index, and the folder is scanned again until it can be
 * read. Never rejects.
 */
export async function openImageIndex({
  storage,
  decoder,
  source: { folder, words, indexFile, isByHand } = uploadsFolder(INDEX_FILE),
  isNeeded = () => true,
  onGone,
  onProblem,
  onProgress,
}: {
  storage: Storage
  decoder: Decoder
  source?: IndexedFolder
  isNeeded?: (file: string) => boolean
  onGone: (file: string) => void
  onProblem: ReportProblem
  onProgress?: ReportReading
}): Promise<ImageIndex> {
  const images = indexFile === undefined ? new Map<string, IndexedImage>() : await readImageIndex(storage, indexFile)
  const { writeSoon, written } = imageIndexWriter(images, { storage, name: indexFile, onProblem })
  /** Images that are about to be moved into the folder. */
  const arriving = new Set<string>()
  /** The state of each file whose size has to be read. */
  const unread = new Map<string, FileStats>()
  /** Size and time of the files that cannot be used, so that each is reported once. */
  const unusable = new Map<string, string>()
  const listeners = new Listeners()
  const readGate = limitConcurrency({ running: 4, waiting: Infinity })
  let isClosed = false

  async function scan() {
    const entries = await storage.list(folder)
    // An empty folder means that its disk is not mounted: its images come back with the disk.
    if (isByHand && entries.every(({ name }) => name.startsWith('.') || name === 'lost+found')) return false
    const names = entries.map(({ name }) => name).filter(isImageName)
    const changes = await Promise.all(names.map(look))
    const present = new Set(names)
    const deleted = [...images.keys()].filter((file) => !present.has(file) && !arriving.has(file))
    deleted.forEach(drop)
    return deleted.length > 0 || changes.includes(true)
  }

  /** Compares one file with its entry. Resolves with true if the entry changed. Its size may have to be read. */
  async function look(file: string) {
    if (arriving.has(file)) return false
    const stats = await storage.stat(`${folder}/${file}`)
    if (stats?.kind !== 'file') return drop(file)
    const known = images.get(file)
    if (known && !known.hasAssumedSize ? isSameState(known, stats) : unusable.get(file) === stateOf(stats)) {
      unread.delete(file)
      return false
    }
    if (!isPlainName(file)) {
      const problem = 'its name must have at most 128 letters, digits, dots, hyphens or underscores'
      return apply(file, stats, { problem })
    }
    unread.set(file, stats)
    if (known || unusable.has(file)) return false
    // Content may name it already.
    images.set(file, { file, ...ASSUMED_SIZE, bytes: stats.size, modified: stats.modified })
    return true
  }

  /** Reads the sizes of files that were looked at. Resolves with true if an entry changed. Never rejects. */
  async function readSizes(files: readonly string[]) {
    const wanted = files.flatMap((file) => {
      const stats = unread.get(file)
      return stats ? [{ file, stats, known: images.get(file) }] : []
    })
    const copies = await Promise.all(
      wanted.map(async ({ file, stats, known }) => {
        if (known?.bytes !== stats.size || known.hasAssumedSize) return false
        return readGate(() => isNamedByContent(storage.pathOf(`${folder}/${file}`), stats))
      }),
    )
    const others = wanted.filter((_image, at) => !copies[at])
    const readings = await readHeaders(others.map(({ file }) => file))
    let isChanged = false
    for (const { file, stats, known } of wanted) {
      const current = unread.get(file)
      // Changed or read meanwhile.
      if (!current || stateOf(current) !== stateOf(stats)) continue
      unread.delete(file)
      const at = others.findIndex((image) => image.file === file)
      // A copy has the same bytes with another time, as in a restored backup: its variants are still valid.
      if (at < 0 && known) images.set(file, { ...known, modified: stats.modified })
      else if (!apply(file, stats, readings[at])) continue
      isChanged = true
    }
    if (isChanged) writeSoon()
    return isChanged
  }

  /** One reading for each file. Never rejects. */
  async function readHeaders(files: readonly string[]): Promise<ImageReading[]> {
    if (files.length === 0) return []
    const paths = files.map((file) => storage.pathOf(`${folder}/${file}`))
    try {
      return await decoder.run(readImageSizesJob, { files: paths }, SITE)
    } catch (error) {
      if (!(error instanceof DecoderFailed)) return files.map(() => ({ failure: String(error) }))
      // The machine may have been busy: a file that is too slow is read again later.
      if (files.length === 1 && error.reason === 'timeout') return [{ failure: error.message }]
      // The file is not read again: if it crashes the decoder, it does so each time.
      if (files.length === 1) return [{ problem: 'it cannot be read as an image', reason: error.message }]
      const readings: ImageReading[] = []
      for (const file of files) {
        if (isClosed) readings.push({ failure: error.message })
        else readings.push(...(await readHeaders([file])))
      }
      return readings
    }
  }

  /** Puts what was read of a file into the index. Returns true if its entry changed. */
  function apply(file: string, stats: FileStats, reading: ImageReading | undefined) {
    const known = images.get(file)
    if (reading && 'width' in reading) {
      if (known && !known.hasAssumedSize) onGone(file)
      unusable.delete(file)
      images.set(file, { file, ...reading, bytes: stats.size, modified: stats.modified })
      return true
    }
    // The process ends, or the disk cannot read the file now. What is known of it remains.
    const isUnreadable = !reading || 'failure' in reading
    if (isUnreadable && isClosed) return false
    const wasReported = isUnreadable ? unusable.get(file) === UNREADABLE : false
    const isDropped = isUnreadable && !known?.hasAssumedSize ? false : drop(file)
    unusable.set(file, isUnreadable ? UNREADABLE : stateOf(stats))
    if (isUnreadable) {
      if (!wasReported) onProblem(`${file} in ${words} cannot be read.`, reading && new Error(reading.failure))
      scanLater()
    } else {
      const { problem, reason } = reading
      onProblem(`${file} in ${words} is not used: ${problem}.`, reason === undefined ? undefined : new Error(reason))
    }
    return isDropped
  }

  function drop(file: string) {
    unusable.delete(file)
    unread.delete(file)
    const wasKnown = images.delete(file)
    if (wasKnown) onGone(file)
    return wasKnown
  }

  let neededAreRead: () => void = () => undefined
  const untilNeededAreRead = new Promise<void>((resolve) => (neededAreRead = resolve))
  let reading: Promise<void> | undefined
  /** Reads all sizes that have to be read, in batches: first those that are needed. Never rejects. */
  function readAll(): Promise<void> {
    reading ??= readBatches().finally(() => {
      reading = undefined
      if (unread.size > 0 && !isClosed) void readAll()
    })
    return reading
  }

  async function readBatches() {
    let done = 0
    let announced = performance.now()
    let isChanged = false
    while (unread.size > 0 && !isClosed) {
      const next = [...unread.keys()]
      const needed = next.filter(isNeeded)
      if (needed.length === 0) neededAreRead()
      const batch = (needed.length > 0 ? needed : next).slice(0, BATCH)
      isChanged = (await readSizes(batch)) || isChanged
      done += batch.length
      if (performance.now() - announced < ANNOUNCE_MS) continue
      announced = performance.now()
      onProgress?.(done, done + unread.size)
      if (isChanged) listeners.announce()
      isChanged = false
    }
    if (isChanged) listeners.announce()
    neededAreRead()
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
      if (!changed) return
      listeners.announce()
      writeSoon()
    })
    return looking
  }

  let retrying: NodeJS.Timeout | undefined
  function scanLater() {
    if (isClosed) return
    retrying ??= setTimeout(() => {
      retrying = undefined
      void enqueue(scanOrRetry).then(readAll)
    }, RETRY_MS).unref()
  }

  /** In one task for all files, so that they are announced once. */
  function readNow(files: readonly string[]) {
    return enqueue(async () => {
      let isChanged = false
      for (const file of files) isChanged = (await look(file)) || isChanged
      for (let at = 0; at < files.length; at += BATCH) {
        isChanged = (await readSizes(files.slice(at, at + BATCH))) || isChanged
      }
      return isChanged
    })
  }

  await enqueue(scanOrRetry)
  void readAll()
  await within(MAX_WAIT_MS, untilNeededAreRead)

  let debounce: NodeJS.Timeout | undefined
  const stopWatching = isByHand
    ? storage.watch(folder, (name, { isWhole }) => {
        if (name.split('/').length > 2) return
        if (isWhole) {
          const file = name.slice(folder.length + 1)
          return isImageName(file) ? readNow([file]) : undefined
        }
        clearTimeout(debounce)
        debounce = setTimeout(() => void enqueue(scanOrRetry).then(readAll), DEBOUNCE_MS).unref()
      })
    : undefined

  return {
    find: (file) => images.get(file),
    list: () => [...images.values()].sort((a, b) => b.modified - a.modified || (a.file < b.file ? -1 : 1)),
    async add(...files) {
      for (const file of files) arriving.delete(file)
      await readNow(files)
    },
    addArriving(...added) {
      if (added.length === 0) return
      for (const image of added) {
        arriving.add(image.file)
        images.set(image.file, image)
      }
      listeners.announce()
      writeSoon()
    },
    subscribe: listeners.subscribe,
    async whenIdle() {
      await looking
      await reading
    },
    async close() {
      isClosed = true
      stopWatching?.()
      clearTimeout(debounce)
      // Before the running job ends, which a damaged file may delay.
      await written()
      await looking
      await reading
      clearTimeout(retrying)
      await written()
    },
  }
}

function stateOf({ size, modified }: FileStats) {
  return `${size} ${modified}`
}

function sentenceStart(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
