import { mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stringify } from 'yaml'
import { z } from 'zod'
import { MAX_LIST_ENTRIES } from '#app/cms/define/list-limit.ts'
import type { BenchSite } from './bench-site.ts'
import { getOk, median, percentile, timed } from './servers.ts'

const VISITORS = 100
const ROUNDS = 9
const PICTURE = 'client-1-c6d2b97c.svg'

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

/** A gallery of a length: how long the site works with it, and how long visitors wait meanwhile. Milliseconds. */
interface ListTimes {
  items: number
  /** From the start of the process to the first page. */
  start: number
  /** The first render of the gallery. */
  page: number
  /** The form of staff. */
  editor: number
  /** A save of one picture. */
  save: number
  /** Requests for the home page during the saves, one every 10 ms: the longest one, and all but one of a hundred. */
  visitorMost: number
  visitorP99: number
}

/** A few pictures, and as many as a list may have. Medians. */
export async function measureLongLists(site: BenchSite): Promise<ListTimes[]> {
  const rows: ListTimes[] = []
  for (const items of [10, MAX_LIST_ENTRIES]) {
    await writeFile(path.join(site.contentDir, 'gallery.yaml'), galleryOf(items))
    const starts: number[] = []
    for (let round = 0; round < STARTS; round += 1) {
      const begun = performance.now()
      const host = await site.start({ readyPath: '/' })
      starts.push(performance.now() - begun)
      await host.stop()
    }
    const host = await site.start()
    try {
      const times = await measureList(host.origin, site)
      rows.push({ items, start: median(starts), ...times })
    } finally {
      await host.stop()
    }
  }
  return rows
}

const STARTS = 5
const PROBE_EVERY_MS = 10

async function measureList(origin: string, site: BenchSite) {
  const agent = new Agent({ keepAlive: true })
  try {
    const put = writer(await site.token(origin))
    const cookie = await site.cookie(origin)
    const [pages, editors, saves, waits]: [number[], number[], number[], number[]] = [[], [], [], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      const probes: Promise<void>[] = []
      const probe = async () => {
        waits.push(await timed(() => getOk(origin, { agent })))
      }
      // A request is sent even if the previous one has no response yet, so that each pause of the process counts in full.
      const probing = setInterval(() => probes.push(probe()), PROBE_EVERY_MS)
      const picture = { title: `Round ${round}`, description: '', imageUrl: PICTURE }
      saves.push(await timed(() => put(`${origin}/api/gallery/item-${round}`, picture)))
      pages.push(await timed(() => getOk(`${origin}/gallery`)))
      // The pages that the save has changed are rendered again two seconds later.
      await wait(3_500)
      clearInterval(probing)
      await Promise.all(probes)
      editors.push(await timed(() => getOk(`${origin}/admin/gallery`, { headers: { cookie } })))
    }
    return {
      page: median(pages),
      editor: median(editors),
      save: median(saves),
      visitorMost: percentile(waits, 1),
      visitorP99: percentile(waits, 0.99),
    }
  } finally {
    agent.destroy()
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
