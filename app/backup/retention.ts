/*
 * Scheduled backups are files named by the day they were due: `backup-2026-11-22.tar.gz`, with `.age` at its end if encrypted.
 */

const NAME = /^backup-(\d{4}-\d\d-\d\d)\.tar\.gz(?:\.age)?$/

/** How many days, weeks and months keep their newest backup. */
const RETENTION = { days: 7, weeks: 4, months: 12 }

/** The name of the backup of a day, which is written `2026-11-22`. */
export function backupName(day: string, { isEncrypted }: { isEncrypted: boolean }): string {
  return `backup-${day}.tar.gz${isEncrypted ? '.age' : ''}`
}

/** The day in the name of a scheduled backup; undefined for any other name. */
export function backupDay(name: string): string | undefined {
  const day = NAME.exec(name)?.[1]
  return day !== undefined && isDay(day) ? day : undefined
}

/**
 * The scheduled backups to remove. Of the 7 newest days, the 4 newest weeks (from Monday) and the 12 newest months that have a
 * backup, the newest backup of each stays. So a pause in which none was made removes nothing. Other names are never returned.
 */
export function surplusBackups(names: readonly string[]): string[] {
  const backups = names
    .flatMap((name) => {
      const day = backupDay(name)
      return day === undefined ? [] : [{ name, day }]
    })
    // A day may have one with and one without encryption: the names decide then.
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
  keepNewestOfEach((day) => day, RETENTION.days)
  keepNewestOfEach(mondayOf, RETENTION.weeks)
  keepNewestOfEach((day) => day.slice(0, 7), RETENTION.months)
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
