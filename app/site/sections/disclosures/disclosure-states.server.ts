import type { ContentReader } from '#app/cms/define/content-reader.ts'
import type { ChecklistSite } from '#app/cms/define/define-site.ts'
import { kindOf, type DocumentKindId } from '#app/site/collections/documents/document-kinds.ts'
import { fixedAddress } from '#app/site/collections/documents/fixed-address.ts'
import { listedDocument } from '#app/site/collections/documents/listed-document.ts'
import { documentRegister, type RegisteredDocument } from '#app/site/collections/documents/register.server.ts'
import { OFFER_STAGES, STAGE_IDS, type OfferStage } from '#app/site/sections/offer/offer-stages.ts'
import { offer } from '#app/site/sections/offer/offer.ts'
import type { Applies } from './applies.ts'
import { factOf } from './company-facts.server.ts'
import { disclosureRows, type DisclosureRow } from './disclosure-rows.ts'
import { disclosures } from './disclosures.ts'
import { lastDayOf, lastDuePeriod, nextDuePeriod, type DuePeriod } from './due-period.ts'
import { factOfEvidence, kindOfEvidence } from './evidence.ts'

/** Where the public can read what a row asks for. */
export interface DisclosurePlace {
  href: string
  label: string
  /** The day of disclosure of a document, YYYY-MM-DD. */
  date?: string | undefined
  /** True if the browser opens a file there, and no page of the site. */
  isFile?: boolean | undefined
}

/**
 * What there is of a row. `open`: it applies, and what shows it is not public or out of date. `later`: it applies from a
 * later stage of the offer on, and is not public yet. `shown`: it is public, whether it applies already or later.
 */
export interface DisclosureState {
  row: DisclosureRow
  state: 'shown' | 'open' | 'later' | 'no'
  /** The newest documents, or one page. */
  places: readonly DisclosurePlace[]
  /** Documents besides those of `places`. */
  moreDocuments: number
  /** The period whose document is missing. */
  missing: DuePeriod | undefined
  /** The next period whose document is not public yet and not late. */
  next: DuePeriod | undefined
}

/** The most documents that a row names. */
const MAX_PLACES = 3

/** The state of every row on a day, from what is public now. */
export function disclosureStates(sources: ChecklistSite, today: string): DisclosureState[] {
  const { rows = [] } = sources.content.find(disclosureRows)?.value ?? {}
  return rows.map((row) => stateOf(row, sources, today))
}

function stateOf(row: DisclosureRow, site: ChecklistSite, today: string): DisclosureState {
  const nothing = { row, places: [], moreDocuments: 0, missing: undefined, next: undefined }
  if (row.applies === 'no') return { ...nothing, state: 'no' }
  const since = appliesSince(row.applies, site.content)
  const { isThere, coversUntil, places, moreDocuments = 0 } = evidenceOf(row, site)
  const isLacking = (period: DuePeriod) => coversUntil !== undefined && coversUntil < period.lastDay
  const due = lastDuePeriod(row, today)
  // What was due before the row applied is not asked for.
  const missing = due && since !== undefined && due.dueOn >= since && isLacking(due) ? due : undefined
  const following = since === undefined ? undefined : nextDuePeriod(row, today)
  const next = following && isLacking(following) ? following : undefined
  // A document that is renewed may be absent until the first one is due.
  const isOpen = missing !== undefined || (!isThere && next === undefined)
  const absent = since === undefined ? 'later' : 'open'
  return { row, places, moreDocuments, missing, next, state: isOpen ? absent : 'shown' }
}

/** What is public of what shows a row. */
interface FoundEvidence {
  isThere: boolean
  places: readonly DisclosurePlace[]
  moreDocuments?: number
  /** The last day of the newest period that it covers, '' for none. Undefined for what is not renewed. */
  coversUntil?: string | undefined
}

function evidenceOf(row: DisclosureRow, site: ChecklistSite): FoundEvidence {
  const kind = kindOfEvidence(row.evidence)
  if (kind) return documentsOf(kind, site)
  const { content } = site
  if (row.evidence === 'page') {
    const label = site.nameOfPage(row.pageLink)
    return label === undefined ? NOTHING : { isThere: true, places: [{ href: row.pageLink, label }] }
  }
  // A statement is public where the rows are.
  if (row.evidence === 'text') return { isThere: content.find(disclosures)?.value.state === 'on', places: [] }
  const fact = factOf(factOfEvidence(row.evidence) ?? '')
  if (!fact?.isShown(content)) return { ...NOTHING, coversUntil: fact?.coversUntil && '' }
  return { isThere: true, places: [{ href: fact.page, label: fact.place }], coversUntil: fact.coversUntil?.(content) }
}

const NOTHING: FoundEvidence = { isThere: false, places: [] }

function documentsOf(kind: DocumentKindId, { service, hasFile }: ChecklistSite): FoundEvidence {
  const found = service(documentRegister)
    .listed()
    .filter((document) => document.kind === kind && hasFile(document.fileUrl))
  return {
    isThere: found.length > 0,
    places: found.slice(0, MAX_PLACES).map(placeOf),
    moreDocuments: Math.max(0, found.length - MAX_PLACES),
    coversUntil: found.map(lastDayCovered).reduce((one, other) => (one > other ? one : other), ''),
  }
}

/** Since when a row applies: '' for always; undefined if it does not apply yet. */
function appliesSince(applies: Exclude<Applies, 'no'>, content: ContentReader): string | undefined {
  if (applies === 'always') return ''
  const current = content.find(offer)?.value
  if (!current || STAGE_IDS.indexOf(current.stage) < STAGE_IDS.indexOf(applies)) return undefined
  const { day } = OFFER_STAGES[applies satisfies OfferStage]
  return current[day]
}

/** The last day of the period of a document. One without a period covers the time until its disclosure. */
function lastDayCovered({ financialYear, period, date }: RegisteredDocument): string {
  return financialYear === '' ? date : lastDayOf(financialYear, period)
}

/** The fixed address of a document of ours, or its page: both stay if the file is replaced. */
function placeOf(document: RegisteredDocument): DisclosurePlace {
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
