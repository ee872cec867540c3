import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Interval between checks of the processor time (ms). */
const CHECK_MS = 10_000

/** Processor time in one interval above which the process counts as busy (ms). */
const BUSY_MS = 100

/**
 * Processor time since the last release that makes another one worthwhile (ms): less than a screen of the administrator
 * area costs.
 */
const WORTH_MS = 250

interface ReleaseOptions {
  /** Processor time of the process so far (ms). */
  cpuTime?: () => number
  release?: () => void
}

/**
 * Returns memory to the system when the process is quiet after some work: V8 itself keeps the memory of a busy hour
 * until memory gets short. Collects twice each time, because V8 shrinks the young generation only after a time of few
 * allocations. Blocks the process for about 50 ms while it has no requests. Returns a function that stops the checks.
 */
export function releaseMemoryWhenQuiet({ cpuTime = ownCpuTime, release = collectGarbage }: ReleaseOptions = {}) {
  let lastLook = cpuTime()
  let work = WORTH_MS
  let left = 0
  const timer = setInterval(() => {
    const now = cpuTime()
    const used = now - lastLook
    lastLook = now
    work += used
    if (used > BUSY_MS) return
    if (work >= WORTH_MS) left = 2
    if (left === 0) return
    left -= 1
    release()
    // The collector's own time does not count as work.
    lastLook = cpuTime()
    work = 0
  }, CHECK_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
  }
}

function ownCpuTime() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function collectGarbage() {
  // Exposes the collector here, because a custom start script might not set the flag.
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
  setFlagsFromString('--no-expose-gc')
}
