import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { BackupSettings } from '#app/cms/platform/env.server.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import { calendarDay } from '#app/cms/platform/format/time.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { FirstFolder } from '#app/cms/storage/folders/first-folder.server.ts'
import { isNoFileOfSite } from '#app/cms/storage/folders/folder-care.server.ts'
import { hasCode } from '#app/cms/storage/storage-error.ts'
import { isTemporaryName } from '#app/cms/storage/disk/temporary-name.server.ts'
import { addErasures } from './erasures-beside.server.ts'
import { BACKUP_RETENTION } from './backup-retention.ts'
import { runBackupProgram, type ProgramOptions } from './backup-program.server.ts'

/** How often it is checked whether a backup is due (ms): also after the clock was set or the machine slept. */
const CHECK_MS = 60_000

/** Time from a failure to the next try (ms). */
const RETRY_MS = 30 * 60_000

const MINUTE_MS = 60_000

const FAILED = 'backup-failed'
const NOT_REMOVED = 'old-backup-not-removed'
const IN_FUTURE = 'backup-in-future'

interface ScheduleState {
  folder: string
  /** Minutes after midnight. */
  at: number
  isRunning: boolean
  /** The newest backup in the folder. */
  last: { file: string; bytes: number; finishedAt: string } | undefined
  /** Why the last try failed. */
  failure: string | undefined
}

interface ScheduleOptions {
  /** Undefined if no backups are scheduled. */
  settings: BackupSettings | undefined
  folders: ProgramOptions['folders']
  health: HealthReports
  log: Logger
  makeBackup?: (file: string, options: ProgramOptions) => { ended: Promise<void>; end: () => unknown }
  now?: (() => number) | undefined
  /** Milliseconds of a monotonic clock. */
  uptime?: () => number
}

export interface BackupSchedule {
  /** Starts to check, at once and every minute, whether a backup is due. */
  start(): void
  /** Makes a backup if one is due. Resolves when that has ended. Never rejects. */
  check(): Promise<void>
  /**
   * Puts the list of erasures beside the backups: a restore of any of them, also on a new machine, carries it out. What is
   * there already stays in it. Never rejects: the next backup copies it too.
   */
  keepErasures(text: string): Promise<void>
  /** Undefined if no backups are scheduled. */
  state(): ScheduleState | undefined
  /** Ends the backup in progress. */
  close(): Promise<void>
}

/**
 * Makes a backup each day. The files in the folder are the only record: a backup is due if there is none of the current
 * day, which begins at the scheduled time. So a missed backup is made at the next start, and a clock that jumps causes
 * none twice. Backups with a date in the future are left alone and do not count. Health reports them, and a failure until
 * a backup succeeds.
 */
