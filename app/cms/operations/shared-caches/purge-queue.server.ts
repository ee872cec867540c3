import { z } from 'zod'
import type { PurgeSettings } from '#app/cms/platform/env.server.ts'
import type { SharedCache } from '#app/cms/platform/env-variables.server.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { jsonText } from '#app/cms/platform/json-text.ts'
import { within, withDeadline } from '#app/cms/platform/within.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { EVERYTHING } from '#app/cms/platform/http/shared-cache-headers.ts'
import { purge } from './purge-request.ts'

/** In milliseconds. */
interface PurgeTimes {
  /** A change is acknowledged after this time at the latest, even if the caches have not confirmed it. */
  acknowledge: number
  /**
   * Waits before each further call: a response from before a change may reach a cache after the first call.
   */
  repeats: readonly number[]
  /** Limit of a call. */
  call: number
  /** Wait after a failed call. It doubles with each failure, up to ten seconds. */
  retry: number
  /** A key that could not be sent for so long is a problem of the site. */
  late: number
}

const usualTimes: PurgeTimes = { acknowledge: 1_000, repeats: [2_000], call: 10_000, retry: 1_000, late: 5_000 }

/** If caches may fetch a former response some moments after a change. After twelve seconds they do not any more. */
export const REPEATED_PURGE_TIMES: PurgeTimes = { ...usualTimes, repeats: [1_000, 2_000, 5_000, 4_000] }

const MAX_WAIT_MS = 10_000

/** More keys than this are replaced by the key for everything. */
const MAX_KEYS = 200

const stored = jsonText(z.object({ keys: z.array(z.string().max(200)).max(MAX_KEYS) }))

const NAME = 'data/purges.json'

interface Options extends PurgeSettings {
  storage: Pick<Storage, 'read' | 'commit' | 'remove'>
  log: Logger
  health: HealthReports
  times?: PurgeTimes
}

/** Purges what has changed from shared caches. Retries until each cache has confirmed it, also after a restart. */
export interface PurgeQueue {
  /** Sends the keys of what has changed to all caches, at once and again some seconds later. */
  add(keys: readonly string[]): void
  /** Resolves when all caches have confirmed what was added so far, or after a second. Never rejects. */
  confirmed(): Promise<void>
  /** The number of keys still to be sent, of all caches together. */
  size(): number
  /** For how many seconds the oldest key could not be sent, by any of the caches; 0 if none is late. */
  oldest(): number
  /** Sends the keys that an earlier process could not send. */
  start(): void
  close(): Promise<void>
}

export function openPurgeQueue({ caches, secret, storage, log, health, times = usualTimes }: Options): PurgeQueue {
  const lines = caches.map((cache) => new CacheLine(cache, { secret, health, times, onChange: save }))
  let saving = Promise.resolve()
  let isSaved = true

  /** Stores the keys still to be sent. Writes run one after the other, each with the newest state. */
  function save() {
    if (!isSaved) return
    isSaved = false
    saving = saving.then(async () => {
      isSaved = true
      const keys = limited(new Set(lines.flatMap((line) => line.keys())))
      try {
        if (keys.length === 0) await storage.remove(NAME)
        else await storage.commit([{ name: NAME, bytes: JSON.stringify({ keys }) }])
      } catch (err) {
        // While the disk refuses writes, the site refuses edits. Other changes are sent from memory.
        log.warn({ err }, 'The pending purges of the caches could not be stored')
      }
    })
  }

  function add(keys: readonly string[]) {
    for (const line of lines) line.add(keys)
    save()
  }

  return {
    add,
    async confirmed() {
      await within(times.acknowledge, Promise.all([saving, ...lines.map((line) => line.confirmed())]))
    },
    size: () => lines.reduce((sum, line) => sum + line.keys().length, 0),
    oldest: () => Math.max(0, ...lines.map((line) => line.oldest())) / 1000,
    start() {
      saving = saving.then(async () => {
        const file = await storage.read(NAME).catch(() => undefined)
        const left = file && stored.safeParse(file.bytes.toString('utf8')).data?.keys
        if (left) add(left)
      })
    },
    async close() {
      for (const line of lines) line.close()
      await saving
    },
  }
}

/** A key that is still to be sent to a cache. The moments are of the monotonic clock. */
interface Pending {
  /** How many calls with the key the cache has confirmed. */
  confirmed: number
  /** When the next call with the key is due. */
  due: number
  /** When the earliest call that no later one has made up for was due. */
  since: number
}

