import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import type { Drafts } from '#app/cms/publishing/drafts/draft.ts'
import type { Inbox } from '#app/cms/inbox/open-inbox.server.ts'
import type { Media } from '#app/cms/media/media.server.ts'
import { STAGED } from '#app/cms/media/uploads/staged-files.server.ts'
import type { HealthProblem } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { ElapsedDays, SYSTEM_CLOCKS, type Clocks } from '#app/cms/storage/elapsed-days.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import { CLOCK_JUMPED } from '#app/cms/storage/site-clock.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { STAGED_DAYS } from '#app/cms/media/uploads/trash-limits.ts'
import {
  latestRemovals,
  readHousekeepingState,
  writeHousekeepingState,
  type HousekeepingState,
  type Removal,
} from './housekeeping-state.server.ts'
import { isNamed, type UnusedFiles } from './unused-files.server.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Delay of the first run: the start of the site is over by then. */
const FIRST_RUN_MS = 60_000

/** Delay of the next run if nothing can be written. */
const RETRY_MS = DAY_MS / 24

/** A discarded draft can be restored for so many days. Its files stay in their trash for as long. */
const DISCARDED_DAYS = 30

/** How many files one step of a run moves to the trash at most. */
const MAX_MOVED = 1_000

export interface HousekeepingOptions {
  storage: Storage
  log: Logger
  health: { problems: () => Pick<HealthProblem, 'id'>[] }
  content: Pick<ContentStore, 'faults'>
  media: {
    trash: Pick<Media['trash'], 'prune'>
    staged: Pick<Media['staged'], 'discard'> & { trash: Pick<Media['trash'], 'prune'> }
    library: Pick<Media['library'], 'removeStaleVariants'>
  }
  drafts: Pick<Drafts, 'removeDiscarded'>
  inbox: Pick<Inbox, 'eraseOld'>
  unused: UnusedFiles
  /** Removes the temporary files of earlier processes. Resolves with their paths. */
  removeTemporaryFiles: () => Promise<string[]>
  /** Called after each removal. Must not throw. */
  onRemoval?: (removal: Removal) => void
  clocks?: Clocks | undefined
}

interface HousekeepingStatus {
  unusedDays: HousekeepingState['unusedDays']
  /** ISO 8601; undefined before the first run. */
  lastRun: string | undefined
  /** Removals of the last runs, the newest first. */
  removals: readonly Removal[]
  /** Why unused files are not moved to the trash for now, although that is set. */
  paused: 'content' | 'history' | undefined
}

export interface Housekeeping {
  /** From memory. */
  status: () => HousekeepingStatus
  /** Sets after how many unused days files are moved to the trash; undefined: never. Rejects with StorageError. */
  setUnusedDays: (days: HousekeepingState['unusedDays']) => Promise<void>
  /** Starts a run, or joins the current one. Resolves with what was removed. Never rejects. */
  run: () => Promise<Removal[]>
  /** Schedules a run soon, and then once a day. */
  start: () => void
  /** Ends a run after its current step. */
  close: () => Promise<void>
}

/**
 * Removes what the site does not need any more: deleted files, messages and discarded drafts whose time is over,
 * temporary files, and variants of removed images. It removes no history. Files that nothing names are moved to the
 * trash, if the administrator has set after how many days; staged ones after a week. Each removal is logged. A failed
 * step is retried by the next run.
 */
