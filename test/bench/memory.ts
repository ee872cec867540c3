import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sitemapPaths } from '../e2e/sitemap-paths.ts'
import { referencesIn } from '../e2e/references.ts'
import type { BenchSite } from './bench-site.ts'
import { hostileFiles, usualFiles, type UploadFile } from './memory-files.ts'
import { addedMemoryOf, childOf, memoryOf, whenIdle } from './servers.ts'

/**
 * Resident memory in megabytes (10⁶ bytes); for the decoder without the executable of Node, which it shares with the
 * host.
 */
interface MemoryRow {
  what: string
  requests: number
  /** The largest value of each; `both` is the largest sum at one moment. */
  host: number
  decoder: number
  both: number
  /** Responses of uploads by their status. */
  statuses: string
}

interface MemoryResult {
  rows: MemoryRow[]
  /** Memory of the host after the last row, when the decoder has ended. */
  idle: number
  /** Peak memory of the host. */
  most: number
}

const UPLOADS = 200
const UPLOADS_AT_A_TIME = 4
const HOSTILE = 50
const SCREENS = 40
const SAMPLE_MS = 25
const DECODER_DEADLINE_MS = 3_600_000

/**
 * The requests of an hour of real use, one after the other as fast as the host responds: every page and every variant,
 * forty screens of the administrator area, 200 uploads, 50 hostile images at once.
 */
export async function measureMemory(site: BenchSite, rounds: number): Promise<MemoryResult> {
  const usual = await usualFiles()
  const hostile = await hostileFiles(HOSTILE)
  await rm(path.join(site.dataDir, 'variants'), { recursive: true, force: true })
  const host = await site.start()
  try {
    const { origin, pid } = host
    const rows: MemoryRow[] = []
    const phase = async (what: string, work: () => Promise<number[]>) => {
      const sampler = startSampler(pid)
      let statuses: number[]
      try {
        statuses = await work()
      } finally {
        await sampler.stop()
      }
      rows.push({ what, requests: statuses.length, ...sampler.largest, statuses: countOf(statuses) })
    }
    const cookie = await site.cookie(origin)
    const upload = (file: UploadFile) => send(origin, cookie, file)

    await phase('first visit of every page, its variants are made', async () => {
      await visit(origin, 1)
      await whenDecoderEnded(pid)
      return []
    })
    await phase(`every public page with its files, ${rounds} times`, () => visit(origin, rounds))
    await phase(`${SCREENS} admin screens, ${rounds} times`, () => openScreens(origin, cookie, rounds))
    await phase(`${UPLOADS} uploads, ${UPLOADS_AT_A_TIME} at a time, and their variants`, async () => {
      const files = Array.from({ length: UPLOADS }, (_, index) => usual[index % usual.length]).filter((file) => !!file)
      const statuses = await inParallel(files, UPLOADS_AT_A_TIME, upload)
      await whenDecoderEnded(pid)
      return statuses
    })
    await phase(`${HOSTILE} hostile images at once`, () => inParallel(hostile, HOSTILE, upload))
    await whenDecoderEnded(pid)
    await whenIdle(pid)
    // V8 returns memory some seconds after the last work.
    await wait(30_000)
    return {
      rows,
      idle: await memoryOf(pid),
      most: await memoryOf(pid, 'VmHWM'),
    }
  } finally {
    await host.stop()
  }
}

/** Requests each page, and every image, style sheet and script that it names. Resolves with the statuses. */
async function visit(origin: string, rounds: number) {
  const pages = await sitemapPaths(origin)
  const addresses = new Set<string>()
  for (const page of pages) {
    const html = await (await fetch(origin + page)).text()
    const { files } = await referencesIn(html, 'text/html')
    const urls = [page, ...files].map((address) => new URL(address, origin + page))
    for (const url of urls) if (url.origin === origin) addresses.add(url.href)
  }
  const everything = Array.from({ length: rounds }, () => [...addresses]).flat()
  return inParallel(everything, 6, (address) => get(address))
}

async function openScreens(origin: string, cookie: string, rounds: number) {
  const sidebar = await (await fetch(`${origin}/admin`, { headers: { cookie } })).text()
  const links = [...sidebar.matchAll(/href="(\/admin\/[^"#]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
  const screens = [...new Set(links)].filter((link) => link !== '/admin/logout').slice(0, SCREENS)
  const statuses: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const screen of screens) statuses.push(await get(origin + screen, { cookie }))
  }
  return statuses
}

async function get(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(address, { headers })
  await response.arrayBuffer()
  return response.status
}

async function send(origin: string, cookie: string, { name, bytes }: UploadFile) {
  const body = new FormData()
  body.set('file', new File([new Uint8Array(bytes)], name))
  const response = await fetch(`${origin}/admin/files/upload`, { method: 'POST', headers: { cookie, origin }, body })
  await response.arrayBuffer()
  return response.status
}

async function inParallel<Item, Result>(items: readonly Item[], lanes: number, work: (item: Item) => Promise<Result>) {
  const results: Result[] = []
  const rest = items.values()
  const lane = async () => {
    for (const item of rest) results.push(await work(item))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}

/** `201: 180, 422: 20`. */
function countOf(statuses: readonly number[]) {
  const counts = new Map<number, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts]
    .sort()
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')
}

/** Records the peak memory of a host and of its decoder until it is stopped. */
function startSampler(pid: number) {
  const largest = { host: 0, decoder: 0, both: 0 }
  const stopping = new AbortController()
  const sampling = (async () => {
    while (!stopping.signal.aborted) {
      const child = await childOf(pid)
      const [host, decoder] = await Promise.all([memoryOf(pid), child === undefined ? 0 : addedMemoryOf(child)])
      largest.host = Math.max(largest.host, host)
      largest.decoder = Math.max(largest.decoder, decoder)
      largest.both = Math.max(largest.both, host + decoder)
      await wait(SAMPLE_MS)
    }
  })()
  return {
    largest,
    stop: async () => {
      stopping.abort()
      await sampling
    },
  }
}

/** Resolves when a host has had no decoder for some seconds. */
async function whenDecoderEnded(pid: number) {
  const deadline = performance.now() + DECODER_DEADLINE_MS
  for (let absent = 0; absent < 5; absent = (await childOf(pid)) === undefined ? absent + 1 : 0) {
    if (performance.now() > deadline) throw new Error('The decoder has not ended')
    await wait(500)
  }
}
