import { expect, test } from 'vitest'
import { fillOf, hasRoom } from '#app/cms/inbox/folder/message-room.server.ts'
import { roomFor, SPAM_LIMITS } from '#app/cms/inbox/folder/inbox-limits.ts'
import { daysKept, isHeld, keptUntil } from './keeping.ts'
import type { MessageIndex } from '#app/cms/inbox/folder/message-index.server.ts'

const receivedAt = '2027-03-01T10:00:00.000Z'
const DAY = 24 * 3600 * 1000

const after = (days: number) => new Date(Date.parse(receivedAt) + days * DAY).toISOString()

const usual = { ordinary: 1096, spam: 366 }

test.each([
  ['an ordinary message: the period that is set', {}, 1096],
  ['suspected spam: a year', { suspectedSpam: true as const }, 366],
  ['suspected spam, where it goes earlier: that period', { suspectedSpam: true as const }, 90, { spam: 90 }],
  ['suspected spam, where it stays longer: that period', { suspectedSpam: true as const }, 500, { spam: 500 }],
  [
    'suspected spam that is deleted: 30 days to restore it',
    { suspectedSpam: true as const, deletedAt: after(80) },
    90,
    { spam: 90 },
  ],
  ['deleted at once: a year', { deletedAt: after(0) }, 366],
  ['deleted late in its first year: 30 days to restore it', { deletedAt: after(350) }, 380],
  ['deleted after its first year: 30 days to restore it', { deletedAt: after(700) }, 730],
  ['deleted at the end of its period: no longer than the period', { deletedAt: after(1090) }, 1096],
])('%s', (_case, kept, days, set: { spam?: number } = {}) => {
  const message = { receivedAt, ...kept }
  const keepDays = { ...usual, ...set }
  expect(daysKept(message, keepDays)).toBe(days)
  expect(keptUntil(message, keepDays)).toBe(Date.parse(after(days)))
})

test('a year that has 29 February is held whole, to the millisecond', () => {
  const received = '2027-03-01T10:00:00.000Z'
  const nextYear = Date.parse('2028-03-01T10:00:00.000Z')
  expect(isHeld({ receivedAt: received }, nextYear - 1, usual)).toBe(true)
  expect(isHeld({ receivedAt: received }, nextYear, usual)).toBe(false)
})

test('suspected spam is held for no longer than its own period', () => {
  const message = { receivedAt, suspectedSpam: true as const }
  expect(isHeld(message, Date.parse(after(90)) - 1, { spam: 90 })).toBe(true)
  expect(isHeld(message, Date.parse(after(90)), { spam: 90 })).toBe(false)
  expect(isHeld(message, Date.parse(after(366)), { spam: 500 })).toBe(false)
})

test.each([
  ['a year', 'short', 366, 366, 900],
  ['a year', 'long', 366, 366, 4_000],
  ['a year, which is a part of the period,', 'long', 366, 1096, 4_000],
  ['three years', 'usual', 1096, 1096, 1_500],
  ['three years', 'short, full', 1096, 1096, 2_000],
  ['eight years', 'usual', 2922, 2922, 1_500],
])('%s of 50 %s messages a day has room, and no warning', (_period, _case, days, set, bytes) => {
  const limits = roomFor(set)
  const index: MessageIndex = new Map(
    Array.from({ length: days * 50 }, (_, at) => [
      String(at),
      { bytes, message: undefined, isSpam: false, isDamaged: false },
    ]),
  )
  const isRemovable = () => false
  expect(hasRoom(index, bytes, limits)).toBe(true)
  expect(fillOf(index, { limits, spamLimits: SPAM_LIMITS, isRemovable }).part).toBeLessThan(0.8)
})
