/** For how many days, weeks and months the newest scheduled backup is kept. */
export const BACKUP_RETENTION = { days: 7, weeks: 4, months: 12 }
