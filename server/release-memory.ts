import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The engine gives room back only where little has been allocated lately. */
const CALM_MS = 10_000

/**
 * Gives back the memory that starting took: reading code and content leaves some 30 MB of room that the engine keeps as long
 * as nothing presses it. Happens once, after a while of calm; takes some 50 ms on the main thread.
 */
export function releaseMemoryInCalm(): void {
  setTimeout(() => {
    // The only way to the collector without a flag on the command line, where whoever starts the site might forget it.
    setFlagsFromString('--expose-gc')
    runInNewContext('gc(); gc()')
    setFlagsFromString('--no-expose-gc')
  }, CALM_MS).unref()
}
