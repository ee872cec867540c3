import type { ContentReader } from '#app/cms/define/content-reader.ts'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import type { ChecklistSite } from '#app/cms/define/site-checklist.ts'
import { OFFER_STAGES, STAGE_IDS, type OfferStage } from '#app/site/sections/offer/offer-stages.ts'
import { offer } from '#app/site/sections/offer/offer.ts'
import { disclosureRows, type DisclosureRow } from './disclosure-rows.ts'
import { daysLater, duePeriods, nextDuePeriod, type DuePeriod } from './due-period.ts'
import {
  evidenceOf,
  isForPeriod,
  type DisclosureLink,
  type RowEvidence,
  type ShownThing,
} from './row-evidence.server.ts'
import { isInLanguage, languagesIn } from './wanted-languages.ts'

/**
 * What there is of a row. `open`: it applies, and not all that it asks for is public. `due`: nothing is public, and
 * nothing has to be yet. `later`: it applies from a later stage of the offer on, and is not public yet. `shown`: it is
 * public, whether it applies already or later. `ended`: it applied until a day that is over.
 */
export interface DisclosureState {
  row: DisclosureRow
  state: 'shown' | 'open' | 'due' | 'later' | 'ended' | 'no'
  /** The newest documents, or one page. */
  links: readonly DisclosureLink[]
  /** Documents besides those of `links`. */
  moreDocuments: number
  /** What is missing of a row that applies, the newest period first. */
  missing: readonly MissingPart[]
  /** The next period whose document is not public yet and not late. */
  next: DuePeriod | undefined
  /** Of a row that has ended: its last day or the day of the stage, YYYY-MM-DD. */
  endedOn: string
}

/** What is missing of a row, or of one of its periods. */
export interface MissingPart {
  period: DuePeriod | undefined
  /** How many there are, and how many the row asks for. */
  found: number
  least: number
  /** Codes of the languages in which there is none. */
  languages: readonly string[]
  /** The financial years for which there is none, of a row that counts years. */
  years: readonly string[]
  /** The day since when it is missing, YYYY-MM-DD; '' if nothing says it. */
  since: string
}

/** The state of every row on a day, from what is public now. */
export function disclosureStates(sources: ChecklistSite, today: string): DisclosureState[] {
  return listedRows(sources, disclosureRows).map((row) => stateOf(row, sources, today))
}

function stateOf(row: DisclosureRow, site: ChecklistSite, today: string): DisclosureState {
  const nothing = { row, links: [], moreDocuments: 0, missing: [], next: undefined, endedOn: '' }
  if (row.applies === 'no') return { ...nothing, state: 'no' }
  const since = appliesSince(row, site.content)
  const evidence = evidenceOf(row, site, since)
  const known = { ...nothing, links: evidence.links, moreDocuments: evidence.moreDocuments }
  const endedOn = endOf(row, site.content, today)
  if (endedOn !== undefined) return { ...known, state: 'ended', endedOn }
  const missing = missingParts(row, evidence, since, today)
  if (since === undefined) return { ...known, state: missing.length === 0 ? 'shown' : 'later', missing }
  const following = nextDuePeriod(row, today)
  const next = following && lackIn(row, ofPeriod(evidence.things, following), '') ? following : undefined
  if (missing.length > 0) return { ...known, state: 'open', missing, next }
  return { ...known, state: evidence.things.length === 0 ? 'due' : 'shown', next }
}

/**
 * What is missing on the day `today` of a row that applies since the day `since`, undefined for one that does not apply
 * yet. What was due before the row applied is not asked for.
 */
function missingParts(
  row: DisclosureRow,
  { things, withdrawn }: RowEvidence,
  since: string | undefined,
  today: string,
): MissingPart[] {
  if (row.renewal === 'once' || since === undefined) {
    const lack = lackIn(row, things, since || today)
    return lack ? [{ ...lack, period: undefined, since: newest([since ?? '', ...withdrawn.map(({ on }) => on)]) }] : []
  }
  const due = duePeriods(row, today, since)
  // A row without a first day asks for what follows the first period that ever had a document.
  const first = due.findIndex((period) => ofPeriod([...things, ...withdrawn], period).length > 0)
  const asked = since !== '' ? due : due.slice(first === -1 ? -1 : first)
  return asked.toReversed().flatMap((period): MissingPart[] => {
    const lack = lackIn(row, ofPeriod(things, period), '')
    const since = newest([daysLater(period.dueOn, 1), ...ofPeriod(withdrawn, period).map(({ on }) => on)])
    return lack ? [{ ...lack, period, since }] : []
  })
}

function ofPeriod<Thing extends ShownThing>(things: readonly Thing[], period: DuePeriod) {
  return things.filter((thing) => isForPeriod(thing, period))
}

function newest(days: readonly string[]) {
  return days.reduce((one, other) => (one > other ? one : other), '')
}

/**
 * What is missing of `things` for a row; undefined if nothing is. `day`: the last financial years are those whose
 * documents were due on this day.
 */
function lackIn(row: DisclosureRow, things: readonly ShownThing[], day: string) {
  const languages = languagesIn(row.languages).filter(
    (wanted) => !things.some(({ language }) => isInLanguage(language, wanted)),
  )
  const wantedYears = row.counted === 'years' ? lastYears(row, day) : []
  const years = wantedYears.filter((year) => !things.some(({ period }) => period?.financialYear === year))
  const found = row.counted === 'years' ? wantedYears.length - years.length : things.length
  return found < row.least || languages.length > 0 ? { found, least: row.least, languages, years } : undefined
}

/** As many financial years as a row asks for, the newest first: the last ones whose documents were due on a day. */
function lastYears({ least, daysAfter }: DisclosureRow, day: string): string[] {
  const due = duePeriods({ renewal: 'year', daysAfter, daysAfterYear: 0 }, day)
  return due
    .slice(-least)
    .map(({ financialYear }) => financialYear)
    .toReversed()
}

/** Since when a row applies: '' for always; undefined if it does not apply yet. */
function appliesSince({ applies }: DisclosureRow, content: ContentReader): string | undefined {
  if (applies === 'always' || applies === 'no') return ''
  return dayOfStage(applies, content)
}

/** The day on which a row ended before `today`; undefined if it has not ended. */
function endOf({ appliesUntil, lastDay }: DisclosureRow, content: ContentReader, today: string): string | undefined {
  if (lastDay !== '' && lastDay < today) return lastDay
  return appliesUntil === 'never' ? undefined : dayOfStage(appliesUntil, content)
}

/** The day of a stage of the offer; undefined if it has not begun. */
function dayOfStage(stage: OfferStage, content: ContentReader): string | undefined {
  const current = content.find(offer)?.value
  if (!current || STAGE_IDS.indexOf(current.stage) < STAGE_IDS.indexOf(stage)) return undefined
  const { day } = OFFER_STAGES[stage]
  return day === undefined ? '' : current[day]
}
