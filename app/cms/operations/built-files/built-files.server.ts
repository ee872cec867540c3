import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { jsonText } from '#app/cms/platform/json-text.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import type { SharedShelf } from '#app/cms/storage/shared-shelf.server.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The files of a build are kept for so many days after a process last used it, and those of the two newest always. */
const KEPT_DAYS = 7
const MIN_BUILDS = 2
const MAX_BUILDS = 20

/** Files that are not in memory: they are looked for at most once in this time (ms), however many are requested. */
const LIST_MS = 1_000

/** In memory, the files that are requested at the moment. */
const MAX_MEMORY_BYTES = 8_000_000

/** What a bundler makes: a name with a hash. No folder, and nothing that is hidden. */
const FILE_NAME = /^[\w-][\w.-]{0,150}$/

const FILES = 'files'
const BUILDS = 'builds'

const buildRecord = jsonText(
  z.object({
    /** When a process that runs this build last noted it (ISO 8601). */
    used: z.iso.datetime(),
    files: z.array(z.string()),
  }),
)

export interface BuiltFiles {
  /**
   * Keeps the files of this process's build, and repeats that once a day. Removes those of builds that are not used any
   * more. Resolves when they can be served wherever the shelf is, or when that has failed. Never rejects.
   */
  keep: (folder: string) => Promise<void>
  /** A file of any build that is kept; undefined if there is none, or if it cannot be read. Never rejects. */
  read: (name: string) => Promise<Buffer | undefined>
  close: () => Promise<void>
}

/**
 * The files that browsers load with the pages: scripts and styles, whose names carry a hash. Those of earlier builds are
 * kept, because pages that were loaded before an update request them later; those of this build, because a process that
 * still runs the earlier build may be asked for them. Without `mayTidy`, nothing but missing files is written.
 */
export function openBuiltFiles({
  shelf,
  mayTidy,
  log,
  now = Date.now,
}: {
  shelf: SharedShelf
  mayTidy: boolean
  log: Logger
  now?: () => number
}): BuiltFiles {
  const limit = limitConcurrency({ running: 4, waiting: Infinity })
  let known: ReadonlySet<string> = new Set()
  let listedAt = -Infinity
  let listing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isClosed = false
  const memory = new LRUCache<string, Buffer>({
    maxSize: MAX_MEMORY_BYTES,
    sizeCalculation: ({ length }) => length + 1,
    fetchMethod: (name) => shelf.read(FILES, name),
  })

  async function listFiles() {
    const names = new Set((await shelf.list(FILES)).filter((name) => FILE_NAME.test(name)))
    known = names
    return names
  }

  /** The list of files, unless it is new. */
  function list() {
    if (performance.now() - listedAt < LIST_MS) return listing ?? Promise.resolve()
    listedAt = performance.now()
    listing = listFiles().then(
      () => undefined,
      (err: unknown) => {
        log.warn({ err }, 'The files of earlier builds could not be listed')
      },
    )
    return listing
  }

  async function keepOnce(folder: string) {
    const own = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).sort()
    const id = createHash('sha256').update(own.join('\n')).digest('hex').slice(0, 16)
    const record = `${id}.json`
    // Before the files: a process that removes old files first lists the files, and then reads which builds need them.
    if (mayTidy || !(await shelf.list(BUILDS)).includes(record)) {
      const used = new Date(now()).toISOString()
      await shelf.write(BUILDS, record, Buffer.from(JSON.stringify({ used, files: own })))
    }
    const present = await listFiles()
    const writeMissing = async (name: string) => {
      if (isClosed || present.has(name)) return
      await shelf.write(FILES, name, await readFile(path.join(folder, name)))
    }
    await Promise.all(own.map((name) => limit(() => writeMissing(name))))
  }

  /** Removes the files that no build needs which is kept. */
  async function tidy() {
    const present = await listFiles()
    const builds = []
    for (const record of await shelf.list(BUILDS)) {
      const bytes = await shelf.read(BUILDS, record)
      const parsed = buildRecord.safeParse(bytes?.toString())
      // A record that cannot be read may need any file.
      if (!parsed.success) throw new Error(`The list of the files of a build is damaged: ${record}`)
      builds.push({ record, used: Date.parse(parsed.data.used), files: parsed.data.files })
    }
    builds.sort((a, b) => b.used - a.used)
    const isKept = ({ used }: { used: number }, at: number) =>
      at < MIN_BUILDS || (at < MAX_BUILDS && used > now() - KEPT_DAYS * DAY_MS)
    const needed = new Set(builds.filter(isKept).flatMap(({ files }) => files))
    for (const { record } of builds.filter((build, at) => !isKept(build, at))) await shelf.remove(BUILDS, record)
    for (const name of present) {
      if (isClosed) return
      if (!needed.has(name)) await shelf.remove(FILES, name)
    }
  }

  async function run(folder: string) {
    try {
      await keepOnce(folder)
    } catch (err) {
      log.warn({ err }, 'The files of this build could not be kept for pages that stay open during an update')
    }
    if (isClosed) return
    timer = setTimeout(() => {
      void run(folder)
    }, DAY_MS).unref()
    if (!mayTidy) return
    running = tidy().catch((err: unknown) => {
      log.warn({ err }, 'The files of earlier builds could not be tidied up')
    })
  }

  return {
    keep: run,
    async read(name) {
      if (!FILE_NAME.test(name)) return undefined
      if (!known.has(name)) await list()
      if (!known.has(name)) return undefined
      return memory.fetch(name).catch((err: unknown) => {
        log.warn({ err, name }, 'A file of an earlier build could not be read')
        return undefined
      })
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await limit.onIdle()
      await running
      shelf.close()
    },
  }
}
