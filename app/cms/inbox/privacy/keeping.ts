import { MESSAGE_DAYS } from '#app/cms/platform/message-days.ts'

const DAY = 24 * 60 * 60 * 1000

/** A message that was deleted after its first year can still be restored for these days. */
const RESTORE_DAYS = 30

/** What decides how long a message is kept. */
interface Kept {
  receivedAt: string
  suspectedSpam?: true | undefined
  deletedAt?: string | undefined
  sealedAt?: string | undefined
}

/**
 * For how many days from its arrival a message is kept, where ordinary ones are kept for `days`. Suspected spam and
 * deleted and sealed messages go after the least period.
 */
export function daysKept({ receivedAt, suspectedSpam, deletedAt, sealedAt }: Kept, days: number): number {
  if (sealedAt !== undefined) return MESSAGE_DAYS.least
  if (deletedAt !== undefined) {
    const daysOfRestoring = (Date.parse(deletedAt) - Date.parse(receivedAt)) / DAY + RESTORE_DAYS
    return Math.min(days, Math.max(MESSAGE_DAYS.least, daysOfRestoring))
  }
  return suspectedSpam ? MESSAGE_DAYS.least : days
}

/** The moment from which a message is removed by itself (milliseconds since 1970). */
export function keptUntil(message: Kept, days: number): number {
  return Date.parse(message.receivedAt) + daysKept(message, days) * DAY
}

/** True while nobody and nothing may remove a message. */
export function isHeld({ receivedAt }: Pick<Kept, 'receivedAt'>, now: number): boolean {
  return now < Date.parse(receivedAt) + MESSAGE_DAYS.least * DAY
}
