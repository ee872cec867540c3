import { z } from 'zod'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import { CLOCK_SET_SINCE, SYSTEM_CLOCKS, type Clocks } from './elapsed-days.ts'
import { jsonText } from '#app/cms/platform/json-text.ts'
import type { Storage } from './storage.ts'

/** The last time that the site knows. It belongs to the machine: backups do not contain it. */
const CLOCK_FILE = 'data/clock.json'

/** The id of the health problem. */
export const CLOCK_JUMPED = 'clock-jumped'

const DAY_MS = 24 * 60 * 60 * 1000

/** A longer jump may be a wrong clock. A shorter one is an ordinary pause, such as a move to another machine. */
const JUMP_DAYS = 7

/** How often the clock is checked, and how often its time is stored (ms). */
const CHECK_MS = 60_000
const STORE_MS = 60 * 60_000

const storedClock = jsonText(z.object({ time: z.iso.datetime() }))

/** A jump of the machine's clock that no person has confirmed. */
interface ClockJump {
  /** ISO 8601: the last time before the jump, and the time to which the clock has jumped. */
  from: string
  to: string
}

export interface SiteClock {
  /** The clocks of the machine, but a jump counts only once it is confirmed. */
  clocks: Clocks
  /** The jump that is to be confirmed; undefined if the clock can be relied on. Checks the clock. */
  jump(): ClockJump | undefined
  /** Accepts the time of the machine. Rejects with StorageError, and then nothing has changed. */
  confirm(): Promise<void>
  /** Starts to check the clock and to store its time. */
  start(): void
  close(): Promise<void>
}

interface SiteClockOptions {
  storage: Pick<Storage, 'read' | 'commit'>
  health: HealthReports
  /** Time of the newest record of the site (ISO 8601), for sites that have not stored the time yet. */
  newestRecord: () => Promise<string | undefined>
  clocks?: Clocks
}

/**
 * Watches the clock of the machine. The time that passes while the site runs is known by the monotonic clock, and the
 * last time is stored. If the clock is ahead of that by more than 7 days, at a start or while the site runs, it is
 * reported as a jump until a person confirms it or the clock is right again. The site may have been off for weeks, or
 * the clock is wrong: the site cannot know which.
 */
export async function openSiteClock({
  storage,
  health,
  newestRecord,
  clocks = SYSTEM_CLOCKS,
}: SiteClockOptions): Promise<SiteClock> {
  /** A time that is relied on, and when it was noted by the monotonic clock. */
  let known = { time: clocks.now(), uptime: clocks.uptime() }
  let found: ClockJump | undefined
  let behindSince: number | undefined
  let timers: NodeJS.Timeout[] = []

  const stored = await readTime(storage, newestRecord)
  if (stored !== undefined) known.time = stored

  function expected() {
    return known.time + clocks.uptime() - known.uptime
  }

  function accept() {
    known = { time: clocks.now(), uptime: clocks.uptime() }
    behindSince = undefined
    found = undefined
    health.clear(CLOCK_JUMPED)
  }

  function jump() {
    const ahead = clocks.now() - expected()
    if (Math.abs(ahead) <= JUMP_DAYS * DAY_MS) accept()
    else if (ahead > 0) {
      behindSince = undefined
      found ??= { from: new Date(expected()).toISOString(), to: new Date(clocks.now()).toISOString() }
      health.report({ id: CLOCK_JUMPED, message: messageOf(found) })
    } else {
      // After a start without a battery the clock is behind until it is set. If it stays there, the last time was wrong.
      behindSince ??= clocks.uptime()
      if (clocks.uptime() - behindSince > DAY_MS) accept()
      found = undefined
      health.clear(CLOCK_JUMPED)
    }
    return found
  }

  function store(time: number) {
    return storage.commit([{ name: CLOCK_FILE, bytes: JSON.stringify({ time: new Date(time).toISOString() }) }])
  }

  /** A failure is ignored: an older time does no harm, and others report what is wrong with the disk. */
  async function storeKnown() {
    jump()
    await store(expected()).catch(() => undefined)
  }

  jump()
  return {
    clocks: {
      now: () => (jump() ? expected() : clocks.now()),
      uptime: () => clocks.uptime(),
    },
    jump,
    async confirm() {
      await store(clocks.now())
      accept()
    },
    start() {
      void storeKnown()
      timers = [setInterval(jump, CHECK_MS).unref(), setInterval(() => void storeKnown(), STORE_MS).unref()]
    },
    async close() {
      // A site that was never started may only look at its folders.
      if (timers.length === 0) return
      for (const timer of timers) clearInterval(timer)
      await storeKnown()
    },
  }
}

/** Undefined on a new site, or if the last time cannot be used. */
async function readTime(storage: Pick<Storage, 'read'>, newestRecord: () => Promise<string | undefined>) {
  let text: string | undefined
  try {
    const file = await storage.read(CLOCK_FILE)
    text = storedClock.safeParse(file?.bytes.toString() ?? '').data?.time ?? (await newestRecord())
  } catch {
    // A disk that cannot be read is reported by others.
  }
  const time = text === undefined ? NaN : Date.parse(text)
  return time >= CLOCK_SET_SINCE ? time : undefined
}

function messageOf({ from, to }: ClockJump) {
  return `The date of the server is ${to.slice(0, 10)}, but the last date that the site knows is ${from.slice(0, 10)}. Scheduled releases wait until it is clear which date is right. If the site was off in between, a person with the role Publisher confirms the date on the page Releases. Otherwise correct the clock of the server.`
}
