import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { z } from 'zod'
import { pdfBytes } from '#test/pdf-bytes.ts'
import { filesBelow } from './check-files.ts'
import { Client, Refused } from './client.ts'
import { until, type Host } from './site.ts'

/** What a release of the harness changes: sections, a field of each, and an address that shows it. */
const PLACES = [
  { section: 'careers', file: 'pages/careers.md', field: 'whyTitle', address: '/careers' },
  { section: 'about', file: 'pages/about.md', field: 'title', address: '/aboutus' },
  { section: 'services', file: 'pages/services.yaml', field: 'title', address: '/services' },
  { section: 'gallery', file: 'gallery.yaml', field: 'title', address: '/gallery' },
  { section: 'drhp', file: 'investors/drhp.yaml', field: 'title', address: '/investors/Drhp' },
  { section: 'news', file: 'events.yaml', field: 'title', address: '/events' },
] as const

/** The sections that releases change, and their files. */
export const RELEASED_SECTIONS = Object.fromEntries(PLACES.map(({ section, file }) => [section, file]))

/** Pause between two attempts to reach a host (ms). */
const RETRY_MS = 10

/** A release of six sections and five files, and the addresses at which visitors can see it. */
export interface Release {
  /** The page of the release in the administrator area. */
  page: string
  name: string
  /** Pages that contain its name once it is public. */
  pages: readonly string[]
  /** Addresses of its files, which respond with 404 until it is public. */
  files: readonly string[]
}

/** Makes a release by the forms of staff: drafts of sections, two of which refer to files, and separate files. */
export async function prepareRelease(client: Client, name: string): Promise<Release> {
  const page = await client.postForm('/admin/releases', { intent: 'create', name })
  const id = page.slice('/admin/releases/'.length)
  const pdf = (what: string) =>
    new File([new Uint8Array(pdfBytes({ info: `/Title (${name} ${what})` }))], `${what}.pdf`, { type: PDF })
  const photo = async (bytes: string) =>
    new File([new Uint8Array(await photoOf(bytes))], 'photo.jpg', { type: 'image/jpeg' })
  const uploads: Record<string, Record<string, File>> = {
    careers: { 'image-upload': await photo(name) },
    services: { 'services[0].image-upload': await photo(`${name} service`) },
  }
  for (const { section, field } of PLACES) {
    const fields = { ...(await client.form(section)), [field]: `${name} ${section}`, ...uploads[section] }
    await client.saveForm(`${section}?release=${id}`, { ...fields, intent: 'draft' })
  }
  const own = ['first', 'second', 'third'].map(pdf)
  await client.postForm(`${page}/files`, { 'files-upload': own })
  const shown = await (await client.fetch(page)).text()
  const files = [...new Set(shown.match(/(?<=href=")\/uploads\/[^"]+/g))]
  if (files.length !== own.length + 2) throw new Error(`The release has the files ${files.join(', ')}`)
  const variants = files
    .filter((file) => file.endsWith('.jpg'))
    .map((file) => `${file.replace('/uploads/', '/variants/')}/64.webp`)
  return { page, name, pages: PLACES.map(({ address }) => address), files: [...files, ...variants] }
}

const PDF = 'application/pdf'

/** A photo with unique bytes: the hash makes photos of similar names so different that no JPEG of them is the same. */
function photoOf(name: string) {
  const bytes = Buffer.alloc(64 * 48 * 3, createHash('sha256').update(name).digest())
  return sharp(bytes, { raw: { width: 64, height: 48, channels: 3 } })
    .jpeg()
    .toBuffer()
}

/** The state of a release, as its page shows it. */
export async function stateOf(client: Client, { page }: Release): Promise<string> {
  const html = await (await client.fetch(page)).text()
  return /releases__state[^>]*>(?:<svg.*?<\/svg>)?([\w ]+)</s.exec(html)?.[1] ?? html.slice(0, 500)
}

/** Publications that are public but not completely written yet, such as those that a kill has interrupted. */
export function unfinished({ dataDir }: { dataDir: string }) {
  const folder = path.join(dataDir, 'publishing')
  return existsSync(folder) ? filesBelow(folder).filter((file) => file.endsWith('.json')) : []
}

/** Those of the unfinished publications that count: the file that commits them has the version that they name. */
export function committedOf(site: { dataDir: string }) {
  return unfinished(site).filter((file) => {
    const { committedBy } = publicationRecord.parse(JSON.parse(readFileSync(file, 'utf8')))
    if (!committedBy) return true
    const commit = path.join(site.dataDir, '..', committedBy.name)
    return existsSync(commit) && versionOf(readFileSync(commit)) === committedBy.version
  })
}

const publicationRecord = z.object({ committedBy: z.object({ name: z.string(), version: z.string() }).optional() })

/** The version that a publication names: the first 16 hex digits of the SHA-256. */
function versionOf(bytes: Buffer) {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}

/** Whether an address shows a visitor the content of a release. Rejects with Refused for any other response. */
export async function isSeenAt(client: Client, release: Release, address: string): Promise<boolean> {
  const response = await client.fetch(address, { cookie: '' })
  const text = await response.text()
  const isFile = release.files.includes(address)
  if (isFile && response.status === 404) return false
  if (response.status !== 200) throw new Refused(response.status, address, text)
  return isFile || text.includes(`${release.name} `)
}

/**
 * Requests the addresses of a release, one after another, until it is ended. Waits for a host that does not listen yet.
 * `pause` is the time between two requests in milliseconds.
 */
export function startVisitorOf(host: Host, release: Release, { pause = 0 } = {}) {
  const client = new Client(host)
  const addresses = [...release.pages, ...release.files]
  const seen: boolean[] = []
  let turnedAt = 0
  const end = new AbortController()
  const visits = (async () => {
    while (!end.signal.aborted) {
      try {
        const isSeen = await isSeenAt(client, release, addresses[seen.length % addresses.length] ?? '/')
        if (isSeen !== seen.at(-1)) turnedAt = performance.now()
        seen.push(isSeen)
        if (pause > 0) await wait(pause)
      } catch (error) {
        if (error instanceof Refused) throw error
        // No host listens yet, or it was killed.
        await wait(RETRY_MS)
      }
    }
  })()
  visits.catch(() => undefined)
  return {
    /** Resolves when each address has been requested after this call. */
    async round() {
      const enough = seen.length + addresses.length + 1
      let hasEnded = false
      void visits.catch(() => undefined).finally(() => (hasEnded = true))
      await until(
        () => seen.length >= enough || hasEnded,
        () => `${host.origin} does not respond`,
      )
    },
    /** When the visible state last changed: milliseconds, as of `performance.now()`. */
    turnedAt: () => turnedAt,
    /** Ends it. Resolves with what was seen, in order. Rejects with Refused after an unexpected response. */
    async end(): Promise<boolean[]> {
      end.abort()
      await visits
      return seen
    },
  }
}
