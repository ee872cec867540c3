import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { MAX_ENTRIES } from '#app/cms/define/define-collection.ts'
import { oneStart, timeOfStart, type BenchSite } from './bench-site.ts'
import { getOk, median, memoryOf, percentile, timed, whenIdle, type Server } from './servers.ts'

/** Entries of the two sites that are compared: a small collection, and a full one. */
const SIZES = [10, MAX_ENTRIES] as const
const STARTS = 5

/** A site with so many entries in one collection: times in milliseconds, medians unless said otherwise; memory in MB. */
interface CollectionTimes {
  entries: number
  /** The first start after the files were added by hand: it writes a history and a copy for each. */
  firstStart: number
  start: number
  memory: number
  /** A change of one entry by the API. */
  save: number
  /** The list of the collection in the administrator area, 95 of 100. */
  list: number
  search: number
  /** The dashboard right after a save: it looks at all links of the content again. */
  dashboard: number
  /** The page of an entry right after it was saved. */
  page: number
  sitemap: number
}

/** Measures both sites by turns, so that both have the same share of a machine that others use as well. */
export async function measureCollections(site: BenchSite, rounds: number): Promise<CollectionTimes[]> {
  const sites: { entries: number; site: BenchSite }[] = []
  for (const entries of SIZES) {
    const copy = await site.copy()
    await addArticles(copy, entries)
    sites.push({ entries, site: copy })
  }
  try {
    const firstStarts = await byTurns(sites, 1, async (one) => timeOfStart(one.site))
    // The files that a start writes after its first page are there from now on.
    for (const one of sites) await oneStart(one.site)
    const starts = await byTurns(sites, STARTS, async (one) => timeOfStart(one.site))
    const running: Running[] = []
    try {
      for (const one of sites) running.push(await run(one))
      const memory = await byTurns(running, 1, ({ host }) => memoryOf(host.pid))
      const times = await byTurns(running, rounds, measureRound)
      return running.map(({ entries }, at) => {
        const column = (name: keyof RoundTimes) => (times[at] ?? []).map((one) => one[name])
        return {
          entries,
          firstStart: median(firstStarts[at] ?? []),
          start: median(starts[at] ?? []),
          memory: median(memory[at] ?? []),
          save: median(column('save')),
          list: percentile(column('list'), 0.95),
          search: percentile(column('search'), 0.95),
          dashboard: median(column('dashboard')),
          page: median(column('page')),
          sitemap: median(column('sitemap')),
        }
      })
    } finally {
      for (const { host } of running) await host.stop()
    }
  } finally {
    for (const one of sites) await one.site.remove()
  }
}

async function byTurns<Item, Result>(items: readonly Item[], rounds: number, measure: (item: Item) => Promise<Result>) {
  const results = items.map((): Result[] => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [at, item] of items.entries()) results[at]?.push(await measure(item))
  return results
}

interface Running {
  entries: number
  host: Server
  cookie: string
  token: string
  edition: number
}

async function run({ entries, site }: { entries: number; site: BenchSite }): Promise<Running> {
  const host = await site.start()
  const running = { entries, host, cookie: await site.cookie(host.origin), token: await site.token(host.origin) }
  await whenIdle(host.pid)
  return { ...running, edition: 0 }
}

type RoundTimes = Record<'save' | 'list' | 'search' | 'dashboard' | 'page' | 'sitemap', number>

async function measureRound(running: Running): Promise<RoundTimes> {
  const { host, cookie, token } = running
  running.edition += 1
  const key = keyOf(running.edition % 10)
  const body = JSON.stringify({ ...article(running.edition % 10), title: `Edition ${running.edition}` })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const screen = async (address: string) => timed(() => getOk(host.origin + address, { headers: { cookie } }))
  return {
    save: await timed(async () => {
      const response = await fetch(`${host.origin}/api/news-articles/${key}`, { method: 'PUT', headers, body })
      const text = await response.text()
      if (!response.ok) throw new Error(`The save failed with ${response.status}: ${text}`)
    }),
    page: await timed(async () => {
      const { body: page } = await getOk(`${host.origin}/news/${key}`)
      if (!page.includes(`Edition ${running.edition}`)) throw new Error('The page does not show the save')
    }),
    dashboard: await screen('/admin'),
    list: await screen('/admin/news-articles'),
    search: await screen('/admin/news-articles?q=extruder'),
    sitemap: await timed(() => getOk(`${host.origin}/sitemap.xml`)),
  }
}

async function addArticles({ contentDir }: BenchSite, count: number) {
  const folder = path.join(contentDir, 'news')
  await mkdir(folder, { recursive: true })
  for (let at = 0; at < count; at += 1) {
    const { body, ...fields } = article(at)
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    await writeFile(path.join(folder, `${keyOf(at)}.md`), `---\n${lines.join('\n')}\n---\n\n${body}\n`)
  }
}

function keyOf(number: number) {
  return `bench-article-${number}`
}

/** An article of ten paragraphs with a link to another one. */
function article(number: number) {
  const day = new Date(Date.UTC(2020, 0, 1) + number * 86_400_000).toISOString().slice(0, 10)
  const paragraph =
    'The line runs since spring. It has an extruder of 120 mm, and every lot is tested before it is sent.'
  const paragraphs = Array.from({ length: 10 }, (_, at) => `${at + 1}. ${paragraph}`)
  return {
    title: `Article ${number}`,
    date: day,
    time: '09:00',
    lead: 'What has changed in production, and what it means for customers.',
    image: '',
    imageAlt: '',
    body: [...paragraphs, `See [another article](/news/${keyOf(number % 10)}).`].join('\n\n'),
  }
}
