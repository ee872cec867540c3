export interface TrashLimits {
  /** Days after which a file is permanently removed. */
  days: number
  /** Days for which a file is not removed, however full the trash is. */
  leastDays: number
  files: number
  bytes: number
}

/** Files above a limit are permanently removed, the oldest first. */
export const TRASH_LIMITS: TrashLimits = { days: 30, leastDays: 7, files: 1_000, bytes: 2 * 1024 ** 3 }

/** Staged files that nothing names are moved to their trash so many days after that was first seen. */
export const STAGED_DAYS = 7

/** A file counts as a recent upload for so many hours: a form that is not saved yet may refer to it. */
export const RECENT_HOURS = 24
