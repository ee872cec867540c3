import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseContentFile } from '#app/cms/content/format/content-file.ts'
import { auditFileName, hashOfLine, NO_LINE } from '#app/cms/people/audit/audit-files.server.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import definition from '#app/site.config.ts'
import type { BenchSite } from './bench-site.ts'
import { getOk, median, percentile, timed } from './servers.ts'

const { sections } = definition

const ID = '0123456789ab'
const FILES = 20
const PROBE_EVERY_MS = 10
const ROUNDS = 20
/** A page of the audit log has 50. */
const AUDIT_EVENTS = 50_000
const EVENTS_OF_FILE = 3_000
/** Time after the publication in which its pages are rendered again. */
const WATCHED_MS = 4_000

/**
 * Publishes a release with a draft of every section and 20 files, while visitors request the home page every 10 ms, and
 * requests the screens of staff with about 180 drafts in 50 releases and 50,000 events in the audit log. Milliseconds.
 */
export async function measureRelease(site: BenchSite) {
  const changed = await writeDrafts(site, ID, sections)
  for (let at = 1; at < 50; at += 1) {
    const id = at.toString(16).padStart(12, '0')
    await writeRelease(site, id, [])
    await writeDrafts(site, id, sections.slice(at % 30, (at % 30) + 3))
  }
  await writeRelease(site, ID, await writeFiles(site))
  await writeAuditLog(site)
  const host = await site.start()
  const agent = new Agent({ keepAlive: true })
  try {
    const cookie = await site.cookie(host.origin)
    const usual = await visitors(host.origin, agent, () => Promise.resolve())
    const screens = []
    for (const page of [
      '/admin',
      '/admin/releases',
      `/admin/releases/${ID}`,
      `/admin/releases/${ID}/changes/globalexpansion`,
      '/admin/audit',
      '/admin/audit?before=25000',
      '/admin/audit?kind=sign-in',
      '/admin/audit?kind=backup',
    ]) {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        times.push(await timed(() => getOk(host.origin + page, { agent, headers: { cookie } })))
      }
      screens.push({ page: page.replace(ID, '{id}'), p95: percentile(times, 0.95) })
    }
    let published = 0
    const meanwhile = await visitors(host.origin, agent, async () => {
      published = await timed(() => publish(host.origin, cookie))
    })
    return { sections: changed, files: FILES, published, usual, meanwhile, screens }
  } finally {
    agent.destroy()
    await host.stop()
  }
}

async function publish(origin: string, cookie: string) {
  const response = await fetch(`${origin}/admin/releases/${ID}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ intent: 'publish' }),
  })
  const page = await fetch(`${origin}/admin/releases/${ID}`, { headers: { cookie } })
  const isPublished = (await page.text()).includes('What was published')
  if (!isPublished) throw new Error(`The release was not published: ${response.status}`)
}

/** How long visitors wait for the home page while `act` runs, and after it. */
async function visitors(origin: string, agent: Agent, act: () => Promise<void>) {
  const waits: number[] = []
  const probes: Promise<void>[] = []
  const probe = async () => {
    waits.push(await timed(() => getOk(origin, { agent })))
  }
  const probing = setInterval(() => probes.push(probe()), PROBE_EVERY_MS)
  await act()
  await wait(WATCHED_MS)
  clearInterval(probing)
  await Promise.all(probes)
  return { p50: median(waits), p99: percentile(waits, 0.99) }
}

/** Writes drafts that change one text of each section. Resolves with their number. */
async function writeDrafts(site: BenchSite, release: string, of: readonly SectionDefinition[]) {
  let count = 0
  for (const section of of) {
    const parsed = parseContentFile(section, await readFile(path.join(site.contentDir, section.file), 'utf8'))
    if (!('file' in parsed)) continue
    const { value, version } = parsed.file
    const content = changedText(section, value)
    if (content === undefined) continue
    const folder = path.join(site.dataDir, 'drafts', section.id, release)
    await mkdir(folder, { recursive: true })
    const [author, time] = ['admin', new Date().toISOString()]
    const draft = { format: 1, base: { version, content: value }, content, author, authors: [author], time }
    await writeFile(path.join(folder, '00000001-00000000.json'), JSON.stringify(draft))
    count += 1
  }
  return count
}

/** The content with one more word in the first text whose field allows it. */
function changedText(section: SectionDefinition, value: unknown): unknown {
  const texts = [...JSON.stringify(value).matchAll(/:"(?=[^"\\]* [^"\\]*")/g)]
  for (const { index } of texts) {
    const text = JSON.stringify(value)
    const next: unknown = JSON.parse(`${text.slice(0, index + 2)}New: ${text.slice(index + 2)}`)
    if (section.schema.safeParse(next).success) return next
  }
  return undefined
}

async function writeFiles(site: BenchSite) {
  const folder = path.join(site.dataDir, 'staged', 'documents')
  await mkdir(folder, { recursive: true })
  return Promise.all(
    Array.from({ length: FILES }, async (_, at) => {
      await copyFile('uploads/documents/draft-red-herring-prospectus.pdf', path.join(folder, `bench-${at}.pdf`))
      return `documents/bench-${at}.pdf`
    }),
  )
}

async function writeRelease(site: BenchSite, id: string, files: readonly string[]) {
  const folder = path.join(site.dataDir, 'releases')
  await mkdir(folder, { recursive: true })
  const stamp = { by: 'admin', time: new Date().toISOString() }
  const release = { format: 1, id, name: `Release ${id}`, state: 'open', created: stamp, changed: stamp, files }
  await writeFile(path.join(folder, `${id}.json`), JSON.stringify(release))
}

/** Writes past events in the format of the site: one in a hundred is a sign-in, the rest are edits. */
async function writeAuditLog(site: BenchSite) {
  await mkdir(path.join(site.dataDir, 'audit'), { recursive: true })
  let prev = NO_LINE
  for (let first = 1; first <= AUDIT_EVENTS; first += EVENTS_OF_FILE) {
    const time = new Date(Date.now() - (AUDIT_EVENTS - first) * 60_000).toISOString()
    const lines: string[] = []
    for (let n = first; n < Math.min(first + EVENTS_OF_FILE, AUDIT_EVENTS + 1); n += 1) {
      const kind = n % 100 === 0 ? 'sign-in.succeeded' : 'content.saved'
      const user = { id: 'admin', name: 'admin' }
      const detail = { what: 'Stats updated', entry: '20261123T052052597Z-000001' }
      const line = JSON.stringify({ n, time, kind, user, about: 'stats', detail, address: '192.0.2.1', prev })
      prev = hashOfLine(line)
      lines.push(line)
    }
    await writeFile(path.join(site.dataDir, auditFileName(time, first).replace('data/', '')), `${lines.join('\n')}\n`)
  }
}
