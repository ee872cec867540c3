import type { ChecklistSite } from '#app/cms/define/site-checklist.ts'
import { kindOf, type DocumentKindId } from '#app/site/collections/documents/document-kinds.ts'
import { coversPeriod, type FinancialPeriod } from '#app/site/collections/documents/financial-period.ts'
import { fixedAddress } from '#app/site/collections/documents/fixed-address.ts'
import { listedDocument } from '#app/site/sections/document-register/listed-document.ts'
import { documentRegister, type RegisteredDocument } from '#app/site/sections/document-register/register.server.ts'
import { factOf } from './company-facts.server.ts'
import type { DisclosureRow } from './disclosure-rows.ts'
import { disclosures } from './disclosures.ts'
import type { DuePeriod } from './due-period.ts'
import { factOfEvidence, kindOfEvidence } from './evidence.ts'

/** Where the public can read what a row asks for. */
export interface DisclosureLink {
  href: string
  label: string
  /** The day of disclosure of a document, YYYY-MM-DD. */
  date?: string | undefined
  /** True if the browser opens a file there, and no page of the site. */
  isFile?: boolean | undefined
}

/** One thing that shows a row: a document, an entry of a fact, or the fact, page or statement as a whole. */
export interface ShownThing {
  /** Undefined for what is for no period. */
  period: FinancialPeriod | undefined
  /** The day of its disclosure, YYYY-MM-DD; '' for what has none. */
  date: string
  /** '' for what has no language. */
  language: string
}

/** What is public of what a row asks for. */
export interface RowEvidence {
  things: readonly ShownThing[]
  /** The newest documents, or one page. */
  links: readonly DisclosureLink[]
  /** Documents besides those of `links`. */
  moreDocuments: number
  /** Documents of this kind that were public and are withdrawn, with the day of the withdrawal. */
  withdrawn: readonly (ShownThing & { on: string })[]
}

/** The most documents that a row names. */
const MAX_LINKS = 3

const NOTHING: RowEvidence = { things: [], links: [], moreDocuments: 0, withdrawn: [] }

/**
 * What is public of what a row asks for. `since`: the day since when the row applies, '' for always; undefined if it does
 * not apply yet.
 */
export function evidenceOf(row: DisclosureRow, site: ChecklistSite, since: string | undefined): RowEvidence {
  const kind = kindOfEvidence(row.evidence)
  if (kind) return documentsOf(kind, site, row.applies === 'always' ? '' : since)
  const { content } = site
  if (row.evidence === 'page') {
    const label = site.nameOfPage(row.pageLink)
    return label === undefined ? NOTHING : { ...NOTHING, things: WHOLE, links: [{ href: row.pageLink, label }] }
  }
  // A statement is public where the rows are.
  if (row.evidence === 'text')
    return content.find(disclosures)?.value.state === 'on' ? { ...NOTHING, things: WHOLE } : NOTHING
  const fact = factOf(factOfEvidence(row.evidence) ?? '')
  if (!fact?.isShown(content)) return NOTHING
  const things = fact.parts?.(content).map(({ financialYear, language = '' }) => ({
    period: financialYear === undefined ? undefined : { financialYear, period: 'year' as const },
    ...{ date: '', language },
  }))
  return { ...NOTHING, things: things ?? WHOLE, links: [{ href: fact.page, label: fact.label }] }
}

const WHOLE: readonly ShownThing[] = [{ period: undefined, date: '', language: '' }]

/**
 * True for what is for a period: for the same one, or for a longer one that ends on the same day. A document without a
 * period covers the time until its disclosure.
 */
export function isForPeriod({ period, date }: ShownThing, due: DuePeriod): boolean {
  return period ? coversPeriod(period, due) : date >= due.lastDay
}

function documentsOf(kind: DocumentKindId, site: ChecklistSite, since: string | undefined): RowEvidence {
  const register = site.service(documentRegister)
  // Each stage has documents of its own: those of an earlier one do not show the row.
  const isOfStage = ({ date }: RegisteredDocument) =>
    !kindOf(kind).isOfEachStage || (since !== undefined && date >= since)
  const ofKind = register.withWithdrawn().filter((document) => document.kind === kind && isOfStage(document))
  const found = ofKind.filter(({ withdrawn, fileUrl }) => !withdrawn && site.hasFile(fileUrl))
  return {
    things: found.map(thingOf),
    links: found.slice(0, MAX_LINKS).map(linkOf),
    moreDocuments: Math.max(0, found.length - MAX_LINKS),
    withdrawn: ofKind.flatMap((document) =>
      document.withdrawn ? [{ ...thingOf(document), on: document.withdrawn.on }] : [],
    ),
  }
}

function thingOf({ financialYear, period, date, language }: RegisteredDocument): ShownThing {
  return { period: financialYear === '' ? undefined : { financialYear, period }, date, language }
}

/** The fixed address of a document of ours, or its page: both stay if the file is replaced. */
function linkOf(document: RegisteredDocument): DisclosureLink {
  const { title: label, date, fileUrl, slug, page } = listedDocument(document)
  const own = fileUrl.startsWith('/') ? fixedAddress(slug) : fileUrl
  return { href: page ?? own, label, date, isFile: page === undefined }
}

/** The name of the kind of document that shows a row, or of what else does. */
export function nameOfEvidence({ evidence, pageLink }: DisclosureRow): string {
  const kind = kindOfEvidence(evidence)
  if (kind) return kindOf(kind).label
  if (evidence === 'page') return `The page ${pageLink}`
  return factOf(factOfEvidence(evidence) ?? '')?.label ?? 'The statement'
}
