import { z } from 'zod'
import { jsonText } from '#app/cms/platform/json-text.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { startOfDay, today } from '#app/cms/platform/site-time.ts'
import { watchDays } from '#app/cms/platform/watch-days.server.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import type { SharedShelf } from '#app/cms/storage/shared-shelf.server.ts'
import { countableWords, MAX_COUNTED_LENGTH } from './countable-words.ts'
import { DayCounts, MAX_WORDS, type WordCount } from './day-counts.server.ts'

/** The counts of a day are erased after so many days. */
export const KEPT_DAYS = 90

/** How often the counts in memory are stored (ms). */
const STORE_MS = 60_000

const FOLDER = 'asked-words'

/** Of a day and a process: `2026-11-29.3f2a81c4.json`. */
const FILE_NAME = /^(\d{4}-\d\d-\d\d)\.[0-9a-f]{8}\.json$/

/** Each process has one a day, and a further one after each start. */
const MAX_FILES = 2_000

const count = z.int().nonnegative()
const stored = jsonText(
  z.array(z.strictObject({ words: z.string().max(MAX_COUNTED_LENGTH), found: count, missing: count })).max(MAX_WORDS),
)

/** Words with the last day on which they were asked for. */
export interface AskedWords extends WordCount {
  lastDay: string
}

export interface AskedWordsStore {
  /** Counts a question, unless it may say something about a person. `address`: of the visitor. */
  count: (question: string, asked: { isFound: boolean; address: string | undefined }) => void
  /** Ends the counting: forgets the visitors, and what too few of them have asked for. */
  forget: () => void
  /** What was asked for in the last 90 days, by all processes of the site. Rejects with the error of the store. */
  list: () => Promise<AskedWords[]>
  /** Stores the counts every minute, forgets the visitors at midnight, and erases old days. */
  start: () => void
  close: () => Promise<void>
}

/**
 * Counts what visitors search for. Each process has a file of its own for each day, so no two write the same one.
 * `mayErase`: this process erases the files of old days, also those of others.
 */
export function openAskedWords({
  shelf,
  mayErase,
  log,
}: {
  shelf: SharedShelf
  mayErase: boolean
  log: Pick<Logger, 'warn'>
}): AskedWordsStore {
  const storing = limitConcurrency({ running: 1, waiting: Infinity })
  const reading = limitConcurrency({ running: 8, waiting: Infinity })
  /** The files of past days, which do not change. */
  const past = new Map<string, WordCount[]>()
  let counts: DayCounts | undefined
  let stop: (() => void) | undefined

  /** Forgets the visitors, and what too few have asked for. */
  function forget() {
    void store()
    counts = undefined
  }

  function forgetOtherDay() {
    if (counts && counts.day !== today()) forget()
  }

  /** Never rejects. */
  function store(): Promise<void> {
    const own = counts
    if (!own || own.isStored) return storing.onIdle()
    own.isStored = true
    const bytes = Buffer.from(JSON.stringify(own.counted()))
    return storing(() => shelf.write(FOLDER, `${own.day}.${own.id}.json`, bytes)).catch((err: unknown) => {
      own.isStored = false
      log.warn({ err }, 'What visitors searched for could not be stored')
    })
  }

  async function filesOf() {
    const names = (await shelf.list(FOLDER)).sort().reverse()
    return names.flatMap((name) => {
      const [, day] = FILE_NAME.exec(name) ?? []
      return day === undefined ? [] : [{ name, day }]
    })
  }

  async function read(name: string, day: string): Promise<WordCount[]> {
    const known = past.get(name)
    if (known) return known
    const bytes = await shelf.read(FOLDER, name)
    const parsed = stored.safeParse(bytes?.toString() ?? '[]')
    if (!parsed.success) log.warn({ name }, 'A file of what visitors searched for is damaged')
    const words = parsed.data ?? []
    if (day < today()) past.set(name, words)
    return words
  }

  async function erase() {
    try {
      for (const { name, day } of await filesOf()) {
        if (isOver(day)) await shelf.remove(FOLDER, name)
      }
    } catch (err) {
      log.warn({ err }, 'Old counts of what visitors searched for could not be erased')
    }
  }

  return {
    count(question, { isFound, address }) {
      const words = countableWords(question)
      if (words === undefined || address === undefined) return
      forgetOtherDay()
      counts ??= new DayCounts(today())
      counts.add(words, { isFound, address })
    },
    forget,
    async list() {
      forgetOtherDay()
      await store()
      const files = (await filesOf()).filter(({ day }) => !isOver(day)).slice(0, MAX_FILES)
      for (const name of past.keys()) if (!files.some((file) => file.name === name)) past.delete(name)
      const all = await Promise.all(
        files.map(({ name, day }) => reading(async () => ({ day, words: await read(name, day) }))),
      )
      const sums = new Map<string, AskedWords>()
      // The newest day comes first.
      for (const { day, words: ofDay } of all) {
        for (const { words, found, missing } of ofDay) {
          const sum = sums.get(words) ?? { words, found: 0, missing: 0, lastDay: day }
          sums.set(words, { ...sum, found: sum.found + found, missing: sum.missing + missing })
        }
      }
      return [...sums.values()]
    },
    start() {
      if (mayErase) void erase()
      const timer = setInterval(() => void store(), STORE_MS).unref()
      const stopDays = watchDays(() => {
        forgetOtherDay()
        if (mayErase) void erase()
      })
      stop = () => {
        clearInterval(timer)
        stopDays()
      }
    },
    async close() {
      stop?.()
      await store()
      await storing.onIdle()
      shelf.close()
    },
  }
}

function isOver(day: string) {
  return startOfDay(day, KEPT_DAYS) <= startOfDay(today())
}
