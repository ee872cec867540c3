import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describeObstacles, type Obstacle } from './obstacles.ts'
import type { ReleaseClock } from './release-clock.server.ts'
import type { ReleaseForecast } from './release-forecast.server.ts'
import { formatReleaseTime } from './release-time.ts'
import type { Release } from './release-format.ts'
import type { Releases } from './release-store.server.ts'

/** The ids of the health problems. The screens of staff show these releases themselves, with the next step. */
export const RELEASE_PROBLEMS = {
  blocked: 'release-blocked',
  delayed: 'release-delayed',
  failed: 'release-failed',
} as const

/** Delay after a change (ms): a change of several files, drafts or sections is one look. */
const DELAY_MS = 300
/** Interval of a look without a change (ms): nothing reports that a file was damaged on the disk. */
const INTERVAL_MS = 5 * 60_000
/** A caller that waits for the current state waits for at most so many looks, even if changes never end. */
const MAX_LOOKS = 2

/** A release that is scheduled, or was not published at its time. */
export interface WatchedRelease {
  release: Release
  /**
   * `ready`: it would be published now. `blocked`: it would not. `delayed`: its time has come, and it is tried again until
   * the disk or the store accepts it. `failed`: it was not published at its time.
   */
  state: 'ready' | 'blocked' | 'delayed' | 'failed'
  obstacles: readonly Obstacle[]
  /** Why a delayed release was not published yet. */
  delay?: string | undefined
}

interface ReleaseWatchOptions {
  releases: Pick<Releases, 'list' | 'subscribe'> & {
    forecast: Pick<ReleaseForecast, 'obstacles' | 'obstaclesInTurn'>
    clock: Pick<ReleaseClock, 'delayOf'>
  }
  /** Everything that can make a release unpublishable, or publishable again. */
  sources: readonly { subscribe: (listener: () => void) => () => void }[]
  health: HealthReports
  log: Pick<Logger, 'error'>
  /** Called after each look. */
  onLook?: (found: readonly WatchedRelease[]) => void
}

export type ReleaseWatch = ReturnType<typeof openReleaseWatch>

/**
 * Knows of each scheduled release whether it can be published, and why not. It looks again after each change, once for
 * all requests, and reports releases that cannot be published to `health`.
 */
export function openReleaseWatch({ releases, sources, health, log, onLook }: ReleaseWatchOptions) {
  let found: readonly WatchedRelease[] = []
  let isOutdated = true
  let looking: Promise<void> | undefined
  let soon: NodeJS.Timeout | undefined
  let interval: NodeJS.Timeout | undefined
  let isClosed = false

  const unsubscribe = [releases, ...sources].map((source) => source.subscribe(noteChange))

  /** To be called after a change: looks again soon. */
  function noteChange() {
    isOutdated = true
    if (isClosed) return
    soon ??= setTimeout(() => {
      soon = undefined
      void current()
    }, DELAY_MS).unref()
  }

  async function look() {
    isOutdated = false
    const next: WatchedRelease[] = []
    const add = async (release: Release, obstacles: readonly Obstacle[]) => {
      // Published, changed or removed meanwhile: its drafts and files may be gone. The change leads to another look.
      if (!isListed(release)) return
      const delay = releases.clock.delayOf(release)
      next.push({ release, state: stateOf(release, { obstacles, delay }), obstacles, delay })
      // Merging a release may take long. Requests are handled in between.
      await nextTurn()
    }
    const before = releases.list()
    try {
      for await (const { release, obstacles } of releases.forecast.obstaclesInTurn()) await add(release, obstacles)
      for (const release of before)
        if (release.state === 'failed' && isListed(release))
          await add(release, await releases.forecast.obstacles(release))
    } catch (error) {
      // The files of a release that is published meanwhile are gone. Its change leads to another look.
      if (before.every(isListed)) throw error
    }
    found = next
    report('blocked', 'Scheduled releases that cannot be published')
    report('delayed', 'Releases that could not be published yet')
    report('failed', 'Releases that were not published at their time')
    onLook?.(found)
  }

  function isListed(release: Release) {
    return releases.list().includes(release)
  }

  function report(state: keyof typeof RELEASE_PROBLEMS, title: string) {
    const concerned = found.filter((watched) => watched.state === state)
    const id = RELEASE_PROBLEMS[state]
    if (concerned.length === 0) {
      health.clear(id)
      return
    }
    const words = concerned.map((watched) => `“${watched.release.name}”${momentOf(watched)}: ${reasonOf(watched)}`)
    health.report({ id, message: `${title}: ${words.join(' ')}` })
  }

  /** Looks at once if something has changed since the last look. Never rejects: after a fault the last state stands. */
  async function current(): Promise<readonly WatchedRelease[]> {
    for (let looks = 0; looks < MAX_LOOKS && (isOutdated || looking); looks += 1) {
      looking ??= look()
        .catch((err: unknown) => {
          isOutdated = true
          log.error({ err }, 'It could not be checked whether the scheduled releases can be published')
        })
        .finally(() => (looking = undefined))
      await looking
    }
    return found
  }

  return {
    noteChange,
    current,
    /** What the last look has found. From memory. */
    latest: () => found,
    start() {
      interval = setInterval(noteChange, INTERVAL_MS).unref()
      noteChange()
    },
    async close() {
      isClosed = true
      clearTimeout(soon)
      clearInterval(interval)
      for (const end of unsubscribe) end()
      await looking
    },
  }
}

function stateOf(
  release: Release,
  { obstacles, delay }: Pick<WatchedRelease, 'obstacles' | 'delay'>,
): WatchedRelease['state'] {
  if (release.state === 'failed') return 'failed'
  if (delay !== undefined) return 'delayed'
  return obstacles.length > 0 ? 'blocked' : 'ready'
}

function momentOf({ release: { time } }: WatchedRelease) {
  return time === undefined ? '' : `, ${formatReleaseTime(time)}`
}

/** Why a release cannot be published, or was not published at its time, in one or a few sentences. */
export function reasonOf({ release, obstacles, delay }: WatchedRelease): string {
  if (delay !== undefined) return `${delay} The release is tried again every second.`
  return obstacles.length > 0 ? describeObstacles(obstacles) : (release.failure ?? '')
}
