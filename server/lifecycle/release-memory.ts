import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Twice, since the engine gives the room of the young generation back only where little has been allocated lately. */
const CALM_MS = [10_000, 20_000]

/**
 * Gives back the memory that starting took: reading code and content leaves some 30 MB of room that the engine keeps as long
 * as nothing presses it. Each round takes some 50 ms on the main thread.
 */
export function releaseMemoryInCalm(): void {
  for (const delay of CALM_MS) setTimeout(collectGarbage, delay).unref()
}

function collectGarbage() {
  // The only way to the collector without a flag on the command line, where whoever starts the site might forget it.
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
  setFlagsFromString('--no-expose-gc')
}
