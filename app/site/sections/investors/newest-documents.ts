import type { DocumentInfo } from '#app/cms/media/document-info.tsx'
import type { YearlyDocument } from '#app/site/sections/reports/documents.ts'
import type { Reports } from '#app/site/sections/reports/reports.ts'
import type { Financials } from './financials.ts'
import type { Governance } from './governance.ts'
import type { Investors } from './investors.ts'
import type { Management } from './management.ts'

export interface NewestDocument {
  title: string
  /** YYYY-MM-DD */
  date: string
  address: string
  /** True if the address is that of a page about the document. */
  isPage: boolean
}

interface Content {
  investors: Pick<Investors, 'offerDocuments'> | undefined
  financials: Financials | undefined
  reports: Reports | undefined
  management: Pick<Management, 'committees'> | undefined
  governance: Governance | undefined
}

/** Number of documents that the top of the investors page lists. */
const SHOWN = 5

/**
 * The newest documents of all parts of the investors page. `documents` has the dates of our own files, by address. A
 * document without a date is left out.
 */
export function newestDocuments(
  { investors, financials, reports, management, governance }: Content,
  documents: { [address: string]: DocumentInfo | undefined },
): NewestDocument[] {
  const files = [
    ...[...(reports?.reports ?? []), ...(financials?.annualReturns ?? []), ...(financials?.groupCompanies ?? [])].map(
      withYear,
    ),
    ...(financials?.results ?? []),
    ...(financials?.materialCreditors ?? []),
    ...(financials?.materialContracts ?? []),
    ...(management ? [management.committees] : []),
    ...(governance?.policies ?? []),
  ].map((file: { title: string; fileUrl: string; date?: string }) => ({
    title: file.title,
    date: documents[file.fileUrl]?.date ?? file.date ?? '',
    address: file.fileUrl,
    isPage: false,
  }))
  const pages = (investors?.offerDocuments ?? []).map(({ title, date, link }) => ({
    title,
    date,
    address: link,
    isPage: true,
  }))
  return [...pages, ...files]
    .filter(({ date }) => date !== '')
    .sort((a, b) => b.date.localeCompare(a.date))
    .slice(0, SHOWN)
}

/** The document with its year in its title, if the title does not say the year. */
export function withYear(document: YearlyDocument) {
  return { ...document, title: `${document.title} ${document.year}` }
}