/** The keys still to be sent to one cache, one call at a time. Keys added during a call are sent with the next one. */
class CacheLine {
  /** An entry is replaced when its key is added again, so that a call that began before does not count for it. */
  readonly #pending = new Map<string, Pending>()
  readonly #waiting = new Set<() => void>()
  #sending: AbortController | undefined
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #failure: unknown
  #lateness: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(
    private readonly cache: SharedCache,
    private readonly options: Pick<Options, 'secret' | 'health'> & { times: PurgeTimes; onChange: () => void },
  ) {}

  keys(): string[] {
    return [...this.#pending.keys()]
  }

  /** For how many milliseconds the oldest key could not be sent; 0 if none is late. */
  oldest(): number {
    return Math.max(0, performance.now() - this.#earliest('since'))
  }

  add(keys: readonly string[]) {
    const now = performance.now()
    const entry = (since = now) => ({ confirmed: 0, due: now, since: Math.min(now, since) })
    for (const key of keys) this.#pending.set(key, entry(this.#pending.get(key)?.since))
    if (this.#pending.size > MAX_KEYS) {
      const since = this.#earliest('since')
      this.#pending.clear()
      this.#pending.set(EVERYTHING, entry(since))
    }
    this.#watchLateness()
    void this.#send()
  }

  /** Resolves when every key has been in a confirmed call, or after `close`. */
  confirmed(): Promise<void> {
    if (this.#isConfirmed()) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.add(resolve))
  }

  close() {
    this.#isClosed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#lateness)
    this.#sending?.abort()
    this.#resolveWaiting()
  }

  #isConfirmed() {
    return this.#isClosed || [...this.#pending.values()].every(({ confirmed }) => confirmed > 0)
  }

  /** Sends the keys that are due. */
  async #send() {
    if (this.#sending || this.#isClosed) return
    const now = performance.now()
    const named = new Map([...this.#pending].filter(([, { due }]) => due <= now))
    if (named.size === 0) {
      this.#planNext()
      return
    }
    clearTimeout(this.#timer)
    const sending = new AbortController()
    this.#sending = sending
    const { secret, times } = this.options
    try {
      const keys = [...named.keys()]
      await withDeadline(times.call, (signal) => purge(this.cache, { keys, secret, signal }), sending)
      this.#sending = undefined
      this.#confirm(named)
    } catch (error) {
      this.#sending = undefined
      this.#retry(error)
    }
  }

  #confirm(named: ReadonlyMap<string, Pending>) {
    this.#failures = 0
    this.#failure = undefined
    const now = performance.now()
    for (const [key, entry] of named) {
      const wait = this.options.times.repeats[entry.confirmed]
      entry.confirmed += 1
      const current = this.#pending.get(key)
      if (wait !== undefined) entry.since = entry.due = now + wait
      else if (current === entry) this.#pending.delete(key)
      // What was late before the call is made up for by it.
      if (current && current !== entry) current.since = current.due
    }
    this.#watchLateness()
    this.options.onChange()
    if (this.#isConfirmed()) this.#resolveWaiting()
    void this.#send()
  }

  #retry(error: unknown) {
    if (this.#isClosed) return
    this.#failure = error
    this.#watchLateness()
    this.#plan(Math.min(this.options.times.retry * 2 ** this.#failures, MAX_WAIT_MS))
    this.#failures += 1
  }

  /** Reports a problem while a key is late, however that has come about, and looks again when one may be. */
  #watchLateness() {
    clearTimeout(this.#lateness)
    const { times, health } = this.options
    const left = this.#earliest('since') + times.late - performance.now()
    const { host } = new URL(this.cache.url)
    const id = `cache-not-told-${host}`
    if (left > 0) health.clear(id)
    else {
      const message = `The cache at ${host} cannot be purged, so visitors may see pages and files that are up to a minute old, also files that were removed. The site tries again. Check that the cache is running, and check the settings PURGE_URLS and PURGE_SECRET.`
      health.report({ id, message }, this.#failure)
    }
    if (this.#isClosed || left === Infinity || left <= 0) return
    this.#lateness = setTimeout(() => {
      this.#watchLateness()
    }, Math.ceil(left)).unref()
  }

  #planNext() {
    const due = this.#earliest('due')
    if (Number.isFinite(due)) this.#plan(Math.ceil(due - performance.now()))
  }

  #plan(wait: number) {
    clearTimeout(this.#timer)
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#send(), Math.max(0, wait)).unref()
  }

  /** The earliest of these moments of all keys; Infinity if there is no key. */
  #earliest(moment: 'due' | 'since') {
    return Math.min(Infinity, ...Array.from(this.#pending.values(), (entry) => entry[moment]))
  }

  #resolveWaiting() {
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }
}

function limited(keys: ReadonlySet<string>): string[] {
  return keys.size > MAX_KEYS ? [EVERYTHING] : [...keys]
}
