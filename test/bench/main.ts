import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { makeSite, type BenchSite } from './bench-site.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { measureCollections } from './collections.ts'
import { measureCrowd } from './crowd.ts'
import { measureCaches, measureListingDay } from './growth.ts'
import { measureGrades } from './grades.ts'
import { measureInteractions } from './interactions.ts'
import { measureMemory } from './memory.ts'
import { measurePageQuality } from './page-quality.ts'
import { measurePreview } from './preview.ts'
import { measureRelease } from './releases.ts'
import { measureLongLists, measureSaves } from './saves.ts'
import { measureSearch } from './search.ts'
import { median, memoryOf } from './servers.ts'
import { measureDocuments, measurePages, type ThroughputRow } from './throughput.ts'

/**
 * `npm run bench`: measures the built site, beside nginx and remix-serve, and prints one table for each part.
 * `npm run bench -- throughput saves` runs only these parts; `--quick` takes a fraction of the time, for a first look;
 * `--write` writes the tables into docs/performance.md and does not change its other sections.
 */
const words = process.argv.slice(2)
const isQuick = words.includes('--quick')
const wanted = words.filter((word) => !word.startsWith('--'))

const parts: Record<string, { title: string; measure: (site: BenchSite) => Promise<string> }> = {
  start: { title: 'Start and memory at rest', measure: start },
  throughput: { title: 'Requests per second on one core, 32 connections', measure: throughput },
  documents: { title: 'Documents per second on one core, 32 connections', measure: documents },
  crowd: { title: '1,000 connections while staff save every second', measure: crowd },
  caches: { title: 'Caches in front', measure: caches },
  day: { title: 'The peak of a listing day', measure: day },
  saves: { title: 'Saves', measure: saves },
  lists: { title: 'Long lists', measure: lists },
  collections: { title: 'A full collection', measure: collections },
  grades: { title: 'As many grades as there can be', measure: grades },
  releases: { title: 'A release of every section', measure: releases },
  search: { title: 'The search', measure: search },
  preview: { title: 'Preview beside the form', measure: preview },
  memory: { title: 'Memory of an hour of use', measure: memory },
  quality: { title: 'Lighthouse, mobile', measure: quality },
  interactions: { title: 'First interactions', measure: interactions },
}

const unknown = wanted.filter((word) => !(word in parts))
if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}`)

const REPORT = 'docs/performance.md'
const sections: string[] = []
const prepared = await makeSite()
for (const [name, { title, measure }] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const site = await prepared.copy()
  try {
    sections.push(`## ${title}\n\n${await measure(site)}`)
  } finally {
    await site.remove()
  }
  process.stdout.write(`\n${sections.at(-1) ?? ''}\n`)
}

await prepared.remove()

if (words.includes('--write')) await write()

