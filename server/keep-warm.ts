import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { AnswerSource } from './answer-source.ts'

export interface WarmParts {
  documents: AnswerSource
  addresses: () => string[]
  log: Logger
  /** Time without a change before the work begins, in milliseconds. */
  calm?: number
}

export interface KeepWarm {
  /** Begins now, without waiting for calm. Resolves when all is done or outdated. */
  start: () => Promise<void>
  /** Content has changed: nothing that is kept is valid any more. */
  drop: () => void
  stop: () => void
}

/** Beyond it lie the pages of long product lists, which are rendered when somebody asks. */
const MOST_WARMED = 400

/** Pages show the year: what is kept is made anew, by the end of an hour at the latest. */
const LONGEST_KEPT_MS = 3_600_000

/** Costs 12 ms for a page and saves 6 % of it; the last 9 % would cost twenty times that after each save. */
const BROTLI_QUALITY = 9

/**
 * Makes the documents again that a change has dropped, so that visitors find them ready, and compresses them better than a
 * visitor could wait for. One at a time and only once there is calm: while edits follow each other, only what visitors ask
 * for is made.
 */
export function keepWarm({ documents, addresses, log, calm = 2_000 }: WarmParts): KeepWarm {
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
    if (!isStopped) waiting = setTimeout(() => void start(), calm).unref()
  }

  const hourly = setInterval(drop, LONGEST_KEPT_MS).unref()
  return {
    start,
    drop,
    stop() {
      isStopped = true
      clearTimeout(waiting)
      clearInterval(hourly)
    },
  }
}
