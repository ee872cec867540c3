import { setTimeout as wait } from 'node:timers/promises'
import type { BenchSite } from './bench-site.ts'
import { openNews } from './saves.ts'
import { getOk, memoryOf, SERVER_CORE, startNginx, whenIdle } from './servers.ts'
import { ENCODINGS, runWrk, type LoadResult } from './throughput.ts'

interface CrowdRow extends LoadResult {
  server: string
  /** Saves that were acknowledged meanwhile. */
  saves: number
  /** Requests right after a save that did not show it. */
  stale: number
  /** Memory of the server right after the load, in megabytes. */
  memory: number
}

const CONNECTIONS = 1_000
const SAVE_EVERY_MS = 1_000
const ROUNDS = 3

/** The pages are rendered again ten seconds after the last save, on the core that nginx gets next. */
const RENDERED_AGAIN_MS = 11_000

/**
 * Measures the home page with 1,000 connections: at our host while a save is made each second, and at nginx, where
 * nothing changes. By turns on the same core; each row is the round with the median of p99.
 */
export async function measureCrowd(site: BenchSite, seconds: number): Promise<CrowdRow[]> {
  const host = await site.start({ core: SERVER_CORE })
  await whenIdle(host.pid)
  const nginx = await startNginx([await getOk(host.origin, { headers: ENCODINGS })])
  try {
    const saver = await openSaver(host.origin, site)
    const [ours, theirs]: [CrowdRow[], CrowdRow[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      const load = () => runWrk(host.origin, seconds, ENCODINGS, CONNECTIONS)
      const { result, saves, stale } = await saver.during(load)
      ours.push({ server: 'ours', ...result, saves, stale, memory: await memoryOf(host.pid) })
      await wait(RENDERED_AGAIN_MS)
      await whenIdle(host.pid)
      const other = await runWrk(`${nginx.origin}/0`, seconds, ENCODINGS, CONNECTIONS)
      theirs.push({ server: 'nginx', ...other, saves: 0, stale: 0, memory: await memoryOf(nginx.pid) })
    }
    return [ours, theirs].flatMap((rows) => rows.sort((a, b) => a.p99 - b.p99).slice(1, 2))
  } finally {
    await nginx.stop()
    await host.stop()
  }
}

/** Saves once a second while something else runs, and looks after each save whether the page shows it. */
async function openSaver(origin: string, site: BenchSite) {
  const save = await openNews(origin, site)
  let edition = 0
  return {
    async during(work: () => Promise<LoadResult>) {
      let [saves, stale] = [0, 0]
      const ended = new AbortController()
      const saving = (async () => {
        while (!ended.signal.aborted) {
          edition += 1
          await save(edition)
          saves += 1
          const html = await (await fetch(origin)).text()
          if (!html.includes(`Edition ${edition}<`)) stale += 1
          await wait(SAVE_EVERY_MS, undefined, { signal: ended.signal }).catch(() => undefined)
        }
      })()
      const result = await work()
      ended.abort()
      await saving
      return { result, saves, stale }
    },
  }
}