async function write() {
  const earlier = (await readFile(REPORT, 'utf8').catch(() => '')).split(/^(?=## )/m).map((section) => section.trim())
  const processor = cpus()[0]?.model.trim() ?? 'unknown'
  const where = `${processor}, ${cpus().length} cores, ${number(totalmem() / 1e9)} GB of memory, Node ${process.versions.node}`
  const all = Object.values(parts).flatMap(({ title }) => {
    const isOfPart = (section: string) => section.startsWith(`## ${title}\n`)
    const measured = sections.find(isOfPart)
    const date = new Date().toISOString().slice(0, 10)
    return measured === undefined ? earlier.filter(isOfPart) : [`${measured}\n\nMeasured on ${date}: ${where}.`]
  })
  const others = earlier.filter(
    (section) =>
      section.startsWith('## ') && !Object.values(parts).some(({ title }) => section.startsWith(`## ${title}\n`)),
  )
  const intro = '# Performance\n\nWritten by `npm run bench -- --write`.'
  await writeFile(REPORT, `${[intro, ...all, ...others].join('\n\n')}\n`)
}

async function start(site: BenchSite) {
  const startAndStop = async () => {
    const started = performance.now()
    const host = await site.start({ readyPath: '/' })
    const time = performance.now() - started
    await host.stop()
    return time
  }
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) times.push(await startAndStop())
  const host = await site.start()
  // After this time the caches are filled and the garbage of the start is collected.
  await wait(30_000)
  const memory = await memoryOf(host.pid)
  await host.stop()
  const withUnread: number[] = []
  for (let round = 0; round < 5; round += 1) {
    await addImages(site, 1_000)
    withUnread.push(await startAndStop())
  }
  return table([
    ['what', 'measured', 'wanted'],
    ['start to the first page, warm disk', `${number(median(times))} ms`, '≤ 1,000 ms'],
    [
      'the same with 1,000 images that no start has read',
      `${number(median(withUnread))} ms`,
      `≤ ${number(median(times) + 2_000)} ms`,
    ],
    ['memory at rest', `${number(memory)} MB`, '≤ 110 MB'],
  ])
}

/** Copies images to the uploads, as by hand, and removes what earlier starts have read of the images. */
async function addImages({ uploadsDir, dataDir }: BenchSite, count: number) {
  for (let at = 0; at < count; at += 1) {
    const create = {
      width: 20 + (at % 50),
      height: 20 + Math.floor(at / 50),
      channels: 3,
      background: '#c03020',
    } as const
    const bytes = await sharp({ create }).png().toBuffer()
    const digits = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
    await writeFile(path.join(uploadsDir, `unread-${digits}.png`), bytes)
  }
  await rm(path.join(dataDir, 'image-index.json'), { force: true })
}

async function throughput(site: BenchSite) {
  return throughputTable(await measurePages(site, isQuick ? 2 : 10))
}

async function documents(site: BenchSite) {
  return throughputTable(await measureDocuments(site, isQuick ? 2 : 10))
}

function throughputTable(rows: readonly ThroughputRow[]) {
  return table([
    ['what', 'server', 'bytes', 'requests/s', 'p50 ms', 'p99 ms', 'errors', 'memory MB', 'of nginx'],
    ...rows.map((row) => [
      row.what,
      row.server,
      number(row.bytes),
      number(row.requestsPerSecond),
      number(row.p50),
      number(row.p99),
      number(row.errors),
      number(row.memory),
      number(row.ratio),
    ]),
  ])
}

async function crowd(site: BenchSite) {
  const rows = await measureCrowd(site, isQuick ? 4 : 10)
  const nginx = rows.find(({ server }) => server === 'nginx')
  return table([
    ['server', 'requests/s', 'p50 ms', 'p99 ms', 'of nginx', 'errors', 'saves', 'stale', 'memory MB'],
    ...rows.map((row) => [
      row.server,
      number(row.requestsPerSecond),
      number(row.p50),
      number(row.p99),
      number(row.p99 / (nginx?.p99 ?? Number.NaN)),
      number(row.errors),
      number(row.saves),
      number(row.stale),
      number(row.memory),
    ]),
  ])
}

async function caches(site: BenchSite) {
  const rows = await measureCaches(site, isQuick ? 2 : 20)
  const shown = rows.map((row) => [
    row.what,
    row.entrance,
    number(row.requestsPerSecond),
    number(row.p50),
    number(row.p99),
    number(row.errors),
    number(row.reached),
  ])
  const head = ['what', 'from', 'requests/s', 'p50 ms', 'p99 ms', 'errors', 'reached the site']
  return `${table([head, ...shown])}\n\nwrk has one core of the two; the caches and the site share both with it. 32 connections.`
}

async function day(site: BenchSite) {
  const rows = await measureListingDay(site, isQuick ? 10 : 60)
  const shown = rows.map((row) => [
    row.what,
    number(row.requests),
    number(row.p50),
    number(row.p99),
    number(row.errors),
    number(row.reached),
    `${number(row.core * 100)} %`,
  ])
  const head = ['what', 'requests', 'p50 ms', 'p99 ms', 'errors', 'reached the site', 'of a core, the site']
  return `${table([head, ...shown])}\n\nThe program that asks, Varnish and the site share two cores. A save every two seconds.`
}

async function saves(site: BenchSite) {
  const count = isQuick ? 100 : 1000
  const result = await measureSaves(site, count)
  return table([
    ['what', 'measured', 'wanted'],
    ['fsync, rename, fsync, p50', `${number(result.write)} ms`, ''],
    ['a save over HTTP, p50', `${number(result.save)} ms`, ''],
    ['saves that the next request shows', `${result.visible} of ${count}`, 'all'],
    ['home page right after a save, p50', `${number(result.firstView)} ms`, '≤ 25 ms'],
    ['100 visitors at once right after a save, until the last has it, p50', `${number(result.crowd)} ms`, ''],
    ['the same with the page in the cache', `${number(result.cachedCrowd)} ms`, ''],
  ])
}

async function lists(site: BenchSite) {
  const rows = await measureLongLists(site)
  return table([
    ['what', ...rows.map(({ items }) => `gallery of ${number(items)}`), 'wanted'],
    ['start to the first page', ...rows.map((row) => `${number(row.start)} ms`), ''],
    ['gallery, first render, p50', ...rows.map((row) => `${number(row.page)} ms`), ''],
    ['form of the gallery, p50', ...rows.map((row) => `${number(row.editor)} ms`), ''],
    ['a save of one picture, p50', ...rows.map((row) => `${number(row.save)} ms`), ''],
    ['home page during the saves, p99', ...rows.map((row) => `${number(row.visitorP99)} ms`), '≤ 100 ms'],
    ['the same, longest', ...rows.map((row) => `${number(row.visitorMost)} ms`), ''],
  ])
}

async function collections(site: BenchSite) {
  const [few, full] = await measureCollections(site, isQuick ? 10 : 50)
  if (!few || !full) throw new Error('Two sites are compared')
  const row = (what: string, name: Exclude<keyof typeof few, 'entries'>, wanted: string, unit = 'ms') => [
    what,
    ...[few, full].map((one) => `${number(one[name])} ${unit}`),
    wanted,
  ]
  return table([
    ['what', ...[few, full].map(({ entries }) => `${number(entries)} entries`), 'wanted'],
    row('start to the first page', 'start', '≤ 3,000 ms'),
    row('the first start after the files were added by hand', 'firstStart', ''),
    row('memory at rest', 'memory', `≤ ${number(few.memory + 120)} MB`, 'MB'),
    row('a save of one entry, p50', 'save', `≤ ${number(few.save * 1.2)} ms`),
    row('its page right after it, p50', 'page', ''),
    row('dashboard with the check of all links right after a save, p50', 'dashboard', ''),
    row('list in the administrator area, p95', 'list', '≤ 100 ms'),
    row('the same with a search, p95', 'search', '≤ 100 ms'),
    row('sitemap, p50', 'sitemap', ''),
  ])
}

async function grades(site: BenchSite) {
  const times = await measureGrades(site, isQuick ? 10 : 50)
  return table([
    [`${number(times.grades)} grades of 20 values`, 'measured', 'wanted'],
    ['start to the first page', `${number(times.start)} ms`, `≤ ${number(times.shippedStart + 500)} ms`],
    ...times.finder.flatMap(({ what, p50, p95, bytes }) => [
      [`finder: ${what}, p50`, `${number(p50)} ms`, '≤ 20 ms'],
      ['the same, p95', `${number(p95)} ms`, ''],
      ['its page, with gzip', `${number(bytes)} bytes`, '≤ 60,000 bytes'],
    ]),
    ['finder right after 200 grades were published', `${number(times.afterSave)} ms`, ''],
    ['preview of 200 grades with 20 new values each', `${number(times.preview)} ms`, '≤ 2,000 ms'],
    ['their publication at one moment', `${number(times.publish)} ms`, ''],
    ['all grades as a CSV file', `${number(times.export)} ms`, ''],
  ])
}

async function releases(site: BenchSite) {
  const { sections: count, files, published, usual, meanwhile, screens } = await measureRelease(site)
  const rows = table([
    ['what', 'measured', 'wanted'],
    [`${count} sections and ${files} files, published`, `${number(published)} ms`, '≤ 1,000 ms'],
    ['home page, a request every 10 ms, usual p99', `${number(usual.p99)} ms`, ''],
    ['the same while and after it is published, p99', `${number(meanwhile.p99)} ms`, '≤ 2 × usual'],
    ...screens.map(({ page, p95 }) => [`${page}, p95`, `${number(p95)} ms`, '≤ 200 ms']),
  ])
  return `${rows}\n\nThe screens with 50 releases, about 180 drafts and 50,000 events in the audit log.`
}

async function search() {
  const all = await measureSearch('content', isQuick ? 5 : 50)
  return table([
    ['entries', 'index made', 'longest slice', 'memory', 'a question, p95', 'after a change, p95'],
    ...all.map(({ entries, build, slice, memory: heap, question, afterChange }) => [
      number(entries),
      `${number(build)} ms`,
      `${number(slice)} ms`,
      `${number(heap)} MB`,
      `${number(question)} ms`,
      `${number(afterChange)} ms`,
    ]),
    ['wanted', '≤ 500 ms, 3,000 ms', '≤ 20 ms', '≤ 4 MB, 25 MB', '≤ 10 ms', ''],
  ])
}

async function preview(site: BenchSite) {
  const { closed, p50, p95 } = await measurePreview(site)
  return table([
    ['what', 'measured', 'wanted'],
    ['from a key to the changed page, p50', `${number(p50)} ms`, ''],
    ['the same, p95', `${number(p95)} ms`, '≤ 150 ms'],
    ['scripts of the preview while it is closed', number(closed), '0'],
  ])
}

async function memory(site: BenchSite) {
  const { rows, idle, most } = await measureMemory(site, isQuick ? 2 : 25)
  const worst = Math.max(...rows.map(({ both }) => both))
  return [
    table([
      ['what', 'requests', 'statuses', 'host, most', 'decoder, most', 'both, most'],
      ...rows.map((row) => [
        row.what,
        number(row.requests),
        row.statuses,
        `${number(row.host)} MB`,
        `${number(row.decoder)} MB`,
        `${number(row.both)} MB`,
      ]),
    ]),
    table([
      ['what', 'measured', 'wanted'],
      ['both at the worst moment', `${number(worst)} MB`, '≤ 320 MB'],
      ['host afterwards, the decoder has ended', `${number(idle)} MB`, '≤ 160 MB'],
      ['most of the host at any time', `${number(most)} MB`, ''],
    ]),
    'Resident memory (RSS); for the decoder without the executable of Node, whose pages it shares with the host. The requests ' +
      'of an hour run one after the other, as fast as the host responds.',
  ].join('\n\n')
}

async function quality(site: BenchSite) {
  const rows = await measurePageQuality(site)
  return table([
    [
      'page',
      'performance',
      'accessibility',
      'best practices',
      'SEO',
      'LCP ms',
      'TBT ms',
      'by processor time',
      'CLS',
      'all',
      'script',
      'CSS',
      'fonts',
    ],
    ...rows.map((row) => [
      row.path,
      number(row.performance),
      number(row.accessibility),
      number(row.bestPractices),
      number(row.seo),
      number(row.largestContentfulPaint),
      number(row.totalBlockingTime),
      number(row.processorBlockingTime),
      number(row.cumulativeLayoutShift),
      kilobytes(row.bytes.all),
      kilobytes(row.bytes.script),
      kilobytes(row.bytes.stylesheet),
      kilobytes(row.bytes.font),
    ]),
  ])
}

async function interactions(site: BenchSite) {
  const rows = await measureInteractions(site)
  const shown = rows.map(({ page, what, toPaint, processor }) => [
    page,
    what,
    `${number(toPaint)} ms`,
    `${number(processor)} ms`,
    '≤ 100 ms',
  ])
  const head = ['page', 'what', 'to the next paint, p50', 'processor time of the page', 'wanted']
  return `${table([head, ...shown])}\n\nA phone with a quarter of the speed of this processor. Each is the first one on a loaded page.`
}

/** A table in Markdown, its columns aligned for readers of the text. The first row is the heading. */
function table(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

/** `12,340`, `0.83`, `1.5`: at least three digits, and no more decimals than needed for that. */
function number(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return ''
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en', { maximumFractionDigits: digits })
}

/** Bytes in thousands: `103 kB`. */
function kilobytes(bytes: number): string {
  return `${number(bytes / 1000)} kB`
}
