import { setTimeout as wait } from 'node:timers/promises'
import type { BenchSite } from './bench-site.ts'
import { memoryOf, type Server } from './servers.ts'
import { percentile, timed } from './statistics.ts'

const STARTS = 5
/** After it, what a start leaves behind is collected (server/main.ts) and the caches are warm. */
const REST_MS = 30_000

/** Time from the start of the process to the first page, and memory at rest. */
export async function measureStartUp(site: BenchSite) {
  const times: number[] = []
  let memory = 0
  for (let at = 0; at < STARTS; at += 1) {
    let host: Server | undefined
    times.push(
      await timed(async () => {
        host = await site.start({ readyPath: '/' })
      }),
    )
    if (at === STARTS - 1 && host) {
      await wait(REST_MS)
      memory = await memoryOf(host.pid)
    }
    await host?.stop()
  }
  return { start: percentile(times, 50), memory }
}
