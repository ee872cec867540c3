import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { stringify } from 'yaml'
import { MAX_ENTRIES } from '#app/cms/define/define-collection.ts'
import { oneStart, timeOfStart, type BenchSite } from './bench-site.ts'
import { getOk, median, percentile, timed, whenIdle, type Server } from './servers.ts'

const STARTS = 5

/** Rows and values of the pasted table. */
const PASTED = { rows: 200, values: 20 }

/** Properties of the shipped catalogue with their usual method, of which every grade has a value. */
const PROPERTIES = [
  ['tensile-strength', 'Tensile strength', 'MPa', 'IEC 60811-501'],
  ['elongation', 'Elongation', '%', 'IEC 60811-501'],
  ['hardness-a', 'Hardness A', 'Shore A', 'ISO 868'],
  ['hardness-d', 'Hardness D', 'Shore D', 'ISO 868'],
  ['density', 'Density', 'g/cm³', 'ISO 1183'],
  ['melt-flow', 'Melt flow', 'g/10 min', 'ISO 1133'],
  ['oxygen-index', 'Oxygen index', '%', 'ASTM D2863'],
  ['acid-gas', 'Halogen acid gas', '%', 'IEC 60754-1'],
  ['gas-ph', 'pH of the gas', '', 'IEC 60754-2'],
  ['gas-conductivity', 'Conductivity of the gas', 'µS/mm', 'IEC 60754-2'],
  ['hot-set', 'Hot set', '%', 'IEC 60811-507'],
  ['brittleness', 'Brittleness temperature', '°C', 'ASTM D746'],
  ['strength-after-ageing', 'Tensile strength retained after ageing', '%', 'IEC 60811-401'],
  ['elongation-after-ageing', 'Elongation retained after ageing', '%', 'IEC 60811-401'],
  ['dielectric-strength', 'Dielectric strength', 'kV/mm', 'IEC 60243-1'],
  ['permittivity', 'Relative permittivity', '', 'IEC 62631-2-1'],
  ['stress-cracking', 'Stress cracking (ESCR)', 'h', 'ASTM D1693'],
  ['peel', 'Peel strength', 'N/mm', 'ISO 21809-1'],
  ['indentation', 'Indentation', 'mm', 'ISO 21809-1'],
  ['smoke-density', 'Smoke density', '', 'ASTM E662'],
] as const

const PRODUCTS = ['pvc-compound', 'pe-compound', 'xlpe-compound', 'hffr-compound']
const LAYERS = ['Insulation', 'Sheath', 'Inner sheath', 'Bedding', 'Screen']
const COLOURS = ['Black', 'Grey', 'Natural', 'Red', 'Orange']
const STANDARDS = [
  ['IEC 60502', '1', 'ST2'],
  ['IEC 60502', '2', 'ST8'],
  ['IS 5831', '', 'Type A'],
  ['IS 7098', '1', ''],
  ['EN 50363', '7', ''],
  ['BS 7655', '4', 'TM1'],
]

/** A site with as many grades as there can be, 20 values each: times in milliseconds, compressed sizes in bytes. */
export interface GradeTimes {
  grades: number
  /** To the first page; and of the site as it is shipped. */
  start: number
  shippedStart: number
  /** Questions to the finder, each asked once, so that none is in the cache. */
  finder: { what: string; p50: number; p95: number; bytes: number }[]
  /** The first question after a save: what is known of the grades is computed anew. */
  afterSave: number
  /** The table of 200 grades with 20 values, all of them changed, until its preview is there; and its publication. */
  preview: number
  publish: number
  /** The export of all grades. */
  export: number
}

export async function measureGrades(site: BenchSite, rounds: number): Promise<GradeTimes> {
  const shipped = await site.copy()
  const full = await site.copy()
  try {
    await addGrades(full)
    for (const one of [shipped, full]) await oneStart(one)
    const starts = { shipped: [] as number[], full: [] as number[] }
    for (let round = 0; round < STARTS; round += 1) {
      starts.shipped.push(await timeOfStart(shipped))
      starts.full.push(await timeOfStart(full))
    }
    const host = await full.start()
    try {
      await whenIdle(host.pid)
      return {
        grades: MAX_ENTRIES,
        start: median(starts.full),
        shippedStart: median(starts.shipped),
        finder: await askFinder(host, rounds),
        ...(await measureStaff(full, host)),
      }
    } finally {
      await host.stop()
    }
  } finally {
    await shipped.remove()
    await full.remove()
  }
}

