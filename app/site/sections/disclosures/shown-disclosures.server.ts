import { formatDay } from '#app/cms/platform/format/day.ts'
import {
  NOTHING_CHOSEN,
  queryOf,
  REGISTER_PAGE,
} from '#app/site/collections/documents/public-register/document-selection.ts'
import { periodLabel } from '#app/site/collections/documents/financial-period.ts'
import { OFFER_STAGES, type OfferStage } from '#app/site/sections/offer/offer-stages.ts'
import type { ChecklistSite } from '#app/cms/define/define-site.ts'
import { disclosureStates, type DisclosurePlace, type DisclosureState } from './disclosure-states.server.ts'
import type { DuePeriod } from './due-period.ts'
import { kindOfEvidence } from './evidence.ts'

/** A row as visitors read it. */
export interface ShownDisclosure {
  id: string
  clause: string
  text: string
  places: readonly DisclosurePlace[]
  /** Where the register lists the documents besides those of `places`. */
  more?: { href: string; label: string } | undefined
  /** What stands beside or instead of the places; '' for nothing. */
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
    const row = { id, clause, text, places: state.places, more: moreOf(state), words: wordsOf(state) }
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

function wordsOf({ row, state, places, missing, next }: DisclosureState): string {
  if (state === 'no') return `Not applicable: ${row.reason}`
  if (state === 'later')
    return `Applies from the stage “${OFFER_STAGES[row.applies as OfferStage].label}” on. Not published yet.`
  if (missing) return `Not published yet: ${period(missing)}`
  if (state === 'open') return 'Not published yet'
  if (row.evidence === 'text') return row.statement
  if (places.length === 0 && next) return `Due on ${formatDay(next.dueOn)}: ${period(next)}`
  return ''
}

function period(due: DuePeriod) {
  return periodLabel(due.financialYear, due.period)
}
