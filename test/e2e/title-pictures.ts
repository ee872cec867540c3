import { setTimeout as wait } from 'node:timers/promises'
import { sitemapPaths } from './sitemap-paths.ts'

/** Long, so that a busy machine does not fail a run. */
const MADE_MS = 60_000
const POLL_MS = 50

/** Resolves when a running site has made the pictures with titles of all its pages. */
export async function untilTitlePicturesMade(origin: string): Promise<void> {
  const deadline = performance.now() + MADE_MS
  for (const page of await sitemapPaths(origin)) {
    const html = await (await fetch(origin + page)).text()
    for (const address of new Set(html.match(/\/variants\/[^"\\\s/]+\/title-\w+\.jpg/g))) {
      while (!(await isMade(origin + address))) {
        if (performance.now() > deadline) throw new Error(`${address} of ${page} is not made`)
        await wait(POLL_MS)
      }
    }
  }
}

/** Until then the picture without its title is served, which nobody may keep. */
async function isMade(address: string) {
  const { status, headers } = await fetch(address, { method: 'HEAD' })
  return status === 200 && headers.get('cache-control') !== 'no-store'
}
