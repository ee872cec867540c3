import { mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stringify } from 'yaml'
import { z } from 'zod'
import type { BenchSite } from './bench-site.ts'
import { getOk, median, percentile, timed } from './servers.ts'

const VISITORS = 100
const ROUNDS = 9
const PICTURE = 'client-1-81a1854d.svg'

/** Measures saves over HTTP, each of which the next request must show. Medians, in milliseconds. */
export async function measureSaves(site: BenchSite, count: number) {
  const host = await site.start()
  const [saves, firstViews, crowds, writes]: [number[], number[], number[], number[]] = [[], [], [], []]
  const folder = await mkdtemp(path.join(site.contentDir, '.bench-'))
  const crowd = () => Promise.all(Array.from({ length: VISITORS }, () => getOk(host.origin)))
  let visible = 0
  try {
    const save = await openNews(host.origin, site)
    for (let edition = 1; edition <= count; edition += 1) {
      writes.push(await timed(() => writeDurably(folder)))
      saves.push(await timed(() => save(edition)))
      firstViews.push(
        await timed(async () => {
          const html = await (await fetch(host.origin)).text()
          if (html.includes(`Edition ${edition}<`)) visible += 1
        }),
      )
      if (edition % 20 > 0) continue
      await save(edition)
      crowds.push(await timed(crowd))
    }
    return {
      visible,
      write: median(writes),
      save: median(saves),
      firstView: median(firstViews),
      crowd: median(crowds),
      cachedCrowd: await timed(crowd),
    }
  } finally {
    await host.stop()
    await rm(folder, { recursive: true })
  }
}

/** Signs in. Resolves with a function that saves the title `Edition {edition}` of the home page's news. */
export async function openNews(origin: string, site: BenchSite): Promise<(edition: number) => Promise<void>> {
  const address = `${origin}/api/newssection`
  const put = writer(await site.token(origin))
  const news = z.record(z.string(), z.unknown()).parse(await (await fetch(address)).json())
  return (edition) => put(address, { ...news, title: `Edition ${edition}` })
}

/** The first render of a gallery's page and a save of one picture, for two sizes. Medians, milliseconds. */
export async function measureLongLists(site: BenchSite) {
  const rows: { items: number; page: number; save: number }[] = []
  for (const items of [100, 10_000]) {
    await writeFile(path.join(site.contentDir, 'gallery.yaml'), galleryOf(items))
    const host = await site.start()
    try {
      const put = writer(await site.token(host.origin))
      const [pages, saves]: [number[], number[]] = [[], []]
      for (let round = 0; round < ROUNDS; round += 1) {
        const picture = { title: `Round ${round}`, description: '', imageUrl: PICTURE }
        saves.push(await timed(() => put(`${host.origin}/api/gallery/item-0`, picture)))
        pages.push(await timed(() => getOk(`${host.origin}/gallery`)))
      }
      rows.push({ items, page: median(pages), save: median(saves) })
    } finally {
      await host.stop()
    }
  }
  return rows
}

const SAVES_OF_A_LONG_LIST = 20
const PROBE_EVERY_MS = 10

/**
 * How long visitors wait for the home page while pictures of a gallery of 10,000 are saved one after the other. A
 * request is sent every 10 ms, even if the previous one has no response yet, so that each pause of the process counts
 * in full.
 */
export async function measureVisitorsDuringSaves(site: BenchSite) {
  await writeFile(path.join(site.contentDir, 'gallery.yaml'), galleryOf(10_000))
  const host = await site.start()
  const agent = new Agent({ keepAlive: true })
  try {
    const put = writer(await site.token(host.origin))
    const [waits, saves]: [number[], number[]] = [[], []]
    const probe = async () => {
      waits.push(await timed(() => getOk(host.origin, { agent })))
    }
    for (let save = 0; save < SAVES_OF_A_LONG_LIST; save += 1) {
      const probes: Promise<void>[] = []
      const probing = setInterval(() => probes.push(probe()), PROBE_EVERY_MS)
      const picture = { title: `Save ${save}`, description: '', imageUrl: PICTURE }
      saves.push(await timed(() => put(`${host.origin}/api/gallery/item-${save * 7}`, picture)))
      // The pages that the save has changed are rendered again two seconds later.
      await wait(3_500)
      clearInterval(probing)
      await Promise.all(probes)
    }
    const last = percentile(waits, 1)
    return { requests: waits.length, p50: median(waits), p99: percentile(waits, 0.99), most: last, save: median(saves) }
  } finally {
    agent.destroy()
    await host.stop()
  }
}

/** Sends PUT requests with a token, and waits for the whole response. */
function writer(token: string) {
  return async (address: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(address, { method: 'PUT', headers, body: JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`The save failed with ${response.status}: ${text}`)
  }
}

/** Writes a file of a section's size durably, as any store must: fsync, rename, fsync of the folder. */
async function writeDurably(folder: string) {
  const file = await open(path.join(folder, 'next'), 'w')
  await file.write(Buffer.alloc(1_000, 'x'))
  await file.sync()
  await file.close()
  await rename(path.join(folder, 'next'), path.join(folder, 'current'))
  const parent = await open(folder)
  await parent.sync()
  await parent.close()
}

/** The text of a gallery's file with `count` pictures. */
function galleryOf(count: number): string {
  const items = Array.from({ length: count }, (_, at) => ({
    _id: `item-${at}`,
    title: `Picture ${at}`,
    description: 'Sample text of a picture.',
    imageUrl: PICTURE,
  }))
  return stringify({ title: 'Gallery', description: '', items })
}
