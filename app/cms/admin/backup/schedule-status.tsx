import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import type { shownSchedule } from './backup.server.ts'

/** When the last scheduled backup succeeded, and whether the newest attempt failed. */
export function ScheduleStatus({ schedule }: { schedule: NonNullable<ReturnType<typeof shownSchedule>> }) {
  const { last, isRunning, failure } = schedule
  return (
    <p className="backup-status">
      {last ? (
        <>
          Last scheduled backup: <time dateTime={last.finishedAt}>{last.finished}</time>, {formatBytes(last.bytes)}.
        </>
      ) : (
        'There is no scheduled backup yet.'
      )}
      {isRunning && ' A backup is being made now.'}
      {failure !== undefined && <b> The newest backup failed: {failure}</b>}
    </p>
  )
}
