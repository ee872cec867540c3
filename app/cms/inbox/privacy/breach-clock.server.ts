import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { jsonText } from '#app/cms/platform/json-text.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { InboxFull } from '#app/cms/inbox/stored-message.server.ts'

const FILE = 'data/breaches.json'
const MAX_BREACHES = 200
const HOUR = 3600 * 1000

/** Hours from when a breach became known within which the data protection authority gets the facts (rule 7). */
export const REPORT_HOURS = 72

const breach = z.object({
  id: z.string(),
  /** What staff call it. Clocks of older files have none. */
  title: z.string().optional(),
  /** True if nothing has happened: the clock was started to practise. */
  isExercise: z.boolean().optional(),
  /** Times: ISO 8601, UTC. */
  knownAt: z.iso.datetime(),
  /** Id of the person who has started the clock. */
  startedBy: z.string(),
  /** The steps that were done, with who noted it and when. */
  done: z.array(z.object({ step: z.string(), by: z.string(), at: z.iso.datetime() })).optional(),
  endedAt: z.iso.datetime().optional(),
  endedBy: z.string().optional(),
  /** Left out: it was a breach, and was dealt with. */
  closedAs: z.enum(['exercise', 'mistake']).optional(),
  /** What was done. */
  note: z.string().optional(),
})
export type Breach = z.output<typeof breach>

/** What a clock is started with. */
export interface NewBreach {
  title: string
  isExercise: boolean
  /** ISO 8601. */
  knownAt: string
}

/** How a clock ends. */
export interface BreachEnd {
  closedAs: Breach['closedAs']
  note: string
}
const breaches = jsonText(z.array(breach))

interface ClockOptions {
  storage: Pick<Storage, 'read' | 'commit'>
  now: () => number
}

/** Real breaches before exercises, otherwise in their order. */
export function realFirst<Clock extends { isExercise?: boolean | undefined }>(clocks: readonly Clock[]): Clock[] {
  return clocks.toSorted((one, other) => Number(one.isExercise ?? false) - Number(other.isExercise ?? false))
}

/** The breaches of personal data that became known, and the time left to report each. */
export function openBreachClock({ storage, now }: ClockOptions) {
  const runExclusive = limitConcurrency({ running: 1, waiting: 100 })

  /** Newest first. Rejects if the file cannot be read. */
  async function list(): Promise<Breach[]> {
    const stored = await storage.read(FILE, { maxBytes: 4 * 1024 * 1024 })
    const all = stored ? breaches.parse(stored.bytes.toString()) : []
    return all.sort((one, other) => other.knownAt.localeCompare(one.knownAt))
  }

  function change(edit: (all: Breach[]) => Breach[]): Promise<void> {
    return runExclusive(async () => {
      const after = edit(await list())
      if (after.length > MAX_BREACHES) throw new InboxFull('The list of breaches is full')
      await storage.commit([{ name: FILE, bytes: `${JSON.stringify(after, null, 2)}\n` }])
    })
  }

  return {
    list,
    /** Those whose clock runs, the most urgent first. Rejects if the file cannot be read. */
    running: async () => (await list()).filter(({ endedAt }) => endedAt === undefined).toReversed(),
    /** Starts the clock of a breach. Rejects with StorageError. */
    start: ({ title, isExercise, knownAt }: NewBreach, by: string) =>
      change((all) => [...all, { id: randomUUID(), title, ...(isExercise && { isExercise }), knownAt, startedBy: by }]),
    /**
     * Notes that a step of a breach was done, or takes the note back. The first note of a step stays, and a clock that
     * has ended stays as it is. Rejects with StorageError.
     */
    mark: (id: string, { step, isDone }: { step: string; isDone: boolean }, by: string) =>
      change((all) =>
        all.map((one) => {
          const { done = [] } = one
          const isNoted = done.some((note) => note.step === step)
          if (one.id !== id || one.endedAt !== undefined || isNoted === isDone) return one
          const at = new Date(now()).toISOString()
          return { ...one, done: isDone ? [...done, { step, by, at }] : done.filter((note) => note.step !== step) }
        }),
      ),
    /** Ends the clock of a breach. One that has ended stays as it is. */
    end: (id: string, { closedAs, note }: BreachEnd, by: string) =>
      change((all) =>
        all.map((one) =>
          one.id === id && one.endedAt === undefined
            ? { ...one, note, ...(closedAs && { closedAs }), endedBy: by, endedAt: new Date(now()).toISOString() }
            : one,
        ),
      ),
    /** Milliseconds until the report is due; negative when it is late. */
    timeLeft: (breach: Breach) => dueAt(breach) - now(),
    dueAt,
  }
}

/** The moment when the report is due (milliseconds since 1970). */
function dueAt({ knownAt }: Breach): number {
  return Date.parse(knownAt) + REPORT_HOURS * HOUR
}
