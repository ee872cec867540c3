import { data } from '@remix-run/node'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { isDay } from '#app/cms/define/calendar-day.ts'
import { REPORT_HOURS, type Breach } from '#app/cms/inbox/privacy/breach-clock.server.ts'
import { actorOf } from '#app/cms/platform/author.server.ts'
import { calendarDay, formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { momentOfSite, timeField } from '#app/cms/platform/site-time.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { problemOf } from './problem-of.server.ts'
import { breachIntents } from './privacy-intents.ts'

const PAGE = '/admin/privacy/breach'
export const MAX_BREACH_NOTE = 2000
const MINUTE = 60_000
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** The breaches that became known, with the time left of each. */
export const breachLoader = adminLoader('administrator', async () => {
  const { inbox, auth } = currentSite()
  const all = await inbox.breaches.list().catch(() => undefined)
  const { nameOf } = auth.accounts
  return {
    today: calendarDay(Date.now()),
    now: timeField(new Date().toISOString()).slice(11, 16),
    reportHours: REPORT_HOURS,
    isReadable: all !== undefined,
    breaches: (all ?? []).map((breach) => ({
      id: breach.id,
      known: formatTimeInSentence(breach.knownAt),
      startedBy: nameOf(breach.startedBy),
      left: breach.endedAt === undefined ? shownTimeLeft(breach) : undefined,
      ended: breach.endedAt && `${formatTimeInSentence(breach.endedAt)} by ${nameOf(breach.endedBy ?? '')}`,
      note: breach.note ?? '',
    })),
  }
})

/** The time until the report to the authority is due, in words. */
export function shownTimeLeft(breach: Breach): { isLate: boolean; text: string } {
  const { timeLeft, dueAt } = currentSite().inbox.breaches
  const left = timeLeft(breach)
  const minutes = Math.floor(Math.abs(left) / MINUTE)
  const time = minutes < 60 ? countOf(minutes, 'minute') : countOf(Math.floor(minutes / 60), 'hour')
  const isLate = left < 0
  return {
    isLate,
    text: isLate
      ? `the report to the authority is ${time} late`
      : `${time} left to report to the authority, by ${formatTimeInSentence(new Date(dueAt(breach)).toISOString())}`,
  }
}

/** Starts the clock of a breach, or ends it with a note. */
export const breachAction = adminAction(
  'administrator',
  async ({ request, user }) => {
    const { fields } = await readSmallForm(request)
    const { intent } = fields
    if (intent !== breachIntents.start && intent !== breachIntents.end) throw unknownIntent()
    return intent === breachIntents.start ? start(fields, user) : end(fields, user)
  },
  { intents: breachIntents },
)

async function start(fields: Readonly<Record<string, unknown>>, user: User) {
  const [day, time] = [textOf(fields['day']), textOf(fields['time'])]
  const isMoment = isDay(day) && TIME.test(time)
  const knownAt = isMoment ? new Date(momentOfSite(day, time)) : undefined
  const isPast = knownAt === undefined || knownAt.getTime() <= Date.now()
  const errors = {
    ...(isDay(day) ? {} : { day: ['Enter the day on which you learned of it'] }),
    ...(TIME.test(time) ? {} : { time: ['Enter a time such as 14:05'] }),
    ...(isPast ? {} : { day: ['This time is in the future'] }),
  }
  const values = { day, time, note: '' }
  if (knownAt === undefined || !isPast) return refused(422, { errors, values })
  const problem = await problemOf(currentSite().inbox.breaches.start(knownAt.toISOString(), user.id))
  if (problem) return refused(problem.status, { errors: {}, values, problem: problem.message })
  currentSite().audit.record({ kind: 'privacy.breach', actor: actorOf(user) })
  return currentSite().flash.flashRedirect(PAGE, { kind: 'success', message: 'The clock runs' })
}

async function end(fields: Readonly<Record<string, unknown>>, user: User) {
  const [id, note] = [textOf(fields['breach']), textOf(fields['note']).trim()]
  const values = { day: '', time: '', note }
  if (note === '' || note.length > MAX_BREACH_NOTE) {
    const errors = { note: [`Enter what was done, in at most ${MAX_BREACH_NOTE.toLocaleString('en')} characters`] }
    return refused(422, { id, errors, values })
  }
  const problem = await problemOf(currentSite().inbox.breaches.end(id, note, user.id))
  if (problem) return refused(problem.status, { id, errors: {}, values, problem: problem.message })
  currentSite().audit.record({ kind: 'privacy.breach-ended', actor: actorOf(user) })
  return currentSite().flash.flashRedirect(PAGE, { kind: 'success', message: 'Clock ended' })
}

/** What was typed and not stored, and why. */
export interface RefusedBreach {
  /** The breach whose form it is; undefined for that of a new one. */
  id?: string | undefined
  errors: { form?: string[]; day?: string[]; time?: string[]; note?: string[] }
  values: { day: string; time: string; note: string }
  problem?: string | undefined
}

function refused(status: number, why: RefusedBreach) {
  return data(why, { status })
}
