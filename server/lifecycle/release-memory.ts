import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How often the work of the process is looked at (ms). */
const LOOK_MS = 10_000

/** Processor time in one look, above which the process is at work (ms). */
const BUSY_MS = 100

/**
 * Processor time since the last release after which there may be something to release (ms): less than a screen of the
 * administrator area costs.
 */
const WORTH_MS = 250

interface ReleaseOptions {
  /** Processor time of the process so far (ms). */
  cpuTime?: () => number
  release?: () => void
}

/**
 * Gives memory back to the system whenever the process has become quiet after some work: V8 itself keeps what a busy hour has
 * taken until memory gets short. Twice each time, since it shrinks the young generation only after a time of few allocations.
 * Blocks the process for some 50 ms while nobody asks for anything. Returns a function that ends it.
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
    // What the collector itself used is no work.
    lastLook = cpuTime()
    work = 0
  }, LOOK_MS)
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
  // The collector without a flag on the command line, which an own start script might lack.
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
  setFlagsFromString('--no-expose-gc')
}
