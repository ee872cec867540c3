import type { Client } from '#test/reliability/client.ts'
import { Ledger } from './ledger.ts'

/** A place of the site whose text staff change repeatedly, and what visitors may find there. */
export interface Place {
  name: string
  /** The page that shows it. */
  address: string
  /** True if staff save it by its form, at the address for browsers; otherwise by the API of a node. */
  byForm: boolean
  ledger: Ledger
  save: (client: Client, version: number) => Promise<void>
  /** The version that a page shows; NaN for none or more than one. */
  versionIn: (html: string) => number
}

/** The places of a run. `mark` makes their texts differ from those of another run. */
export function makePlaces(mark: string): Place[] {
  const versionAfter = (before: string) => (html: string) => {
    const found = new RegExp(`${before}([^<]*)<`).exec(html)?.[1]
    if (found === undefined) return Number.NaN
    return Number(new RegExp(`^${mark} (\\d+)$`).exec(found)?.[1] ?? 0)
  }
  const record = (resource: string, path: string, field: string) => ({
    byForm: false,
    ledger: new Ledger(),
    save: async (client: Client, version: number) => {
      await client.put(path, { ...(await client.read(resource)), [field]: `${mark} ${version}` })
    },
  })
  const form = (section: string, field: string, textOf: (version: number) => string) => ({
    byForm: true,
    ledger: new Ledger(),
    save: async (client: Client, version: number) => {
      await client.saveForm(section, { ...(await client.form(section)), [field]: textOf(version) })
    },
  })
  return [
    {
      name: 'figures of the home page',
      address: '/',
      byForm: false,
      ledger: new Ledger(),
      save: async (client, version) => {
        await client.put('stats/stats', { ...(await client.read('stats')), capacity: String(CAPACITY + version) })
      },
      versionIn: (html) => {
        const capacity = Number(/capacity a year<.*?data-final="([\d,]+)"/s.exec(html)?.[1]?.replaceAll(',', ''))
        return capacity === SHIPPED_CAPACITY ? 0 : capacity - CAPACITY
      },
    },
    {
      name: 'quality control of the home page',
      address: '/',
      ...record('qualitycontrol', 'qualitycontrol/quality-control', 'title'),
      versionIn: versionAfter('id="quality-control-title">'),
    },
    {
      name: 'contact page',
      address: '/contactus',
      ...record('contact', 'contact', 'description'),
      versionIn: versionAfter('class="intro__lead">'),
    },
    {
      name: 'services page',
      address: '/services',
      ...form('services', 'lead', (version) => `${mark} ${version}`),
      versionIn: versionAfter('class="intro__lead">'),
    },
    {
      name: 'text of the careers page',
      address: '/careers',
      ...form('careers', 'body', longText),
      versionIn: (html) => {
        // The visible part of the page, without the data for its scripts.
        const shown = html.slice(html.indexOf('<main'), html.indexOf('</main'))
        const numbers = new Set(shown.match(/(?<=Paragraph )\d+(?=\.)/g))
        return numbers.size > 1 ? Number.NaN : Number([...numbers][0] ?? 0)
      },
    },
  ]
}

const SHIPPED_CAPACITY = 60_000
const CAPACITY = 100_000

/** About 8 kB in which every paragraph has the number, so that a torn or mixed page is noticed. */
function longText(version: number) {
  return Array.from({ length: 40 }, () => `Paragraph ${version}. ${'Polymer compound. '.repeat(10)}`).join('\n\n')
}
