import { setTimeout as wait } from 'node:timers/promises'
import { sitemapPaths } from './sitemap-paths.ts'

/** Long, so that a busy machine does not fail a run. */
const MADE_MS = 60_000
const POLL_MS = 50

/** Addresses of the pictures with titles of all pages of a running site. */
export async function titlePicturesOf(origin: string): Promise<string[]> {
  const pages = await sitemapPaths(origin)
  const texts = await Promise.all(pages.map(async (page) => (await fetch(origin + page)).text()))
  return [...new Set(texts.flatMap((html) => html.match(/\/variants\/[^"\\\s/]+\/title-\w+\.jpg/g) ?? []))]
}

/** Resolves when a running site has made the pictures with titles of all its pages. */
export async function untilTitlePicturesMade(origin: string): Promise<void> {
  const deadline = performance.now() + MADE_MS
  for (const address of await titlePicturesOf(origin)) {
    while (!(await isMade(origin + address))) {
      if (performance.now() > deadline) throw new Error(`${address} is not made`)
      await wait(POLL_MS)
    }
  }
}

/** Until then the picture without its title is served, which nobody may keep. */
async function isMade(address: string) {
  const { status, headers } = await fetch(address, { method: 'HEAD' })
  return status === 200 && headers.get('cache-control') !== 'no-store'
}
