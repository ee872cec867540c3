import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { calendarDay } from '#app/cms/platform/format/time.ts'
import { jsonText } from '#app/cms/platform/json-text.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { InboxFull } from '#app/cms/inbox/stored-message.server.ts'
import { names, type Person } from './named-person.ts'

/** What people ask for about their data. */
export const REQUEST_KINDS = {
  access: 'Copy of the data',
  correction: 'Correction',
  erasure: 'Erasure',
  withdrawal: 'Withdrawal',
  grievance: 'Complaint',
  nomination: 'Nomination',
} as const
export type RequestKind = keyof typeof REQUEST_KINDS

const FILE = 'data/privacy-requests.json'
const MAX_REQUESTS = 2_000
const DAY = 24 * 3600 * 1000

const request = z.object({
  id: z.string(),
  kind: z.enum(Object.keys(REQUEST_KINDS) as [RequestKind, ...RequestKind[]]),
  /** Days: YYYY-MM-DD. */
  came: z.iso.date(),
  due: z.iso.date(),
  /** Who asks: a reference, a name or an address. '' once it is erased. */
  about: z.string(),
  answeredOn: z.iso.date().optional(),
  /** Id of the person who has answered. */
  answeredBy: z.string().optional(),
})
export type PrivacyRequest = z.output<typeof request>
const book = jsonText(z.array(request))

interface BookOptions {
  storage: Pick<Storage, 'read' | 'commit'>
  now: () => number
  /** Days within which a request has to be answered. */
  answerDays: number
  /** Days for which an answered request is kept. */
  keepDays: number
}

interface Added {
  came?: string
  /** Left out: it is open. */
  answeredBy?: string | undefined
}

export type RequestBook = ReturnType<typeof openRequestBook>

/** The requests of people about their data: what came when, until when it has to be answered, and by whom it was. */
export function openRequestBook({ storage, now, answerDays, keepDays }: BookOptions) {
  const runExclusive = limitConcurrency({ running: 1, waiting: 1000 })
  const dayAfter = (day: string, days: number) => calendarDay(Date.parse(`${day}T12:00:00Z`) + days * DAY)

  /** The open ones first, each in the order in which they are due. Rejects if the book cannot be read. */
  async function list(): Promise<PrivacyRequest[]> {
    const stored = await storage.read(FILE, { maxBytes: 16 * 1024 * 1024 })
    const all = stored ? book.parse(stored.bytes.toString()) : []
    const isOpen = ({ answeredOn }: PrivacyRequest) => (answeredOn === undefined ? 0 : 1)
    return all.sort((one, other) => isOpen(one) - isOpen(other) || one.due.localeCompare(other.due))
  }

  function change(edit: (all: PrivacyRequest[]) => PrivacyRequest[]): Promise<void> {
    return runExclusive(async () => {
      const today = calendarDay(now())
      const before = await list()
      const isKept = ({ answeredOn }: PrivacyRequest) =>
        answeredOn === undefined || dayAfter(answeredOn, keepDays) >= today
      const after = edit(before).filter(isKept)
      if (after.length > MAX_REQUESTS) throw new InboxFull('The request book is full')
      await storage.commit([{ name: FILE, bytes: `${JSON.stringify(after, null, 2)}\n` }])
    })
  }

  const answered = (by: string | undefined) =>
    by === undefined ? {} : { answeredOn: calendarDay(now()), answeredBy: by }

  return {
    list,
    /** Adds a request that came on this day, which the person `answeredBy` has answered today. Rejects with StorageError. */
    add: (kind: RequestKind, about: string, { came = calendarDay(now()), answeredBy }: Added = {}) =>
      change((all) => [
        ...all,
        { id: randomUUID(), kind, came, due: dayAfter(came, answerDays), about, ...answered(answeredBy) },
      ]),
    /** Notes that a request was answered today. One that was answered before stays as it is. */
    answer: (id: string, by: string) =>
      change((all) =>
        all.map((one) => (one.id === id && one.answeredOn === undefined ? { ...one, ...answered(by) } : one)),
      ),
    /**
     * Removes from the book by whom requests were made that name one of these people, or puts `instead` in its place.
     * `onlyAnswered`: open ones keep it, because they have still to be answered.
     */
    async forget(people: readonly Person[], { instead = '', onlyAnswered = false } = {}) {
      const isNamed = ({ about, answeredOn }: PrivacyRequest) =>
        (answeredOn !== undefined || !onlyAnswered) && people.some((person) => names(about, person))
      if ((await list()).some(isNamed))
        await change((all) => all.map((one) => (isNamed(one) ? { ...one, about: instead } : one)))
    },
    /** How many are open, how many of these are overdue, and when the first is due. Rejects if the book cannot be read. */
    async count() {
      const today = calendarDay(now())
      const open = (await list()).filter(({ answeredOn }) => answeredOn === undefined)
      return { open: open.length, overdue: open.filter(({ due }) => due < today).length, due: open[0]?.due }
    },
  }
}