/** Times and sizes of the finder for several kinds of questions, each with another bound, so that none is cached. */
async function askFinder(host: Server, rounds: number): Promise<GradeTimes['finder']> {
  const questions: { what: string; query: (round: number) => string }[] = [
    { what: 'all grades, a page of them', query: (round) => `page=${round + 2}` },
    {
      what: 'a layer, a standard and a bound',
      query: (round) => `layer=Sheath&standard=IEC+60502&${bound(1, 0, round)}`,
    },
    { what: 'three bounds', query: (round) => [1, 2, 3].map((at) => bound(at, at - 1, round)).join('&') },
    { what: 'words that name a standard', query: (round) => `q=iec60502+st${(round % 9) + 1}&${bound(1, 0, round)}` },
    { what: 'nothing fits', query: (round) => `layer=Sheath&${bound(1, 0, round, 9_000)}` },
  ]
  const found: GradeTimes['finder'] = []
  for (const { what, query } of questions) {
    const times: number[] = []
    let page: Uint8Array = new Uint8Array()
    for (let round = 0; round < rounds; round += 1) {
      const address = `${host.origin}/products/grades?${query(round)}`
      times.push(
        await timed(async () => {
          const { body } = await getOk(address)
          page = body
        }),
      )
    }
    found.push({ what, p50: median(times), p95: percentile(times, 0.95), bytes: gzipSync(page).byteLength })
  }
  return found
}

function bound(at: number, property: number, round: number, from = 10) {
  const [key = '', , , method = ''] = PROPERTIES[property] ?? []
  const name = encodeURIComponent([key, method.replace(' ', '').toLowerCase(), ''].join('|'))
  return `value${at}=${name}&min${at}=${from + round / 100}`
}

async function measureStaff(site: BenchSite, host: Server) {
  const headers = { cookie: await site.cookie(host.origin), origin: host.origin }
  const sheet = `${host.origin}/admin/grades/~spreadsheet`
  const exported = await timed(() => getOk(`${sheet}.csv`, { headers }))
  const text = pastedTable()
  const post = async (fields: Record<string, string>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries({ sheet: text, ...fields })) body.append(name, value)
    const response = await fetch(sheet, { method: 'POST', headers, body, redirect: 'manual' })
    return { status: response.status, text: await response.text() }
  }
  const previews: number[] = []
  let seen = ''
  for (let round = 0; round < STARTS; round += 1) {
    const begun = performance.now()
    const { status, text: page } = await post({ intent: 'compare' })
    previews.push(performance.now() - begun)
    seen = (/name="seen" value="([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&quot;', '"')
    if (status !== 200 || seen === '') throw new Error(`The preview failed with ${status}`)
  }
  const publish = await timed(async () => {
    const { status, text: page } = await post({ intent: 'publish', seen, 'what-changed': 'Measured anew' })
    if (status !== 303) throw new Error(`The publication failed with ${status}: ${page.slice(0, 500)}`)
  })
  const afterSave = await timed(() => getOk(`${host.origin}/products/grades?layer=Sheath`))
  return { preview: median(previews), publish, export: exported, afterSave }
}

function pastedTable() {
  const headings = PROPERTIES.slice(0, PASTED.values).map(
    ([, title, unit, method]) => `${title}${unit === '' ? '' : ` [${unit}]`} {${method}}`,
  )
  const rows = Array.from({ length: PASTED.rows }, (_, at) => [
    titleOf(at),
    ...PROPERTIES.map((_property, index) => String(numberOf(at, index) + 1)),
  ])
  return [['Name', ...headings], ...rows].map((cells) => cells.join('\t')).join('\n')
}

async function addGrades({ contentDir }: BenchSite) {
  const folder = path.join(contentDir, 'grades')
  const shipped = (await readdir(folder)).length
  for (let at = 0; at < MAX_ENTRIES - shipped; at += 1) {
    const [standard = '', part = '', type = ''] = STANDARDS[at % STANDARDS.length] ?? []
    const grade = {
      title: titleOf(at),
      product: PRODUCTS[at % PRODUCTS.length],
      use: `Cables of class ${at % 7}, in plants and in the open`,
      layer: LAYERS[at % LAYERS.length],
      voltages: [['low', 'medium', 'extra-high'][at % 3]],
      temperature: ['70', '90', '105'][at % 3],
      colours: [COLOURS[at % COLOURS.length], COLOURS[(at + 1) % COLOURS.length]],
      meets: [{ standard, part, type, relation: 'meets' }],
      values: PROPERTIES.map(([property, , , method], index) => ({
        ...{ property, kind: 'number', value: String(numberOf(at, index)), method },
      })),
    }
    await writeFile(path.join(folder, `bench-${at}.yaml`), stringify(grade))
  }
}

function titleOf(at: number) {
  return `BX ${at}`
}

function numberOf(at: number, index: number) {
  return 10 + ((at * 7 + index * 13) % 60)
}
