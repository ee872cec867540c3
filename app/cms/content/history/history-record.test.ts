import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeRecordId, recordTime } from './history-record.ts'
import { surplusOf, type StoredRecord } from './record-retention.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 5, 30, 12)

/** Histories of days with few records and days with many, of small texts and of large ones. */
const histories = fc
  .array(
    fc.record({
      daysAgo: fc.oneof(fc.nat(120), fc.nat(1_500)),
      count: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom(60, 700)),
      bytes: fc.constantFrom(1_000, 200_000, 5_000_000),
    }),
    { maxLength: 30 },
  )
  .map((days): StoredRecord[] =>
    days
      .flatMap(({ daysAgo, count, bytes }, at) =>
        Array.from({ length: count }, (_, n) => ({
          id: makeRecordId(NOW - daysAgo * DAY - at * 1_000 - n, at * 1_000 + n),
          bytes,
        })),
      )
      .sort((one, other) => (one.id < other.id ? 1 : -1)),
  )

const isOlder = ({ id }: StoredRecord, days: number) => NOW - recordTime(id) > days * DAY
const dayOf = ({ id }: StoredRecord) => id.slice(0, 8)
const ageOf = ({ id }: StoredRecord) => (NOW - recordTime(id)) / DAY
const bytesOf = (records: readonly StoredRecord[]) => records.reduce((sum, { bytes }) => sum + bytes, 0)
const isNewestOfDay = (record: StoredRecord, at: number, all: readonly StoredRecord[]) => {
  const newer = all[at - 1]
  return newer === undefined || dayOf(newer) !== dayOf(record)
}

test('any history: what always stays is there, and no more than the bounds beside it', () => {
  fc.assert(
    fc.property(histories, (records) => {
      const surplus = new Set(surplusOf(records, isOlder))
      const stored = records.filter((record) => !surplus.has(record))
      const protectedRecords = records.filter(
        (record, at) => at < 50 || (isNewestOfDay(record, at, records) && ageOf(record) <= 90),
      )
      expect(protectedRecords.filter((record) => surplus.has(record))).toEqual([])
      const others = stored.filter((record) => !protectedRecords.includes(record))
      expect(others.filter((record) => ageOf(record) > 1_000)).toEqual([])
      if (others.length > 0) {
        expect(stored.length).toBeLessThanOrEqual(1_000)
        expect(bytesOf(stored)).toBeLessThanOrEqual(250_000_000)
      }
    }),
    { numRuns: 200 },
  )
})

test('any history: no more is removed than has to be, and the newest of a day after all others', () => {
  fc.assert(
    fc.property(histories, (records) => {
      const removed = surplusOf(records, isOlder).filter((record) => ageOf(record) <= 1_000)
      const [last] = removed.slice(-1)
      if (!last) return
      const surplus = new Set(surplusOf(records, isOlder))
      const before = [...records.filter((record) => !surplus.has(record)), last]
      expect(before.length > 1_000 || bytesOf(before) > 250_000_000).toBe(true)
      const newest = removed.findIndex((record) => isNewestOfDay(record, records.indexOf(record), records))
      if (newest >= 0) {
        expect(removed.slice(newest).every((record) => isNewestOfDay(record, records.indexOf(record), records))).toBe(
          true,
        )
      }
    }),
    { numRuns: 200 },
  )
})

test('large records of one day: its oldest are removed until the rest fits, and other days stay', () => {
  const ids = (daysAgo: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({
      id: makeRecordId(NOW - daysAgo * DAY - n * 1_000, n),
      bytes: 2_500_000,
    }))
  const [program, people] = [ids(0, 110), ids(30, 10)]
  expect(surplusOf([...program, ...people], isOlder)).toEqual(program.slice(-20).toReversed())
})