export function openBackupSchedule({
  settings,
  folders,
  health,
  log,
  makeBackup = runBackupProgram,
  now = Date.now,
  uptime = () => performance.now(),
}: ScheduleOptions): BackupSchedule {
  let last: ScheduleState['last']
  let failure: string | undefined
  let nextTry = 0
  let running: Promise<void> | undefined
  let ending: (() => unknown) | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let firstFolder: FirstFolder | undefined

  async function checkNow({ folder, at, passphrase }: BackupSettings) {
    try {
      const found = await readdir(folder)
      const names = found.filter((name) => !isInFuture(name))
      assertMounted(folder, found)
      reportFuture(folder, found.filter(isInFuture))
      await readLast(folder, names)
      const day = dayAt(now(), at)
      if (names.some((name) => backupDay(name) === day)) {
        succeed()
        await removeOld(folder, names)
        return
      }
      if (uptime() < nextTry) return
      await removeLeftOver(folder, names)
      const file = backupName(day, { isEncrypted: passphrase !== undefined })
      const started = makeBackup(path.join(folder, file), { folders, publicOnly: false, passphrase })
      ending = started.end
      await started.ended
      await readLast(folder, [file])
      log.info({ file, bytes: last?.bytes }, 'The scheduled backup was made')
      succeed()
      await removeOld(
        folder,
        (await readdir(folder)).filter((name) => !isInFuture(name)),
      )
    } catch (error) {
      if (!isClosed) fail(folder, error)
    } finally {
      ending = undefined
    }
  }

  /** Removes the old backups among these. One that cannot be removed is reported, and tried again at each check. */
  async function removeOld(folder: string, names: readonly string[]) {
    let failed: { file: string; cause: unknown } | undefined
    for (const file of surplusBackups(names)) {
      await rm(path.join(folder, file), { force: true }).catch((cause: unknown) => {
        failed ??= { file, cause }
      })
    }
    if (!failed) {
      health.clear(NOT_REMOVED)
      return
    }
    const message = `The old backup ${failed.file} could not be removed from ${folder}: ${reasonOf(failed.cause)} New backups are made. Remove the file, or correct the rights of the folder. The site tries again every minute.`
    health.report({ id: NOT_REMOVED, message }, failed.cause)
  }

  /** Throws if the disk of the folder was unmounted: a backup below its mount point would be hidden, and fill another disk. */
  function assertMounted(folder: string, names: readonly string[]) {
    firstFolder ??= new FirstFolder(folder)
    if (firstFolder.look() === 'first') return
    if (names.every(isNoFileOfSite)) throw new Error('an empty folder is in its place. Mount its disk.')
    firstFolder = undefined
  }

  /** True for the name of a backup that was made while the clock was ahead, or is ahead of a clock that is behind. */
  function isInFuture(name: string) {
    const day = backupDay(name)
    return day !== undefined && settings !== undefined && day > dayAt(now() + DAY_MS, settings.at)
  }

  function reportFuture(folder: string, names: readonly string[]) {
    const [first] = names.toSorted()
    if (first === undefined) {
      health.clear(IN_FUTURE)
      return
    }
    const others = names.length > 1 ? ` (and ${names.length - 1} more)` : ''
    const message = `The folder ${folder} has a backup with a date in the future: ${first}${others}. It does not count as a backup and is not removed. Check the clock of the server. If it is right, the backup was made while it was wrong: rename or remove the file.`
    health.report({ id: IN_FUTURE, message })
  }

  /** Reads which backup is the newest in the folder. */
  async function readLast(folder: string, names: readonly string[]) {
    const [file] = names.filter((name) => backupDay(name) !== undefined).sort((one, other) => (one < other ? 1 : -1))
    const stats = file === undefined ? undefined : await stat(path.join(folder, file))
    last = file !== undefined && stats ? { file, bytes: stats.size, finishedAt: stats.mtime.toISOString() } : undefined
  }

  /** Removes what a crash left of a backup. No backup is in progress: only this process writes there. */
  async function removeLeftOver(folder: string, names: readonly string[]) {
    for (const name of names)
      if (isTemporaryName(name) && name.startsWith('.backup-')) await rm(path.join(folder, name), { force: true })
  }

  function succeed() {
    failure = undefined
    nextTry = 0
    health.clear(FAILED)
  }

  function fail(folder: string, error: unknown) {
    failure = reasonOf(error)
    nextTry = uptime() + RETRY_MS
    const since = last ? `The last backup is from ${last.finishedAt.slice(0, 10)}.` : 'There is no backup yet.'
    const message = `The scheduled backup could not be written to ${folder}: ${failure} ${since} The site tries again every 30 minutes.`
    health.report({ id: FAILED, message }, error)
  }

  async function keepErasures(text: string) {
    if (!settings) return
    try {
      await addErasures(settings.folder, text)
    } catch (err) {
      log.error({ err, folder: settings.folder }, 'The list of erasures could not be put beside the backups')
    }
  }

  async function check() {
    if (!settings || isClosed) return
    running ??= checkNow(settings).finally(() => (running = undefined))
    await running
  }

  return {
    start() {
      if (!settings) return
      timer = setInterval(() => void check(), CHECK_MS).unref()
      void check()
    },
    check,
    keepErasures,
    state: () =>
      settings && { folder: settings.folder, at: settings.at, isRunning: ending !== undefined, last, failure },
    async close() {
      isClosed = true
      clearInterval(timer)
      ending?.()
      await running
    },
  }
}

function reasonOf(error: unknown) {
  if (hasCode(error, 'ENOENT')) return 'the folder is missing. Create the folder, or mount its disk.'
  return error instanceof Error ? error.message : String(error)
}

/** The day of the backup that is due at a time, such as `2026-11-22`. */
function dayAt(time: number, at: number): string {
  return calendarDay(time - at * MINUTE_MS)
}

/*
 * Scheduled backups are named by the day on which they were due: `backup-2026-11-22.tar.gz`, with `.age` if encrypted.
 */

const NAME = /^backup-(\d{4}-\d\d-\d\d)\.tar\.gz(?:\.age)?$/

/** The name of the backup of a day, such as `2026-11-22`. */
export function backupName(day: string, { isEncrypted }: { isEncrypted: boolean }): string {
  return `backup-${day}.tar.gz${isEncrypted ? '.age' : ''}`
}

/** The day in the name of a scheduled backup; undefined for any other name. */
export function backupDay(name: string): string | undefined {
  const day = NAME.exec(name)?.[1]
  return day !== undefined && isDay(day) ? day : undefined
}

/**
 * The scheduled backups to remove. The newest backup is kept of each of the newest days, weeks (from Monday) and
 * months that have one, as many as BACKUP_RETENTION says. So a pause without backups removes nothing. Other names are never
 * returned.
 */
export function surplusBackups(names: readonly string[]): string[] {
  const backups = names
    .flatMap((name) => {
      const day = backupDay(name)
      return day === undefined ? [] : [{ name, day }]
    })
    // A day may have an encrypted and a plain backup: then their names decide.
    .sort((one, other) => (one.day === other.day ? compare(other.name, one.name) : compare(other.day, one.day)))
  const stays = new Set<string>()
  const keepNewestOfEach = (period: (day: string) => string, most: number) => {
    const periods = new Set<string>()
    for (const { name, day } of backups) {
      if (periods.has(period(day))) continue
      if (periods.size === most) return
      periods.add(period(day))
      stays.add(name)
    }
  }
  keepNewestOfEach((day) => day, BACKUP_RETENTION.days)
  keepNewestOfEach(mondayOf, BACKUP_RETENTION.weeks)
  keepNewestOfEach((day) => day.slice(0, 7), BACKUP_RETENTION.months)
  return backups.flatMap(({ name }) => (stays.has(name) ? [] : name))
}

const DAY_MS = 24 * 60 * 60 * 1000

function mondayOf(day: string) {
  const date = new Date(day)
  return new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10)
}

function isDay(text: string) {
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function compare(one: string, other: string) {
  return one < other ? -1 : one > other ? 1 : 0
}
