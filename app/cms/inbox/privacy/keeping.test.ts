import { expect, test } from 'vitest'
import { fillOf, hasRoom } from '#app/cms/inbox/folder/message-room.server.ts'
import { INBOX_LIMITS, SPAM_LIMITS } from '#app/cms/inbox/folder/inbox-limits.ts'
import { daysKept, isHeld, keptUntil } from './keeping.ts'
import type { MessageIndex } from '#app/cms/inbox/folder/message-index.server.ts'

const receivedAt = '2027-03-01T10:00:00.000Z'
const DAY = 24 * 3600 * 1000

const after = (days: number) => new Date(Date.parse(receivedAt) + days * DAY).toISOString()

test.each([
  ['an ordinary message: the period that is set', {}, 1096],
  ['suspected spam: a year', { suspectedSpam: true as const }, 366],
  ['deleted at once: a year', { deletedAt: after(0) }, 366],
  ['deleted late in its first year: 30 days to restore it', { deletedAt: after(350) }, 380],
  ['deleted after its first year: 30 days to restore it', { deletedAt: after(700) }, 730],
  ['deleted at the end of its period: no longer than the period', { deletedAt: after(1090) }, 1096],
])('%s', (_case, kept, days) => {
  const message = { receivedAt, ...kept }
  expect(daysKept(message, 1096)).toBe(days)
  expect(keptUntil(message, 1096)).toBe(Date.parse(after(days)))
})

test('a year that has 29 February is held whole, to the millisecond', () => {
  const received = '2027-03-01T10:00:00.000Z'
  const nextYear = Date.parse('2028-03-01T10:00:00.000Z')
  expect(isHeld({ receivedAt: received }, nextYear - 1)).toBe(true)
  expect(isHeld({ receivedAt: received }, nextYear)).toBe(false)
})

test.each([
  ['short', 900],
  ['long', 4_000],
])('a year of 50 %s messages a day has room, and no warning', (_case, bytes) => {
  const index: MessageIndex = new Map(
    Array.from({ length: 366 * 50 }, (_, at) => [
      String(at),
      { bytes, message: undefined, isSpam: false, isDamaged: false },
    ]),
  )
  const isRemovable = () => false
  expect(hasRoom(index, bytes, INBOX_LIMITS)).toBe(true)
  expect(fillOf(index, { limits: INBOX_LIMITS, spamLimits: SPAM_LIMITS, isRemovable }).part).toBeLessThan(0.8)
})
