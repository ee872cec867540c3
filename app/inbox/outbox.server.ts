import path from 'node:path'
import { z } from 'zod'
import { readSmallFile } from '#app/auth/small-file.server.ts'
import { removeDurably, writeDurably } from '#app/storage/durable-file.server.ts'
import type { Logger } from '#app/platform/reports.ts'
import { jsonText } from '#app/storage/json-text.ts'
import { messageIdOf } from './stored-message.server.ts'
import { isMissing, tidyNamesIn } from './message-folder.server.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const CLOSE_TIMEOUT = 5 * SECOND

/** Milliseconds. After each failure the wait doubles, from `firstWait` to `longestWait`. */
export interface RetrySchedule {
  firstWait: number
  longestWait: number
  /** Age beyond which an entry is parked. */
  giveUpAfter: number
}

const defaultSchedule: RetrySchedule = { firstWait: 30 * SECOND, longestWait: 6 * HOUR, giveUpAfter: 5 * 24 * HOUR }

export interface OutboxOptions {
  folder: string
  /** Sends what belongs to an id, or finds that there is nothing to send. When it rejects, it is called again later. */
  deliver: (id: string) => Promise<void>
  /** False if there is nothing to send any more: an entry that was given up goes then. */
  isWanted?: (id: string) => Promise<boolean>
  log: Logger
  schedule?: RetrySchedule
}

/**
 * What is still to be sent: one file for each id, so that it outlasts the process. Entries go out one at a time and at least
 * once: a file is removed only after `deliver` has resolved. One that cannot be delivered for five days is parked: it stays
 * on disk with its last error and is not tried again.
 */
