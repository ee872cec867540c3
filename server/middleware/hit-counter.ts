import type { Logger } from 'pino'

const SUMMARY_MS = 60_000
const MOST_ADDRESSES = 50

/** Addresses counted between two summaries: strangers may ask for any number that do not exist. */
const MOST_COUNTED = 1_000
const OTHERS = '(others)'

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
  let missing = new Map<string, number>()
  let notModified = 0

  function summarize() {
    if (hits.size + missing.size === 0) return
    const line = { answers: sumOf(hits) + sumOf(missing), notModified, addresses: mostOf(hits) }
    log.info({ ...line, ...(missing.size > 0 && { notFound: mostOf(missing) }) }, 'answered from memory')
    hits = new Map()
    missing = new Map()
    notModified = 0
  }

  const timer = setInterval(summarize, SUMMARY_MS).unref()
  return {
    count(address, status) {
      const counts = status === 404 ? missing : hits
      const counted = counts.size < MOST_COUNTED || counts.has(address) ? address : OTHERS
      counts.set(counted, (counts.get(counted) ?? 0) + 1)
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

function sumOf(counts: ReadonlyMap<string, number>) {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

function mostOf(counts: ReadonlyMap<string, number>) {
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_ADDRESSES))
}
