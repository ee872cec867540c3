import { data } from '@remix-run/node'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { isDay } from '#app/cms/define/calendar-day.ts'
import { REPORT_HOURS, type Breach, realFirst } from '#app/cms/inbox/privacy/breach-clock.server.ts'
import { actorOf } from '#app/cms/platform/author.server.ts'
import { calendarDay, formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { countOf, enumerate } from '#app/cms/platform/format/words.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { momentOfSite, timeField } from '#app/cms/platform/site-time.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { problemOf } from './problem-of.server.ts'
import { BREACH_STEPS } from './breach-steps.ts'
import { breachIntents, breachStartIntents } from './privacy-intents.ts'

const PAGE = '/admin/privacy/breach'
export const MAX_BREACH_NOTE = 2000
const MAX_TITLE = 80
const MINUTE = 60_000
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** The clocks of breaches, with the time left of each. */
export const breachLoader = adminLoader('administrator', async () => {
  const all = await currentSite()
    .inbox.breaches.list()
    .catch(() => undefined)
  const shown = (all ?? []).map(toRow)
  return {
    today: calendarDay(Date.now()),
    reportHours: REPORT_HOURS,
    isReadable: all !== undefined,
    running: realFirst(shown.filter(({ left }) => left !== undefined)),
    known: shown.filter(({ left, isBreach }) => left === undefined && isBreach),
    /** Exercises and mistakes. */
    others: shown.filter(({ left, isBreach }) => left === undefined && !isBreach),
  }
})

function toRow(breach: Breach) {
  const { nameOf } = currentSite().auth.accounts
  const { id, knownAt, startedBy, endedAt, endedBy, note, closedAs, isExercise = false, done = [] } = breach
  return {
    id,
    title: titleOf(breach),
    isExercise,
    isBreach: closedAs === undefined,
    isMistake: closedAs === 'mistake',
    known: formatTimeInSentence(knownAt),
    startedBy: nameOf(startedBy),
    left: endedAt === undefined ? shownTimeLeft(breach) : undefined,
    ended: endedAt === undefined ? undefined : `${formatTimeInSentence(endedAt)} by ${nameOf(endedBy ?? '')}`,
    note: note ?? '',
    /** When and by whom each step was done. */
    done: Object.fromEntries(done.map(({ step, at, by }) => [step, `${formatTimeInSentence(at)}, ${nameOf(by)}`])),
  }
}

/** What staff call a breach. */
export function titleOf({ title, knownAt }: Breach): string {
  return title ?? `Breach known since ${formatTimeInSentence(knownAt)}`
}

/** The time until the report to the authority is due, in words. */
export function shownTimeLeft(breach: Breach): { isLate: boolean; text: string } {
  const { timeLeft, dueAt } = currentSite().inbox.breaches
  const left = timeLeft(breach)
  const minutes = Math.floor(Math.abs(left) / MINUTE)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const time = enumerate([
    ...(hours > 0 ? [countOf(hours, 'hour')] : []),
    ...(rest > 0 || hours === 0 ? [countOf(rest, 'minute')] : []),
  ])
  const isLate = left < 0
  return {
    isLate,
    text: isLate
      ? `the report to the authority is ${time} late`
      : `${time} left to report to the authority, by ${formatTimeInSentence(new Date(dueAt(breach)).toISOString())}`,
  }
}

/** What the page says that asks before a clock is started. */
export const breachStartLoader = adminLoader('administrator', async () => {
  const running = await currentSite()
    .inbox.breaches.running()
    .catch(() => [])
  return {
    today: calendarDay(Date.now()),
    now: timeField(new Date().toISOString()).slice(11, 16),
    reportHours: REPORT_HOURS,
    maxTitle: MAX_TITLE,
    running: running.map(titleOf),
  }
})

/** Ends the clock of a breach with a note, or notes that a step was done or was not. */
export const breachAction = adminAction(
  'administrator',
  async ({ request, user }) => {
    const { fields } = await readSmallForm(request)
    const { intent } = fields
    if (intent === breachIntents.done || intent === breachIntents.undone) {
      return mark(fields, intent === breachIntents.done, user)
    }
    if (intent !== breachIntents.end) throw unknownIntent()
    return end(fields, user)
  },
  { intents: breachIntents },
)

/** Starts the clock of a breach, or of an exercise. */
export const breachStartAction = adminAction(
  'administrator',
  async ({ request, user }) => {
    const { fields } = await readSmallForm(request)
    if (fields['intent'] !== breachStartIntents.start) throw unknownIntent()
    return start(fields, user)
  },
  { intents: breachStartIntents },
)

async function start(fields: Readonly<Record<string, unknown>>, user: User) {
  const { breaches } = currentSite().inbox
  const values = {
    title: textOf(fields['title']).trim(),
    kind: textOf(fields['kind']),
    day: textOf(fields['day']),
    time: textOf(fields['time']),
  }
  const { title, kind, day, time } = values
  const isMoment = isDay(day) && TIME.test(time)
  const knownAt = isMoment ? new Date(momentOfSite(day, time)) : undefined
  const isPast = knownAt === undefined || knownAt.getTime() <= Date.now()
  const running = await breaches.running().catch(() => [])
  const isTaken = running.some((breach) => titleOf(breach).toLowerCase() === title.toLowerCase())
  const errors: StartErrors = {
    ...(title === '' || title.length > MAX_TITLE
      ? { title: [`Enter a title of at most ${MAX_TITLE} characters`] }
      : {}),
    ...(isTaken ? { title: ['A clock with this title is running already'] } : {}),
    ...(kind === 'real' || kind === 'exercise' ? {} : { kind: ['Choose whether it is real'] }),
    ...(isDay(day) ? {} : { day: ['Enter the day on which you learned of it'] }),
    ...(TIME.test(time) ? {} : { time: ['Enter a time such as 14:05'] }),
    ...(isPast ? {} : { day: ['This time is in the future'] }),
  }
  if (knownAt === undefined || Object.keys(errors).length > 0) return data({ errors, values }, { status: 422 })
  const isExercise = kind === 'exercise'
  const problem = await problemOf(breaches.start({ title, isExercise, knownAt: knownAt.toISOString() }, user.id))
  if (problem) return data({ errors: { form: [problem.message] }, values }, { status: problem.status })
  currentSite().audit.record({ kind: 'privacy.breach', actor: actorOf(user) })
  return currentSite().flash.flashRedirect(PAGE, { kind: 'success', message: `The clock of “${title}” runs` })
}

/** Errors by field of the form that starts a clock; those of `form` concern it as a whole. */
export type StartErrors = Partial<Record<'form' | 'title' | 'kind' | 'day' | 'time', string[]>>

async function mark(fields: Readonly<Record<string, unknown>>, isDone: boolean, user: User) {
  const step = BREACH_STEPS.find((one) => one === textOf(fields['step']))
  if (!step) throw unknownIntent()
  const problem = await problemOf(
    currentSite().inbox.breaches.mark(textOf(fields['breach']), { step, isDone }, user.id),
  )
  return currentSite().flash.flashRedirect(
    PAGE,
    problem
      ? { kind: 'failure', message: problem.message }
      : { kind: 'success', message: isDone ? 'Step noted as done' : 'Step is open again' },
  )
}

/** What a clock that ends was for. */
const ENDS = ['breach', 'exercise', 'mistake'] as const

async function end(fields: Readonly<Record<string, unknown>>, user: User) {
  const id = textOf(fields['breach'])
  const note = textOf(fields['note']).trim()
  const closedAs = textOf(fields['closedAs'])
  const values = { note, closedAs }
  const kind = ENDS.find((one) => one === closedAs)
  const errors = {
    ...(kind ? {} : { closedAs: ['Choose what it was'] }),
    ...(note === '' || note.length > MAX_BREACH_NOTE
      ? { note: [`Enter what was done, in at most ${MAX_BREACH_NOTE.toLocaleString('en')} characters`] }
      : {}),
  }
  if (!kind || Object.keys(errors).length > 0) return refused(422, { id, errors, values })
  const ended = { note, closedAs: kind === 'breach' ? undefined : kind }
  const problem = await problemOf(currentSite().inbox.breaches.end(id, ended, user.id))
  if (problem) return refused(problem.status, { id, errors: {}, values, problem: problem.message })
  currentSite().audit.record({ kind: 'privacy.breach-ended', actor: actorOf(user) })
  return currentSite().flash.flashRedirect(PAGE, { kind: 'success', message: 'Clock ended' })
}

/** What was typed and not stored, and why. */
export interface RefusedBreach {
  /** The breach whose form it is. */
  id: string
  errors: { form?: string[]; closedAs?: string[]; note?: string[] }
  values: { note: string; closedAs: string }
  problem?: string | undefined
}

function refused(status: number, why: RefusedBreach) {
  return data(why, { status })
}