export async function openHousekeeping(options: HousekeepingOptions): Promise<Housekeeping> {
  const { storage, log, health, content, media, drafts, inbox, unused, removeTemporaryFiles } = options
  const { clocks = SYSTEM_CLOCKS } = options
  let state = await readHousekeepingState(storage, log)
  const elapsed = new ElapsedDays(clocks)
  const { now } = clocks
  const writeLimit = limitConcurrency({ running: 1, waiting: Infinity })
  let running: Promise<Removal[]> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const hasEnded = () => isClosed
  const timeOf = () => new Date(now()).toISOString()

  /** Changes the state, one change after the other. Rejects with StorageError; then the state has not changed. */
  function change(makeNext: (current: HousekeepingState) => HousekeepingState) {
    return writeLimit(async () => {
      const next = makeNext(state)
      await writeHousekeepingState(storage, next)
      state = next
    })
  }

  function pausedBy(): HousekeepingStatus['paused'] {
    // A file that cannot be read may name any upload.
    if (content.faults().length > 0) return 'content'
    return health.problems().some(({ id }) => id === 'history-damaged') ? 'history' : undefined
  }

  async function runOnce(): Promise<Removal[]> {
    if (hasEnded() || storage.refusal()) return []
    const removals: Removal[] = []
    const unusedSince = new Map<string, string>()
    const note = (kind: Removal['kind'], name: string) => {
      const removal = { at: timeOf(), kind, name }
      removals.push(removal)
      options.onRemoval?.(removal)
      log.info({ kind, name }, 'The housekeeping has removed an item that was not needed any more')
    }
    /** Since when a thing is unused: the time that an earlier run has noted, or now. */
    const sinceOf = (name: string) => {
      const noted = Date.parse(state.unusedSince[name] ?? '')
      // A time in the future comes from a wrong clock.
      const since = noted <= now() ? noted : now()
      unusedSince.set(name, new Date(since).toISOString())
      return since
    }
    const steps: Record<string, () => Promise<void>> = {
      'unused files': async () => {
        const isWhole = await unused.refresh()
        const free = unused.list().filter((file) => !isNamed(unused.protectionOf(file)))
        const limit = state.unusedDays === undefined ? undefined : now() - state.unusedDays * DAY_MS
        const due = free.filter(({ file }) => sinceOf(`uploads/${file}`) < (limit ?? -Infinity)).slice(0, MAX_MOVED)
        if (due.length === 0 || !isWhole || pausedBy()) return
        const { moved, failure } = await unused.moveToTrash(new Set(due.map(({ file }) => file)))
        for (const { file } of moved) {
          unusedSince.delete(`uploads/${file}`)
          note('unused', `uploads/${file}`)
        }
        if (failure) throw failure
      },
      'staged files': async () => {
        const due = unused
          .listLeftOver()
          .filter(({ file }) => sinceOf(`${STAGED}/${file}`) < now() - STAGED_DAYS * DAY_MS)
        for (const { file } of await media.staged.discard(due.slice(0, MAX_MOVED).map(({ file }) => file))) {
          unusedSince.delete(`${STAGED}/${file}`)
          note('staged', `${STAGED}/${file}`)
        }
      },
      'discarded drafts': async () => {
        const isOver = (folder: string, discarded: number) => elapsed.isOverSince(folder, discarded, DISCARDED_DAYS)
        for (const folder of await drafts.removeDiscarded(isOver)) {
          elapsed.forget(folder)
          note('draft', folder)
        }
      },
      'deleted files': async () => {
        // The trash judges their age by the clock of the machine.
        if (health.problems().some(({ id }) => id === CLOCK_JUMPED)) return
        for (const { file } of await media.trash.prune()) note('trash', `uploads/${file}`)
        for (const { file } of await media.staged.trash.prune()) note('trash', `${STAGED}/${file}`)
      },
      'old messages': async () => {
        for (const id of await inbox.eraseOld()) note('message', id)
      },
      'temporary files': async () => {
        for (const name of await removeTemporaryFiles()) note('temporary', name)
      },
      'variants of images': async () => {
        for (const name of await media.library.removeStaleVariants()) note('variants', name)
      },
    }
    const failed: string[] = []
    for (const [what, step] of Object.entries(steps)) {
      if (hasEnded()) break
      await step().catch((err: unknown) => {
        failed.push(what)
        log.error({ err, what }, 'A step of the housekeeping failed. It runs again tomorrow')
      })
    }
    // What a failed step did not check is still unused.
    if (failed.length > 0 || hasEnded()) {
      const gone = new Set(removals.map(({ name }) => name))
      for (const [name, since] of Object.entries(state.unusedSince)) {
        if (!unusedSince.has(name) && !gone.has(name)) unusedSince.set(name, since)
      }
    }
    const makeNext = (current: HousekeepingState): HousekeepingState => ({
      ...current,
      lastRun: timeOf(),
      unusedSince: Object.fromEntries(unusedSince),
      removals: latestRemovals(removals, current.removals),
    })
    await change(makeNext).catch((err: unknown) => {
      state = makeNext(state)
      log.error({ err }, 'The results of the housekeeping could not be stored')
    })
    return removals
  }

  function run() {
    running ??= runOnce().finally(() => {
      running = undefined
    })
    return running
  }

  function runIn(milliseconds: number) {
    timer = setTimeout(() => {
      void run().finally(() => {
        if (!isClosed) runIn(storage.refusal() ? RETRY_MS : DAY_MS)
      })
    }, milliseconds).unref()
  }

  return {
    status() {
      const { unusedDays, lastRun, removals } = state
      return { unusedDays, lastRun, removals, paused: unusedDays === undefined ? undefined : pausedBy() }
    },
    setUnusedDays: (unusedDays) => change((current) => ({ ...current, unusedDays })),
    run,
    start() {
      runIn(FIRST_RUN_MS)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
      await writeLimit.onIdle()
    },
  }
}
