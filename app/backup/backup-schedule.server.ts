import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { BackupSettings } from '#app/platform/env.server.ts'
import type { HealthReports } from '#app/platform/health.server.ts'
import type { Logger } from '#app/platform/log.server.ts'
import type { Storage } from '#app/storage/storage.ts'
import { hasCode } from '#app/storage/storage-error.ts'
import { isTemporaryName } from '#app/storage/temporary-name.server.ts'
import { runBackupProgram, type ProgramOptions } from './backup-program.server.ts'
import { backupDay, backupName, surplusBackups } from './retention.ts'

/** How often it is looked whether a backup is due: a clock that was set, or a machine that slept, is noticed (ms). */
const CHECK_MS = 60_000

/** After a failure, until the next try (ms). */
const RETRY_MS = 30 * 60_000

/** Time zone of the staff, which has no summer time: minutes ahead of UTC. */
const OFFSET_MINUTES = 330

const MINUTE_MS = 60_000

const FAILED = 'backup-failed'

export interface ScheduleState {
  folder: string
  /** Minutes after midnight. */
  at: number
  isRunning: boolean
  /** The newest backup in the folder. */
  last: { file: string; bytes: number; finishedAt: string } | undefined
  /** Why the last try failed. */
  failure: string | undefined
}

export interface ScheduleOptions {
  /** Undefined if no backups are scheduled. */
  settings: BackupSettings | undefined
  folders: ProgramOptions['folders']
  /** One node makes the backups of the whole site. */
  storage: Pick<Storage, 'isLeader'>
  health: HealthReports
  log: Logger
  /** Writes a backup into a file. */
  makeBackup?: (file: string, options: ProgramOptions) => { ended: Promise<void>; end: () => unknown }
  now?: () => number
  /** Milliseconds of a monotonic clock. */
  uptime?: () => number
}

export interface BackupSchedule {
  /** Begins to look, at once and every minute, whether a backup is due. */
  start(): void
  /** Makes a backup if one is due. Resolves when that has ended. Never rejects. */
  check(): Promise<void>
  /** Undefined if no backups are scheduled. */
  state(): ScheduleState | undefined
  /** Ends the backup that is under way. */
  close(): Promise<void>
}

/**
 * Makes a backup each day. The files say what was done: a backup is due while there is none of the current day, which begins at the
 * time of the schedule. So one that was missed is made at the next start, and a clock that jumps makes none twice. Health
 * reports a failure until a backup succeeds.
 */
export function openBackupSchedule({
  settings,
  folders,
  storage,
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

  async function checkNow({ folder, at, passphrase }: BackupSettings) {
    try {
      const names = await readdir(folder)
      await readLast(folder, names)
      const day = dayAt(now(), at)
      if (names.some((name) => backupDay(name) === day)) {
        succeed()
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
      for (const surplus of surplusBackups(await readdir(folder))) await rm(path.join(folder, surplus))
    } catch (error) {
      if (!isClosed) fail(folder, error)
    } finally {
      ending = undefined
    }
  }

  /** What is newest in the folder. */
  async function readLast(folder: string, names: readonly string[]) {
    const [file] = names.filter((name) => backupDay(name) !== undefined).sort((one, other) => (one < other ? 1 : -1))
    const stats = file === undefined ? undefined : await stat(path.join(folder, file))
    last = file !== undefined && stats ? { file, bytes: stats.size, finishedAt: stats.mtime.toISOString() } : undefined
  }

  /** What a crash has left of a backup. None is under way: this process alone writes there. */
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
    const since = last ? `The last one is of ${last.finishedAt.slice(0, 10)}.` : 'There is none yet.'
    const message = `The scheduled backup could not be written to ${folder}: ${failure} ${since} It is tried again every 30 minutes.`
    health.report({ id: FAILED, message }, error)
  }

  async function check() {
    if (!settings || isClosed || !storage.isLeader()) return
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
  if (hasCode(error, 'ENOENT')) return 'the folder is missing. Make it, or mount its disk.'
  return error instanceof Error ? error.message : String(error)
}

/** The day of the backup that is due at a time, written `2026-11-22`. */
function dayAt(time: number, at: number): string {
  return new Date(time + (OFFSET_MINUTES - at) * MINUTE_MS).toISOString().slice(0, 10)
}
