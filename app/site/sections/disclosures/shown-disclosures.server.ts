import { formatDay } from '#app/cms/platform/format/day.ts'
import { enumerate } from '#app/cms/platform/format/words.ts'
import { NOTHING_CHOSEN, queryOf, REGISTER_PAGE } from '#app/site/addresses/document-selection.ts'
import { periodLabel } from '#app/site/collections/documents/financial-period.ts'
import type { OfferStage } from '#app/site/sections/offer/offer-stages.ts'
import type { ChecklistSite } from '#app/cms/define/site-checklist.ts'
import { disclosureStates, type DisclosureState } from './disclosure-states.server.ts'
import type { DuePeriod } from './due-period.ts'
import { kindOfEvidence } from './evidence.ts'
import { howItEnded, partlyFound } from './missing-words.ts'
import type { DisclosureLink } from './row-evidence.server.ts'

/** A row as visitors read it. */
export interface ShownDisclosure {
  id: string
  clause: string
  text: string
  links: readonly DisclosureLink[]
  /** Where the register lists the documents besides those of `links`. */
  more?: { href: string; label: string } | undefined
  /** What stands beside or instead of the links; '' for nothing. */
  words: string
}

/** The rows of one law that follow one another. */
export interface ShownLaw {
  name: string
  rows: ShownDisclosure[]
}

/** All rows as visitors read them, by law. */
export function shownDisclosures(sources: ChecklistSite, today: string): ShownLaw[] {
  const laws: ShownLaw[] = []
  for (const state of disclosureStates(sources, today)) {
    const { _id: id, law, clause, text } = state.row
    const last = laws.at(-1)
    const row = { id, clause, text, links: state.links, more: moreOf(state), words: wordsOf(state) }
    if (last?.name === law) last.rows.push(row)
    else laws.push({ name: law, rows: [row] })
  }
  return laws
}

/** The earlier documents of a kind, in the register. */
function moreOf({ row, moreDocuments }: DisclosureState) {
  const kind = kindOfEvidence(row.evidence)
  if (moreDocuments === 0 || kind === undefined) return undefined
  const label = `${moreDocuments} earlier`
  return { href: REGISTER_PAGE + queryOf({ ...NOTHING_CHOSEN, kind }), label }
}

function wordsOf({ row, state, missing, next, endedOn }: DisclosureState): string {
  if (state === 'no') return `Not applicable: ${row.reason}`
  if (state === 'ended') return howItEnded(row, endedOn)
  const [part] = missing
  if (state === 'later') {
    const required = REQUIRED_AFTER[row.applies as OfferStage]
    const found = part && partlyFound(part)
    return found ? `${required} ${found}` : required
  }
  const periods = missing.flatMap((one) => (one.period ? [one.period] : []))
  if (periods.length > 0) return `Not published yet: ${enumerate(periods.map(period), MAX_PERIODS)}`
  if (part) return partlyFound(part) || 'Not published yet'
  if (state === 'due' && next) return `Due on ${formatDay(next.dueOn)}: ${period(next)}`
  return row.evidence === 'text' ? row.statement : ''
}

/** When the law begins to ask for what applies from a stage of the offer on. */
const REQUIRED_AFTER: { [stage in OfferStage]: string } = {
  none: 'Required.',
  approved: 'Required after the approval of the offer.',
  drhp: 'Required after the filing of the draft prospectus.',
  rhp: 'Required after the filing of the Red Herring Prospectus.',
  open: 'Required after the opening of the offer.',
  allotted: 'Required after the allotment.',
  listed: 'Required after listing.',
}

/** The most periods that a row names. */
const MAX_PERIODS = 4

function period(due: DuePeriod) {
  return periodLabel(due.financialYear, due.period)
}
