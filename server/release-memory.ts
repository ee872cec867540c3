import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives back the memory that starting took: reading code and content leaves some 30 MB of garbage, which the engine keeps as
 * long as nothing presses it. Takes some 100 ms on the main thread, so it is for a moment when little is asked.
 */
export function releaseMemory(): void {
  // The only way to the collector without a flag on the command line, where whoever starts the site might forget it.
  setFlagsFromString('--expose-gc')
  // The first round moves what lives out of the young generation, the second gives back the space it was in.
  runInNewContext('gc(); gc()')
  setFlagsFromString('--no-expose-gc')
}
