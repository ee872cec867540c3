import { createRequire } from 'node:module'
import type { DocumentBlock, DocumentInput } from '#app/cms/media/decoding/decoder-jobs.ts'
import { formatLongDay } from '#app/cms/platform/format/day.ts'
import { PROFILE } from '#app/site/profile.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { NO_SPECIFICATION } from './no-specification.ts'
import type { DataSheet, SheetFact } from './data-sheet.server.ts'

const { resolve } = createRequire(import.meta.url)

const COLUMNS = ['Property', 'Value', 'Unit', 'Method', 'Condition', 'Basis']
const CONDITION = COLUMNS.indexOf('Condition')

/** The data sheet of a grade as a document: one A4 for the usual number of values. `origin` is that of the site. */
export function sheetDocument({ content }: SiteReader, sheet: DataSheet, origin: string): DocumentInput {
  const { companyName = '', contacts } = content.find(siteDetails)?.value ?? {}
  const { title, product, edition, editionDate, state, successor, formerNames } = sheet
  const office = contacts?.registeredOffice
  const hasConditions = sheet.groups.some(({ values }) => values.some(({ condition }) => condition !== ''))
  const withoutEmpty = <Cell>(cells: Cell[]) => (hasConditions ? cells : cells.toSpliced(CONDITION, 1))
  const states = [state, successor ? `Successor: ${successor.title}` : '']
  return {
    title: [`${title} data sheet`, companyName].filter(Boolean).join(', '),
    author: companyName,
    language: PROFILE.language,
    created: editionDate === '' ? 0 : Date.parse(`${editionDate}T00:00:00Z`),
    colours: { text: '#0b1f33', accent: '#a84e1a' },
    fonts: {
      headings: resolve('#document-fonts/archivo-semibold.ttf'),
      texts: ['archivo-regular', 'dejavu-sans', 'noto-sans-devanagari'].map((name) =>
        resolve(`#document-fonts/${name}.ttf`),
      ),
    },
    blocks: [
      {
        kind: 'title',
        text: title,
        lead: sheet.use,
        facts: [
          ...[companyName, product.title, editionInWords(edition, editionDate)],
          ...[states.filter(Boolean).join('. '), formerNames.length > 0 ? `Formerly ${formerNames.join(', ')}` : ''],
        ].filter(Boolean),
      },
      ...sheet.groups.flatMap(({ title: name, values }, index): DocumentBlock[] => [
        { kind: 'heading', text: name },
        {
          kind: 'table',
          title: `${name} values`,
          columns: index === 0 ? withoutEmpty(COLUMNS) : [],
          shares: withoutEmpty([30, 15, 11, 20, 17, 9]),
          rows: values.map(({ name: property, text, unit, method, condition, basis }) =>
            withoutEmpty([property, text, unit, method, condition, basis]),
          ),
        },
      ]),
      { kind: 'text', text: NO_SPECIFICATION, isSmall: true },
      ...factTable(
        'Standards',
        sheet.standards.map(({ name, relation }) => ({ name: relation, text: name })),
      ),
      ...factTable('Use', sheet.facts),
      ...factTable('Processing and supply', sheet.supply),
    ],
    footer: [companyName, office?.email, office?.phone, origin + sheet.href].filter(Boolean).join('  ·  '),
  }
}

/** `Edition 3, 12 October 2026` */
function editionInWords(number: number, date: string) {
  return `Edition ${number}${date === '' ? '' : `, ${formatLongDay(date)}`}`
}

function factTable(title: string, facts: readonly SheetFact[]): DocumentBlock[] {
  if (facts.length === 0) return []
  return [
    { kind: 'heading', text: title },
    { kind: 'table', title, columns: [], shares: [30, 72], rows: facts.map(({ name, text }) => [name, text]) },
  ]
}
