import type { DocumentKindId } from '#app/site/collections/documents/document-kinds.ts'
import { isQuarterOver, QUARTERS, type Period, type Quarter } from '#app/site/collections/documents/financial-period.ts'
import { isCaptions } from '#app/site/collections/documents/films.ts'
import { RESULT_KINDS, type ResultKind } from '#app/site/collections/documents/result-kinds.ts'
import type { RegisteredDocument } from './register.server.ts'

/** Within a year, the last period first. */
const PERIODS_IN_ORDER = ['year', 'h2', 'q4', 'q3', 'h1', 'q2', 'q1'] as const satisfies readonly Period[]

/** A document in a cell. */
export type ResultDocument = Pick<RegisteredDocument, 'slug' | 'title' | 'fileUrl' | 'date' | 'language'> & {
  files: readonly { title: string; fileUrl: string }[]
  /** The page on which visitors watch its films. */
  watch?: string
}

/** A period and its documents by kind. */
export interface ResultPeriod {
  financialYear: string
  period: Period
  documents: { [Kind in ResultKind]?: readonly ResultDocument[] }
}

/** A financial year and its periods, the last one first. */
export interface ResultYear {
  financialYear: string
  periods: readonly ResultPeriod[]
}

/**
 * The documents on results by financial year and period, the newest first. A year that has a document for a quarter has
 * all quarters that are over on the day `today`, so that visitors see what is missing. Other periods are there if they
 * have a document: so is the last quarter of a year whose results are public, which include it.
 */
export function resultYears(
  registered: readonly RegisteredDocument[],
  today: string,
  watchPageOf: (slug: string) => string | undefined,
): ResultYear[] {
  const kinds = new Set<DocumentKindId>(RESULT_KINDS.map(({ kind }) => kind))
  const ofResults = registered.filter(({ kind, financialYear }) => kinds.has(kind) && financialYear !== '')
  const years = [...new Set(ofResults.map(({ financialYear }) => financialYear))].sort().reverse()
  return years.map((financialYear) => {
    const documents = ofResults.filter((document) => document.financialYear === financialYear)
    const periods = periodsOf(financialYear, new Set(documents.map(({ period }) => period)), today)
    return {
      financialYear,
      periods: periods.map((period) => ({
        financialYear,
        period,
        documents: byKind(
          documents.filter((document) => document.period === period),
          watchPageOf,
        ),
      })),
    }
  })
}

/** The results that were disclosed last, without what belongs to them. */
export function latestResults(
  years: readonly ResultYear[],
): Pick<ResultDocument, 'title' | 'fileUrl' | 'date'> | undefined {
  const results = years.flatMap(({ periods }) =>
    periods.flatMap(({ documents }) => documents['financial-results'] ?? []),
  )
  const [latest] = results.toSorted((one, other) => (one.date > other.date ? -1 : 1))
  return latest && { title: latest.title, fileUrl: latest.fileUrl, date: latest.date }
}

function periodsOf(financialYear: string, known: ReadonlySet<Period>, today: string) {
  const hasQuarters = QUARTERS.some((quarter) => known.has(quarter))
  const isIncluded = (quarter: Quarter) => quarter === 'q4' && known.has('year')
  const expected = QUARTERS.filter((quarter) => isQuarterOver(financialYear, quarter, today) && !isIncluded(quarter))
  return PERIODS_IN_ORDER.filter(
    (period) => known.has(period) || (hasQuarters && expected.some((quarter) => quarter === period)),
  )
}

function byKind(documents: readonly RegisteredDocument[], watchPageOf: (slug: string) => string | undefined) {
  const cells = RESULT_KINDS.map(({ kind }) => [
    kind,
    documents.filter((one) => one.kind === kind).map((one) => cellDocument(one, watchPageOf(one.slug))),
  ])
  return Object.fromEntries(cells) as ResultPeriod['documents']
}

function cellDocument(
  { slug, title, fileUrl, date, language, files }: RegisteredDocument,
  watch: string | undefined,
): ResultDocument {
  return {
    slug,
    title,
    fileUrl,
    date,
    language,
    files: files
      .filter((file) => !isCaptions(file))
      .map(({ title: name, fileUrl: file }) => ({ title: name, fileUrl: file })),
    ...(watch !== undefined && { watch }),
  }
}
