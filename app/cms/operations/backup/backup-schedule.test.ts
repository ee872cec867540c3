import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { HealthProblem } from '#app/cms/platform/health.server.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import { silentLog } from '#test/temporary-content.ts'
import { openBackupSchedule, type BackupSchedule } from './backup-schedule.server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let folder: string
let made: string[]
let time: number
let uptime: number
let fails: Error | undefined
let health: Health

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'scheduled-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  made = []
  fails = undefined
  uptime = 0
  health = new Health(silentLog)
  time = inSriLanka('2026-11-22T10:00')
})

function inSriLanka(local: string) {
  return Date.parse(`${local}:00+05:30`)
}

/** A schedule at half past two. */
function open({ passphrase }: { passphrase?: string } = {}): BackupSchedule {
  return openBackupSchedule({
    settings: { at: 150, folder, passphrase },
    folders: { contentDir: '/c', uploadsDir: '/u', dataDir: '/d' },
    health,
    log: silentLog,
    makeBackup: (file) => {
      if (fails) return { ended: Promise.reject(fails), end: () => undefined }
      made.push(path.basename(file))
      writeFileSync(file, 'archive')
      return { ended: Promise.resolve(), end: () => undefined }
    },
    now: () => time,
    uptime: () => uptime,
  })
}

function problems(): Pick<HealthProblem, 'id' | 'message'>[] {
  return health.problems()
}

/** Lets time pass in steps of ten minutes, with a check at each. */
async function pass(schedule: BackupSchedule, milliseconds: number) {
  for (let passed = 0; passed < milliseconds; passed += 10 * MINUTE) {
    time += 10 * MINUTE
    uptime += 10 * MINUTE
    await schedule.check()
  }
}

test('a backup with a date in the future: reported, not the last one, and it neither is removed nor pushes out others', async () => {
  const days = Array.from({ length: 20 }, (_, ago) => new Date(time - ago * 24 * HOUR).toISOString().slice(0, 10))
  for (const day of days.slice(1)) writeFileSync(path.join(folder, `backup-${day}.tar.gz`), '')
  // The next day may be a clock of another machine.
  const future = ['backup-2026-11-24.tar.gz', 'backup-2037-11-07.tar.gz', 'backup-2037-12-07.tar.gz']
  for (const name of future) writeFileSync(path.join(folder, name), '')
  const schedule = open()
  await schedule.check()
  expect(made).toEqual(['backup-2026-11-22.tar.gz'])
  expect(schedule.state()?.last?.file).toBe('backup-2026-11-22.tar.gz')
  expect(problems()).toMatchObject([
    { id: 'backup-in-future', message: expect.stringContaining('backup-2026-11-24.tar.gz (and 2 more)') as string },
  ])
  const stored = readdirSync(folder)
  expect(stored).toEqual(expect.arrayContaining([...future, 'backup-2026-11-16.tar.gz', 'backup-2026-11-08.tar.gz']))
  for (const name of future) rmSync(path.join(folder, name))
  await schedule.check()
  expect(problems()).toEqual([])
})

test('one a day, at its time; the day begins with it', async () => {
  time = inSriLanka('2026-11-22T02:20')
  writeFileSync(path.join(folder, 'backup-2026-11-21.tar.gz'), '')
  const schedule = open()
  await schedule.check()
  expect(made).toEqual([])
  await pass(schedule, 10 * MINUTE)
  expect(made).toEqual(['backup-2026-11-22.tar.gz'])
  await pass(schedule, 48 * HOUR)
  expect(made).toEqual(['backup-2026-11-22.tar.gz', 'backup-2026-11-23.tar.gz', 'backup-2026-11-24.tar.gz'])
  expect(schedule.state()?.last).toMatchObject({ file: 'backup-2026-11-24.tar.gz', bytes: 7 })
})

test('disk of the folder unmounted: nothing is written below its mount point, until it is back', async () => {
  const schedule = open()
  await schedule.check()
  renameSync(folder, `${folder}.away`)
  mkdirSync(folder)
  await pass(schedule, 24 * HOUR)
  expect(readdirSync(folder)).toEqual([])
  expect(problems()).toMatchObject([
    { id: 'backup-failed', message: expect.stringMatching(/Mount its disk.*last backup is from/) as string },
  ])
  rmSync(folder, { recursive: true })
  renameSync(`${folder}.away`, folder)
  await pass(schedule, HOUR)
  expect(readdirSync(folder)).toEqual(['backup-2026-11-22.tar.gz', 'backup-2026-11-23.tar.gz'])
  expect(problems()).toEqual([])
})

