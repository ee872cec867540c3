import { MESSAGE_DAYS } from '#app/cms/platform/message-days.ts'

const DAY = 24 * 60 * 60 * 1000

/** A message that was deleted after its first year can still be restored for these days. */
const RESTORE_DAYS = 30

/** Days from their arrival for which messages are kept. */
export interface KeepDays {
  /** For those that are neither deleted nor suspected spam nor sealed. */
  ordinary: number
  spam: number
}

/** What decides how long a message is kept. */
interface Kept {
  receivedAt: string
  suspectedSpam?: true | undefined
  deletedAt?: string | undefined
  sealedAt?: string | undefined
}

/**
 * For how many days from its arrival a message is kept. Deleted and sealed messages go after the least period, suspected
 * spam after its own.
 */
export function daysKept(message: Kept, days: KeepDays): number {
  const { receivedAt, suspectedSpam, deletedAt, sealedAt } = message
  const least = leastDays(message, days)
  if (sealedAt !== undefined) return least
  const usual = suspectedSpam ? days.spam : days.ordinary
  if (deletedAt === undefined) return usual
  const daysOfRestoring = (Date.parse(deletedAt) - Date.parse(receivedAt)) / DAY + RESTORE_DAYS
  return Math.min(usual, Math.max(least, daysOfRestoring))
}

/** Suspected spam may have a shorter period than the law asks for, if it is set. */
function leastDays({ suspectedSpam }: Pick<Kept, 'suspectedSpam'>, { spam }: Pick<KeepDays, 'spam'>) {
  return suspectedSpam ? Math.min(spam, MESSAGE_DAYS.least) : MESSAGE_DAYS.least
}

/** The moment from which a message is removed by itself (milliseconds since 1970). */
export function keptUntil(message: Kept, days: KeepDays): number {
  return Date.parse(message.receivedAt) + daysKept(message, days) * DAY
}

/** The moment until which nobody and nothing may remove a message (milliseconds since 1970). */
export function heldUntil(message: Pick<Kept, 'receivedAt' | 'suspectedSpam'>, days: Pick<KeepDays, 'spam'>): number {
  return Date.parse(message.receivedAt) + leastDays(message, days) * DAY
}

/** True while nobody and nothing may remove a message. */
export function isHeld(
  message: Pick<Kept, 'receivedAt' | 'suspectedSpam'>,
  now: number,
  days: Pick<KeepDays, 'spam'>,
): boolean {
  return now < heldUntil(message, days)
}
