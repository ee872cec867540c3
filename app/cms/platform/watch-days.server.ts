import { startOfDay, today } from './site-time.ts'

/** The clock of the machine may be set, or the machine may sleep: the day is compared at least this often (ms). */
const MAX_WAIT_MS = 10_000

/**
 * Calls `onNewDay` at each midnight in the time zone of the site. Returns a function that ends it. Pages may depend on
 * {@link today} and on no other time: the site makes everything that it has cached of them anew when a day begins.
 */
export function watchDays(onNewDay: () => void): () => void {
  let day = today()
  let timer: NodeJS.Timeout

  function wait() {
    const untilMidnight = Date.parse(startOfDay(day, 1)) - Date.now()
    timer = setTimeout(look, Math.max(1, Math.min(untilMidnight, MAX_WAIT_MS))).unref()
  }

  function look() {
    const before = day
    day = today()
    wait()
    if (day !== before) onNewDay()
  }

  wait()
  return () => {
    clearTimeout(timer)
  }
}