test('missed while the site was down: made once it runs, and none twice after a restart or when the clock jumps', async () => {
  writeFileSync(path.join(folder, 'backup-2026-11-20.tar.gz'), '')
  await open().check()
  expect(made).toEqual(['backup-2026-11-22.tar.gz'])
  const restarted = open()
  await restarted.check()
  time += 24 * HOUR
  await restarted.check()
  time -= 24 * HOUR
  await restarted.check()
  expect(made).toEqual(['backup-2026-11-22.tar.gz', 'backup-2026-11-23.tar.gz'])
})

test('a failure: reported until one succeeds, tried again every 30 minutes, and nothing is removed', async () => {
  for (let day = 10; day < 22; day += 1) writeFileSync(path.join(folder, `backup-2026-11-${day}.tar.gz`), '')
  const before = readdirSync(folder)
  fails = new Error('The disk of the server is full.')
  const schedule = open()
  await schedule.check()
  expect(problems()).toMatchObject([
    { id: 'backup-failed', message: expect.stringContaining('The disk of the server is full.') },
  ])
  expect(schedule.state()).toMatchObject({
    failure: 'The disk of the server is full.',
    last: { file: 'backup-2026-11-21.tar.gz' },
  })
  fails = undefined
  await pass(schedule, 20 * MINUTE)
  expect(made).toEqual([])
  expect(readdirSync(folder)).toEqual(before)
  await pass(schedule, 10 * MINUTE)
  expect(made).toEqual(['backup-2026-11-22.tar.gz'])
  expect(problems()).toEqual([])
  // The 7 newest days, one of which ends a week, and the end of the week before.
  expect(readdirSync(folder)).toHaveLength(8)
})

test('an old backup that cannot be removed: the new one is made, the old one is named and tried again', async () => {
  for (let day = 10; day < 22; day += 1) writeFileSync(path.join(folder, `backup-2026-11-${day}.tar.gz`), '')
  const old = path.join(folder, 'backup-2026-11-12.tar.gz')
  rmSync(old)
  mkdirSync(old)
  const schedule = open()
  await schedule.check()
  expect(made).toEqual(['backup-2026-11-22.tar.gz'])
  expect(schedule.state()).toMatchObject({ failure: undefined, last: { file: 'backup-2026-11-22.tar.gz' } })
  expect(problems()).toMatchObject([
    { id: 'old-backup-not-removed', message: expect.stringContaining('The old backup backup-2026-11-12.tar.gz') },
  ])
  // The others are removed all the same.
  expect(readdirSync(folder)).toHaveLength(9)
  await pass(schedule, 10 * MINUTE)
  expect(problems()).toHaveLength(1)
  rmSync(old, { recursive: true })
  writeFileSync(old, '')
  await pass(schedule, 10 * MINUTE)
  expect(problems()).toEqual([])
  expect(readdirSync(folder)).toHaveLength(8)
  expect(made).toHaveLength(1)
})

test('a folder that is missing: not made, since a disk may not be mounted', async () => {
  rmSync(folder, { recursive: true })
  const schedule = open()
  await schedule.check()
  expect(problems()).toMatchObject([{ id: 'backup-failed', message: expect.stringContaining('the folder is missing') }])
  mkdirSync(folder)
  await pass(schedule, 30 * MINUTE)
  expect(made).toHaveLength(1)
})

test('what a crash has left is removed, other files stay', async () => {
  for (const name of ['.backup-2026-11-21.tar.gz.0123456789ab.tmp', '.notes.0123456789ab.tmp', 'notes'])
    writeFileSync(path.join(folder, name), '')
  await open({ passphrase: 'a passphrase of the test' }).check()
  expect(readdirSync(folder)).toEqual(['.notes.0123456789ab.tmp', 'backup-2026-11-22.tar.gz.age', 'notes'])
})
