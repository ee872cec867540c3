import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backupDay, backupName, surplusBackups } from './backup-schedule.server.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const nameOf = (number: number) =>
  backupName(new Date(Date.UTC(2024, 0, 1) + number * DAY_MS).toISOString().slice(0, 10), { isEncrypted: false })

test('a backup each day for two years: the last 7 days, the ends of 4 weeks and of 12 months', () => {
  let names: string[] = []
  for (let number = 0; number <= 730; number += 1) {
    names.push(nameOf(number))
    const surplus = new Set(surplusBackups(names))
    names = names.filter((name) => !surplus.has(name))
  }
  expect(names.map(backupDay)).toEqual([
    ...['2025-01-31', '2025-02-28', '2025-03-31', '2025-04-30', '2025-05-31', '2025-06-30'],
    ...['2025-07-31', '2025-08-31', '2025-09-30', '2025-10-31', '2025-11-30'],
    ...['2025-12-14', '2025-12-21'],
    ...['2025-12-25', '2025-12-26', '2025-12-27', '2025-12-28', '2025-12-29', '2025-12-30', '2025-12-31'],
  ])
})

test('whenever backups are made: what was removed day by day is what is removed at once, and never the newest 7 days', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(1_500), { minLength: 1, maxLength: 400 }), (days) => {
      const all = days.sort((one, other) => one - other).map(nameOf)
      let stored: string[] = []
      for (const name of all) {
        stored.push(name)
        const surplus = surplusBackups(stored)
        stored = stored.filter((known) => !surplus.includes(known))
      }
      const surplus = surplusBackups(all)
      expect(stored).toEqual(all.filter((name) => !surplus.includes(name)))
      expect(stored).toEqual(expect.arrayContaining(all.slice(-7)))
      expect(stored.length).toBeLessThanOrEqual(7 + 4 + 12)
      const months = (names: string[]) => [...new Set(names.map((name) => backupDay(name)?.slice(0, 7)))].slice(-12)
      expect(months(stored)).toEqual(months(all))
    }),
  )
})

test('files that are no scheduled backups are left alone', () => {
  const others = [
    'notes.txt',
    'backup-2026-02-30.tar.gz',
    'backup-2026-01-01.tar.gz.part',
    'website-2026-01-01-0230.tar.gz',
  ]
  const many = Array.from({ length: 400 }, (_, number) => nameOf(number))
  const surplus = surplusBackups([...others, ...many])
  expect(surplus.length).toBeGreaterThan(300)
  for (const name of others) expect(surplus).not.toContain(name)
})
