import { adminAddress } from '#app/cms/define/admin-address.ts'
import type { ChecklistSite, ReleaseNote } from '#app/cms/define/site-checklist.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { kindOf, type DocumentKindId } from '#app/site/collections/documents/document-kinds.ts'
import { documentRegister } from '#app/site/sections/document-register/register.server.ts'
import { about } from '#app/site/sections/about/about.ts'
import { disclosureRows } from '#app/site/sections/disclosures/disclosure-rows.ts'
import { disclosureStates } from '#app/site/sections/disclosures/disclosure-states.server.ts'
import { nameOfEvidence } from '#app/site/sections/disclosures/row-evidence.server.ts'
import { drhp } from '#app/site/sections/drhp/drhp.ts'
import { eventsPage } from '#app/site/sections/events-page/events-page.ts'
import { industryReport } from '#app/site/sections/industry-report/industry-report.ts'
import { investors } from '#app/site/sections/investors/investors.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { OFFER_STAGES, STAGE_IDS, type OfferStage } from '#app/site/sections/offer/offer-stages.ts'
import { offer } from '#app/site/sections/offer/offer.ts'

/** The document without which visitors of a stage find nothing to read. */
const MAIN_DOCUMENT: Partial<Record<OfferStage, DocumentKindId>> = {
  drhp: 'drhp',
  rhp: 'rhp',
  open: 'rhp',
  allotted: 'prospectus',
  listed: 'prospectus',
}

/** Sections whose texts visitors read beside the status of the offer. Documents and disclaimers name a stage rightly. */
const TEXTS = [investors, drhp, industryReport, eventsPage, about, siteDetails]

/** Words of a text that holds at one stage of the offer alone. */
const OF_A_STAGE =
  /\b(?:initial public offer(?:ing)?|IPO|offer (?:has not opened|is open|opens|closes)|proposed (?:issue|offer))\b/i

const MAX_NOTES = 12

/**
 * What a release that changes the stage of the offer should be checked for: the step itself, the documents that the stage
 * asks for and that are neither public nor in the release, and texts that name a stage. None of it prevents the
 * publication.
 */
export function stageNotes(before: ChecklistSite, after: ChecklistSite): ReleaseNote[] {
  const [from, to] = [before, after].map(({ content }) => content.find(offer)?.value.stage)
  if (from === undefined || to === undefined || from === to) return []
  return [stepNote(from, to), ...documentNotes(to, before, after), ...textNotes(after)].slice(0, MAX_NOTES)
}

function stepNote(from: OfferStage, to: OfferStage): ReleaseNote {
  const [start, end] = [STAGE_IDS.indexOf(from), STAGE_IDS.indexOf(to)]
  const becomes = `The stage becomes ‘${OFFER_STAGES[to].label}’.`
  const skipped = STAGE_IDS.slice(start + 1, Math.max(start + 1, end)).map((id) => `‘${OFFER_STAGES[id].label}’`)
  const step = { label: 'Offer stage', href: adminAddress(offer) }
  if (end < start) return { text: `${becomes} That is a step back from ‘${OFFER_STAGES[from].label}’.`, step }
  return { text: skipped.length > 0 ? `${becomes} It leaves out ${skipped.join(', ')}.` : becomes, step }
}

function documentNotes(to: OfferStage, before: ChecklistSite, after: ChecklistSite): ReleaseNote[] {
  const main = MAIN_DOCUMENT[to]
  const hasMain =
    main === undefined ||
    after
      .service(documentRegister)
      .listed()
      .some(({ kind, fileUrl }) => kind === main && after.hasFile(fileUrl))
  const day = today()
  const openBefore = new Set(openRows(before, day).map(({ row }) => row._id))
  const asked = openRows(after, day).filter(({ row }) => !openBefore.has(row._id))
  const others = asked.filter(({ row }) => hasMain || row.evidence !== `document/${main}`)
  return [
    ...(hasMain ? [] : [{ text: `No ${kindOf(main).label} is public or in this release.`, step: undefined }]),
    ...others.map(({ row }) => ({
      text: `${nameOfEvidence(row)}: asked for at this stage by ${row.clause}, and neither public nor in this release.`,
      step: { label: 'The row', href: adminAddress(disclosureRows.entry(row._id)) },
    })),
  ]
}

function openRows(site: ChecklistSite, day: string) {
  return disclosureStates(site, day).filter(({ state }) => state === 'open')
}

function textNotes({ content }: ChecklistSite): ReleaseNote[] {
  return TEXTS.flatMap((section) => {
    const sentences = textsIn(content.find(section)?.value).flatMap((text) => text.split('. '))
    const found = sentences.find((sentence) => OF_A_STAGE.test(sentence))
    if (found === undefined) return []
    return {
      text: `${section.label} says: “${found.trim()}” Check whether that still holds.`,
      step: { label: section.label, href: adminAddress(section) },
    }
  })
}

/** The texts of a content, without the disclaimer that visitors confirm. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) => (key === 'disclaimer' ? [] : textsIn(part)))
}