export function openOutbox({ folder, deliver, isWanted, log, schedule = defaultSchedule }: OutboxOptions) {
  const waiting = new Map<string, Entry>()
  const parked = new Map<string, Entry>()
  /** Entries on disk whose ids cannot be delivered yet. */
  const held = new Set<string>()
  let takenUp: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isClosed = false

  const fileOf = (id: string) => path.join(folder, `${id}.json`)
  const write = (id: string, entry: Entry) =>
    writeDurably(fileOf(id), `${JSON.stringify(entry, null, 2)}\n`, { mode: 0o600 })

  /** First half of entrusting an id to the outbox: its entry is on disk, nothing is sent yet. */
  async function add(id: string): Promise<void> {
    held.add(id)
    await write(id, newEntry()).catch((error: unknown) => {
      held.delete(id)
      throw error
    })
  }

  /** Second half: what belongs to the id is there, or never will be. */
  function release(id: string): void {
    held.delete(id)
    waiting.set(id, newEntry())
    void start()
  }

  /** Takes up what an earlier process left. From the first call on entries are sent. */
  async function start(): Promise<void> {
    await takeUpOnce()
    sendNext()
  }

  /** What is known of an entry; undefined where there is none: it was sent, or never added. */
  async function find(id: string): Promise<OutboxEntry | undefined> {
    await takeUpOnce()
    return waiting.get(id) ?? parked.get(id) ?? (held.has(id) ? newEntry() : undefined)
  }

  /** Takes up an entry that was given up. Resolves with false if there is no such entry. */
  async function retry(id: string): Promise<boolean> {
    await takeUpOnce()
    if (!parked.delete(id)) return false
    waiting.set(id, newEntry())
    sendNext()
    return true
  }

  /** Takes an entry out unsent. */
  async function forget(id: string): Promise<void> {
    waiting.delete(id)
    parked.delete(id)
    await removeDurably(fileOf(id))
  }

  /** Sends nothing more. Gives what is being sent a few seconds to finish. */
  async function close(): Promise<void> {
    isClosed = true
    clearTimeout(timer)
    if (running === undefined) return
    let closeTimeout: ReturnType<typeof setTimeout> | undefined
    await Promise.race([running, new Promise((resolve) => (closeTimeout = setTimeout(resolve, CLOSE_TIMEOUT)))])
    clearTimeout(closeTimeout)
  }

  function takeUpOnce() {
    takenUp ??= takeUp().catch((err: unknown) => {
      takenUp = undefined
      log.error({ err, folder }, 'The outbox cannot be read; what it holds is not sent')
    })
    return takenUp
  }

  async function takeUp() {
    for (const name of await tidyNamesIn(folder)) {
      const id = messageIdOf(name)
      if (id === undefined || held.has(id) || waiting.has(id)) continue
      const entry = readEntry(id)
      if (!entry) continue
      const isOver = entry.isParked && (await isWanted?.(id).catch(() => true)) === false
      if (isOver) await forget(id)
      else (entry.isParked ? parked : waiting).set(id, entry)
    }
  }

  /** Undefined if the entry has been sent meanwhile or its file cannot be read. A damaged one starts over. */
  function readEntry(id: string): Entry | undefined {
    try {
      return entryText.safeParse(readSmallFile(fileOf(id)).text).data ?? newEntry()
    } catch (err) {
      if (!isMissing(err)) log.error({ err, id }, 'An entry of the outbox cannot be read and is left out')
      return undefined
    }
  }

  function sendNext() {
    if (isClosed || running) return
    clearTimeout(timer)
    const next = soonest(waiting)
    if (!next) return
    const [id, entry] = next
    const wait = Date.parse(entry.nextAttemptAt) - Date.now()
    timer = setTimeout(
      () => {
        running = attempt(id, entry).finally(() => {
          running = undefined
          sendNext()
        })
      },
      // A clock that was set back must not keep an entry waiting for long.
      Math.max(0, Math.min(wait, schedule.longestWait)),
    )
    // Waiting for the next attempt is no reason to keep the process alive.
    timer.unref()
  }

  async function attempt(id: string, entry: Entry) {
    try {
      await deliver(id)
    } catch (error) {
      await postpone(id, entry, error)
      return
    }
    waiting.delete(id)
    await removeDurably(fileOf(id)).catch((err: unknown) => {
      log.error({ err, id }, 'A sent entry cannot be removed from the outbox and is sent again after a restart')
    })
  }

  async function postpone(id: string, entry: Entry, err: unknown) {
    const attempts = entry.attempts + 1
    const nextAttempt = Date.now() + waitAfter(attempts, schedule)
    const isParked = nextAttempt - Date.parse(entry.createdAt) > schedule.giveUpAfter
    const next = {
      ...entry,
      attempts,
      nextAttemptAt: new Date(nextAttempt).toISOString(),
      isParked,
      lastError: err instanceof Error ? err.message : String(err),
    }
    if (isParked) {
      waiting.delete(id)
      parked.set(id, next)
      log.error({ err, id, attempts }, 'A message could not be announced by mail and is not tried again')
    } else {
      waiting.set(id, next)
      log.warn({ err, id, attempts, nextAttemptAt: next.nextAttemptAt }, 'A message could not be announced by mail yet')
    }
    await write(id, next).catch((writeError: unknown) => {
      log.error({ err: writeError, id }, 'The outbox cannot note a failed attempt')
    })
  }

  return { add, release, start, find, retry, forget, close }
}

/** Milliseconds to wait after so many failed attempts, at least one. */
export function waitAfter(attempts: number, { firstWait, longestWait }: RetrySchedule = defaultSchedule): number {
  return Math.min(firstWait * 2 ** (attempts - 1), longestWait)
}

const entryText = jsonText(
  z.object({
    createdAt: z.iso.datetime(),
    attempts: z.int().min(0),
    nextAttemptAt: z.iso.datetime(),
    isParked: z.boolean(),
    lastError: z.string(),
  }),
)
type Entry = z.output<typeof entryText>

/** How far an entry has got. `lastError` is '' before the first failure. */
export type OutboxEntry = Readonly<Pick<Entry, 'attempts' | 'nextAttemptAt' | 'isParked' | 'lastError'>>

function newEntry(): Entry {
  const now = new Date().toISOString()
  return { createdAt: now, attempts: 0, nextAttemptAt: now, isParked: false, lastError: '' }
}

function soonest(entries: Map<string, Entry>) {
  const [first] = [...entries].sort(([, one], [, other]) => one.nextAttemptAt.localeCompare(other.nextAttemptAt))
  return first
}
