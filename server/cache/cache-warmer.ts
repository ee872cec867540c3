import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { AnswerSource } from './answer-source.ts'

export interface CacheWarmerOptions {
  documents: AnswerSource
  addresses: () => string[]
  log: Logger
  /** Debounce before the caches are filled again, in milliseconds. */
  debounceMs?: number
}

export interface CacheWarmer {
  /** Begins now, without the debounce. Resolves when all is done or outdated. */
  start: () => Promise<void>
  /** Content has changed: no page that is kept is valid any more. */
  drop: () => void
  stop: () => void
}

/** Beyond it lie the pages of long product lists, which are rendered when somebody asks. */
const MOST_WARMED = 400

/** How often the year is looked at, which pages show. */
const YEAR_CHECK_MS = 60_000

/** Costs 12 ms for a page and saves 6 % of it; the last 9 % would cost twenty times that after each save. */
const BROTLI_QUALITY = 9

/**
 * Makes the documents again that a change has dropped, so that visitors find them ready, and compresses them better than a
 * visitor could wait for. One at a time and only once nothing has changed for a while: while edits follow each other, only what visitors ask
 * for is made.
 */
export function startCacheWarmer({ documents, addresses, log, debounceMs = 2_000 }: CacheWarmerOptions): CacheWarmer {
  const { cache } = documents
  let waiting: NodeJS.Timeout | undefined
  let isStopped = false

  async function warm() {
    const { generation } = cache
    const isOutdated = () => isStopped || cache.generation !== generation
    for (const address of addresses().slice(0, MOST_WARMED)) {
      if (isOutdated()) return
      await cache.fill(address, () => documents.make(address))
      await nextTurn()
    }
    for (const answer of cache.answers()) {
      if (isOutdated()) return
      await answer.improve(BROTLI_QUALITY)
    }
  }

  async function start() {
    try {
      await warm()
    } catch (err) {
      log.error({ err }, 'pages could not be made ready')
    }
  }

  function drop() {
    cache.drop()
    clearTimeout(waiting)
    if (!isStopped) waiting = setTimeout(() => void start(), debounceMs).unref()
  }

  let shownYear = yearNow()
  const yearCheck = setInterval(() => {
    if (yearNow() === shownYear) return
    shownYear = yearNow()
    drop()
  }, YEAR_CHECK_MS).unref()
  return {
    start,
    drop,
    stop() {
      isStopped = true
      clearTimeout(waiting)
      clearInterval(yearCheck)
    },
  }
}

/** By the clock of this process, as pages read it. */
function yearNow() {
  return new Date().getFullYear()
}
