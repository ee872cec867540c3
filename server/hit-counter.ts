import type { Logger } from 'pino'

const SUMMARY_MS = 60_000
const MOST_ADDRESSES = 50

export interface HitCounter {
  count: (address: string, status: number) => void
  /** Writes what was counted since the last summary, if anything. */
  summarize: () => void
  stop: () => void
}

/**
 * Logs answers from memory as one line a minute with their number by address: a line for each would cost as much as the
 * answer, and tell nothing about a visitor that needs to be known. With LOG_LEVEL=debug there is a line for each as well.
 */
export function countHits(log: Logger): HitCounter {
  const isDetailed = log.isLevelEnabled('debug')
  let hits = new Map<string, number>()
  let notModified = 0

  function summarize() {
    if (hits.size === 0) return
    const byNumber = [...hits].sort(([, a], [, b]) => b - a)
    const answers = byNumber.reduce((sum, [, number]) => sum + number, 0)
    const addresses = Object.fromEntries(byNumber.slice(0, MOST_ADDRESSES))
    log.info({ answers, notModified, addresses }, 'answered from memory')
    hits = new Map()
    notModified = 0
  }

  const timer = setInterval(summarize, SUMMARY_MS).unref()
  return {
    count(address, status) {
      hits.set(address, (hits.get(address) ?? 0) + 1)
      if (status === 304) notModified += 1
      if (isDetailed) log.debug({ address, status }, 'answered from memory')
    },
    summarize,
    stop() {
      clearInterval(timer)
      summarize()
    },
  }
}
