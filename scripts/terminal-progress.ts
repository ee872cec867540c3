import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import type { Progress, ReportProgress } from '#app/cms/platform/progress.ts'

/** Where progress is shown, as the standard error. */
export interface Terminal {
  isTTY?: boolean | undefined
  columns?: number | undefined
  write: (text: string) => unknown
}

/** How often the line in a terminal changes, and how often a line is added to a file or a pipe (ms). */
const REDRAW_MS = 100
const LINE_MS = 5_000
/** Before that, an estimate of the time left is a guess (ms). */
const ESTIMATE_AFTER_MS = 2_000

/**
 * Shows the progress of long work: in a terminal as one line that changes, elsewhere as a line every five seconds, so
 * that short work adds nothing to a log. `end` removes the line of a terminal.
 */
export function openProgress(
  terminal: Terminal | undefined,
  now: () => number = () => performance.now(),
): { report: ReportProgress; end: () => void } {
  let started = now()
  let shown = terminal?.isTTY ? -Infinity : now()
  let work: string | undefined
  const erase = '\r\u001B[K'

  return {
    report(progress) {
      if (!terminal) return
      const time = now()
      if (progress.work !== work) {
        work = progress.work
        started = time
      }
      if (time - shown < (terminal.isTTY ? REDRAW_MS : LINE_MS)) return
      shown = time
      const line = progressLine(progress, time - started)
      terminal.write(terminal.isTTY ? erase + line.slice(0, (terminal.columns ?? 80) - 1) : `${line}\n`)
    },
    end() {
      if (terminal?.isTTY && work !== undefined) terminal.write(erase)
      work = undefined
    },
  }
}

/** As in `Backing up: 1,204 of 6,000 files, 2 minutes left`. */
export function progressLine({ work, done, total, unit }: Progress, elapsed: number): string {
  const amount = (number: number) => (unit === 'bytes' ? formatBytes(number) : number.toLocaleString('en'))
  const noun = unit === 'bytes' ? '' : ` ${unit}`
  if (total === undefined) return `${work}: ${amount(done)}${noun}`
  const of = `${work}: ${amount(Math.min(done, total))} of ${amount(total)}${noun}`
  if (done <= 0 || done >= total || elapsed < ESTIMATE_AFTER_MS) return of
  return `${of}, ${duration((elapsed / done) * (total - done))} left`
}

function duration(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000))
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}
