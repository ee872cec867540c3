import { z } from 'zod'
import { choice, day, line, list, optionalDay, optionalDocumentUrl, optionalLine } from '#app/cms/define/fields.ts'
import { newEntryId } from '#app/cms/platform/http/form-envelope.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { FURTHER_KINDS, type DocumentKindId } from '#app/site/collections/documents/document-kinds.ts'
import { titleOfDocument } from '#app/site/collections/documents/document-title.ts'
import { fileType } from '#app/site/collections/documents/file-type.ts'
import {
  coversPeriod,
  isFinancialYear,
  lastQuarterBefore,
  PERIODS,
  type Period,
} from '#app/site/collections/documents/financial-period.ts'
import { FURTHER_FILE, MAX_ROWS, ROW_KINDS, type PublicDocument } from './results-day-kinds.ts'

const RESULTS = 'financial-results' satisfies DocumentKindId

const row = z.strictObject({
  /** Left out in a row that staff have added and not filled in. */
  kind: choice('Kind', ROW_KINDS).optional(),
  title: optionalLine('Title', 200),
  date: optionalDay('Date of disclosure'),
  fileUrl: optionalDocumentUrl('File', { also: FURTHER_KINDS }),
})
type Row = z.output<typeof row>

/** The form for the documents on the results of a quarter, all at once. */
export const resultsDay = z
  .strictObject({
    financialYear: line('Financial year', 7).refine(isFinancialYear, {
      error: 'Financial year must be written like 2024-25',
    }),
    period: choice('Period', Object.keys(PERIODS) as Period[], PERIODS),
    date: day('Date of disclosure'),
    documents: list('Documents', row, { max: MAX_ROWS }),
  })
  .check(({ value: { documents }, issues }) => {
    const refuse = (at: number, field: keyof Row, message: string) =>
      issues.push({ code: 'custom', input: documents[at]?.[field], path: ['documents', at, field], message })
    if (documents.every(({ fileUrl }) => fileUrl === ''))
      issues.push({ code: 'custom', input: documents, path: ['documents'], message: 'Choose at least one file' })
    documents.forEach((one, at) => {
      if (one.fileUrl === '') return
      if (one.kind === undefined) refuse(at, 'kind', 'Choose the kind of this document')
      else if (one.kind !== FURTHER_FILE && isData(one.fileUrl)) refuse(at, 'fileUrl', ONLY_FURTHER)
      else if (one.kind === FURTHER_FILE && !documents.some(isResults)) refuse(at, 'fileUrl', WITHOUT_RESULTS)
    })
  })
type ResultsDay = z.output<typeof resultsDay>

const WITHOUT_RESULTS =
  'This file belongs to the financial results. Choose their PDF above as well. If they are public already, open them and add this file there'
const ONLY_FURTHER = 'A spreadsheet or XBRL is a further file of the financial results. Choose it in the row for that'

/** What the fields show first. Nothing is saved. The date is that of results of the quarter that are public already. */
export function emptyResultsDay(known: readonly PublicDocument[]) {
  const quarter = lastQuarterBefore(today())
  const results = known.find((one) => one.kind === RESULTS && coversPeriod(one, quarter))
  const documents = ROW_KINDS.map((kind) => ({ kind, title: '', date: '', fileUrl: '' }))
  return { ...quarter, date: results?.date ?? today(), documents }
}

/** A document that a row of the form makes. */
export interface DocumentOfRow {
  /** Its content. Fields that are left out get the value that the schema has for them. */
  content: Readonly<Record<string, unknown>>
  /** The field of the form that a field of the content was typed in: `documents.2.date` for `date`. */
  fieldOf(name: string): string
}

/** The documents of the form. A row without a file makes none. */
export function documentsOf({ financialYear, period, date, documents }: ResultsDay): DocumentOfRow[] {
  const filled = documents.map((one, at) => ({ ...one, at })).filter(({ fileUrl }) => fileUrl !== '')
  const further = filled.filter(({ kind }) => kind === FURTHER_FILE)
  const withFurther = filled.find(isResults)
  return filled.flatMap((one) => {
    const { kind, at } = one
    if (kind === undefined || kind === FURTHER_FILE) return []
    const own = one === withFurther ? further : []
    return {
      content: {
        title: one.title || titleOfDocument(kind, { financialYear, period }),
        ...{ kind, financialYear, period },
        date: one.date || date,
        fileUrl: one.fileUrl,
        files: own.map(({ title, fileUrl }) => ({
          _id: newEntryId(),
          title: title || titleOfFurther(fileUrl),
          fileUrl,
        })),
      },
      fieldOf(name) {
        const [, file, field] = /^files\.(\d+)\.(\w+)$/.exec(name) ?? []
        const ofFile = file === undefined ? undefined : own[Number(file)]
        if (ofFile) return `documents.${ofFile.at}.${field}`
        if (name === 'financialYear' || name === 'period' || (name === 'date' && one.date === '')) return name
        return `documents.${at}.${name in row.shape ? name : 'fileUrl'}`
      },
    }
  })
}

function titleOfFurther(fileUrl: string) {
  const type = fileType(fileUrl)
  if (type === 'XBRL') return 'Results as XBRL'
  return type === 'XLSX' || type === 'CSV' ? 'Results as a spreadsheet' : 'Further file'
}

function isResults({ kind, fileUrl }: Row) {
  return kind === RESULTS && fileUrl !== '' && !isData(fileUrl)
}

/** True for a spreadsheet or XBRL of ours. */
function isData(address: string) {
  return address.startsWith('/') && ['XLSX', 'CSV', 'XBRL'].includes(fileType(address))
}
