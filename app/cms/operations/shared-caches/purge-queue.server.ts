import { z } from 'zod'
import type { PurgeSettings } from '#app/cms/platform/env.server.ts'
import type { SharedCache } from '#app/cms/platform/env-variables.server.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { jsonText } from '#app/cms/platform/json-text.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { EVERYTHING } from '#app/cms/platform/http/shared-cache-headers.ts'
import { purge } from './purge-request.ts'

/** In milliseconds. */
interface PurgeTimes {
  /** A change is acknowledged after this time at the latest, even if the caches have not confirmed it. */
  acknowledge: number
  /** Wait before the second call: a response from before a change may reach a cache after the first call. */
  repeat: number
  /** Wait after a failed call. It doubles with each failure, up to a minute. */
  retry: number
}

const usualTimes: PurgeTimes = { acknowledge: 1_000, repeat: 2_000, retry: 1_000 }

const CALLS = 2
const CALL_MS = 10_000
const MAX_WAIT_MS = 60_000

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
  /** Sends the keys of what has changed to all caches, at once and two seconds later. */
  add(keys: readonly string[]): void
  /** Resolves when all caches have confirmed what was added so far, or after a second. Never rejects. */
  confirmed(): Promise<void>
  /** The number of keys still to be sent, of all caches together. */
  size(): number
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
      const timeout = AbortSignal.timeout(times.acknowledge)
      const late = new Promise<void>((resolve) => {
        timeout.addEventListener('abort', () => {
          resolve()
        })
      })
      await Promise.race([Promise.all([saving, ...lines.map((line) => line.confirmed())]), late])
    },
    size: () => lines.reduce((sum, line) => sum + line.keys().length, 0),
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

/** A key that is still to be sent to a cache. */
interface Pending {
  /** How many confirmed calls must still contain the key. */
  calls: number
}

/** The keys still to be sent to one cache, one call at a time. Keys added during a call are sent with the next one. */
class CacheLine {
  /** An entry is replaced when its key is added again, so that a call that began before does not count for it. */
  readonly #pending = new Map<string, Pending>()
  readonly #waiting = new Set<() => void>()
  #sending: AbortController | undefined
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #isClosed = false

  constructor(
    private readonly cache: SharedCache,
    private readonly options: Pick<Options, 'secret' | 'health'> & { times: PurgeTimes; onChange: () => void },
  ) {}

  keys(): string[] {
    return [...this.#pending.keys()]
  }

  add(keys: readonly string[]) {
    for (const key of keys) this.#pending.set(key, { calls: CALLS })
    if (this.#pending.size > MAX_KEYS) {
      this.#pending.clear()
      this.#pending.set(EVERYTHING, { calls: CALLS })
    }
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
    this.#sending?.abort()
    this.#resolveWaiting()
  }

  #isConfirmed() {
    return this.#isClosed || [...this.#pending.values()].every(({ calls }) => calls < CALLS)
  }

  async #send() {
    if (this.#sending || this.#isClosed || this.#pending.size === 0) return
    clearTimeout(this.#timer)
    const sending = new AbortController()
    this.#sending = sending
    const named = new Map(this.#pending)
    const { secret } = this.options
    const signal = AbortSignal.any([sending.signal, AbortSignal.timeout(CALL_MS)])
    try {
      await purge(this.cache, { keys: [...named.keys()], secret, signal })
      this.#sending = undefined
      this.#confirm(named)
    } catch (error) {
      this.#sending = undefined
      this.#retry(error)
    }
  }

  #confirm(named: ReadonlyMap<string, Pending>) {
    this.#failures = 0
    this.options.health.clear(this.#problem())
    for (const [key, entry] of named) {
      entry.calls -= 1
      if (entry.calls === 0 && this.#pending.get(key) === entry) this.#pending.delete(key)
    }
    this.options.onChange()
    if (!this.#isConfirmed()) {
      void this.#send()
      return
    }
    this.#resolveWaiting()
    this.#plan(this.options.times.repeat)
  }

  #retry(error: unknown) {
    if (this.#isClosed) return
    const message = `The cache at ${this.cache.url} cannot be purged, so visitors may see pages that are up to a minute old. The site tries again. Check that the cache is running, and check the settings PURGE_URLS and PURGE_SECRET.`
    this.options.health.report({ id: this.#problem(), message }, error)
    this.#plan(Math.min(this.options.times.retry * 2 ** this.#failures, MAX_WAIT_MS))
    this.#failures += 1
  }

  #plan(wait: number) {
    clearTimeout(this.#timer)
    if (this.#pending.size > 0 && !this.#isClosed) this.#timer = setTimeout(() => void this.#send(), wait).unref()
  }

  #problem() {
    return `cache-not-told-${new URL(this.cache.url).host}`
  }

  #resolveWaiting() {
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }
}

function limited(keys: ReadonlySet<string>): string[] {
  return keys.size > MAX_KEYS ? [EVERYTHING] : [...keys]
}
