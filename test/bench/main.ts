import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { makeSite, type BenchSite } from './bench-site.ts'
import { measureLongLists } from './long-lists.ts'
import { measureLargestImage, measurePageQuality } from './page-quality.ts'
import { kilobytes, machine, number, table } from './report.ts'
import { measureSaves, measureStore } from './saves.ts'
import { measureSlowClients } from './slow-clients.ts'
import { measureSoak } from './soak.ts'
import { measureStartUp } from './start-up.ts'
import { measureThroughput } from './throughput.ts'
import { measureTyping } from './typing.ts'

/**
 * `npm run bench`: measures the built site beside other servers, part by part, and prints one table a part.
 * `npm run bench -- throughput saves` runs these parts only; `--quick` takes a fraction of the time, for a first look;
 * `--write` puts the tables into docs/performance.md, where those of other parts stay.
 */
const words = process.argv.slice(2)
const isQuick = words.includes('--quick')
const wanted = words.filter((word) => !word.startsWith('--'))

const parts: Record<string, { title: string; measure: (site: BenchSite) => Promise<string> }> = {
  start: { title: 'Start and memory at rest', measure: start },
  throughput: { title: 'Requests per second on one core, 32 connections', measure: throughput },
  saves: { title: 'Saves', measure: saves },
  soak: { title: '1,000 connections while an administrator saves every second', measure: soak },
  slow: { title: '1,000 slow clients', measure: slow },
  lists: { title: 'Long lists', measure: lists },
  typing: { title: 'Typing in a long list', measure: typing },
  quality: { title: 'Lighthouse, mobile', measure: quality },
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
  const where = machine({ model: cpus()[0]?.model ?? 'unknown', cores: cpus().length, memory: totalmem() })
  const all = Object.values(parts).flatMap(({ title }) => {
    const isOfPart = (section: string) => section.startsWith(`## ${title}\n`)
    const measured = sections.find(isOfPart)
    const date = new Date().toISOString().slice(0, 10)
    return measured === undefined ? earlier.filter(isOfPart) : [`${measured}\n\nMeasured on ${date}: ${where}.`]
  })
  const intro = '# Performance\n\nWritten by `npm run bench -- --write`.'
  await writeFile(REPORT, `${[intro, ...all].join('\n\n')}\n`)
}

async function start(site: BenchSite) {
  const { start: time, memory } = await measureStartUp(site)
  return table([
    ['what', 'measured', 'wanted'],
    ['start to the first page, warm disk', `${number(time)} ms`, '≤ 1,500 ms'],
    ['memory at rest', `${number(memory)} MB`, '≤ 130 MB'],
  ])
}

async function throughput(site: BenchSite) {
  const rows = await measureThroughput(site, isQuick ? 2 : 10)
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

async function saves(site: BenchSite) {
  const store = await measureStore(site, isQuick ? 100 : 1000)
  const result = await measureSaves(site, isQuick ? 100 : 1000)
  return table([
    ['what', 'measured', 'wanted'],
    ['fsync, rename, fsync, p50', `${number(store.disk)} ms`, ''],
    ['a save by the store, p50', `${number(store.save)} ms`, ''],
    ['a save in such writes', number(store.save / store.disk), '≤ 3'],
    ['a save over HTTP, as the program that sends it sees it, p50', `${number(result.save)} ms`, ''],
    ['saves that the next request shows', `${result.visible} of ${result.saves}`, 'all'],
    ['home page right after a save, p50', `${number(result.firstView)} ms`, '≤ 25 ms'],
    ['100 visitors at once right after a save, until the last has it, p50', `${number(result.crowd)} ms`, ''],
    ['the same where the page is kept, p50', `${number(result.kept)} ms`, ''],
  ])
}

async function soak(site: BenchSite) {
  const { ours, nginx, edits, memory } = await measureSoak(site, isQuick ? 5 : 60)
  return table([
    ['what', 'ours', 'nginx, without saves', 'wanted'],
    ['requests/s', number(ours.requestsPerSecond), number(nginx.requestsPerSecond), ''],
    ['p50', `${number(ours.p50)} ms`, `${number(nginx.p50)} ms`, ''],
    ['p99', `${number(ours.p99)} ms`, `${number(nginx.p99)} ms`, '≤ 10 × nginx'],
    ['errors', number(ours.errors + edits.failures), number(nginx.errors), '0'],
    ['saves', number(edits.saves), '', ''],
    ['looks meanwhile, and stale ones', `${number(edits.looks)}, ${number(edits.stale)}`, '', '0 stale'],
    ['most memory', `${number(memory)} MB`, '', '≤ 220 MB'],
  ])
}

async function slow(site: BenchSite) {
  const rows = await measureSlowClients(site, isQuick ? 12 : 30)
  return table([
    ['slow at', 'p99 of other visitors', 'their failures', 'wanted'],
    ...rows.map(({ mode, p99, failures }) => [mode, `${number(p99)} ms`, number(failures), '≤ 500 ms, none']),
  ])
}

async function lists(site: BenchSite) {
  const rows = await measureLongLists(site)
  return table([
    ['gallery of', 'first render p50', 'for each picture', 'save p50', 'for each picture'],
    ...rows.map(({ items, page, save }) => [
      number(items),
      `${number(page)} ms`,
      `${number((page / items) * 1000)} µs`,
      `${number(save)} ms`,
      `${number((save / items) * 1000)} µs`,
    ]),
  ])
}

async function typing(site: BenchSite) {
  const { pictures, key } = await measureTyping(site)
  return table([
    ['editor of a gallery of', 'script for each key', 'wanted'],
    [number(pictures), `${number(key)} ms`, '≤ 50 ms'],
  ])
}

async function quality(site: BenchSite) {
  const rows = await measurePageQuality(site)
  const largest = await measureLargestImage(site)
  const scores = table([
    [
      'page',
      'performance',
      'accessibility',
      'best practices',
      'SEO',
      'LCP ms',
      'TBT ms',
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
      number(row.cumulativeLayoutShift),
      kilobytes(row.bytes.all),
      kilobytes(row.bytes.script),
      kilobytes(row.bytes.stylesheet),
      kilobytes(row.bytes.font),
    ]),
  ])
  return `${scores}\n\nLargest image a phone paints on the home page: ${kilobytes(largest.bytes)} (wanted ≤ 90 kB).`
}
