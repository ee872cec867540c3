import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { choice, line, optionalDay, text } from '#app/cms/define/fields.ts'

/**
 * The stages of a public offer, in their order: the field with the day of each, its name, and whether the company has to
 * say in what it publishes that an issue is proposed: from the filing of the draft until the allotment.
 */
export const OFFER_STAGES = {
  none: { label: 'No offer', day: undefined, isProposed: false },
  approved: { label: 'Approved by the board', day: 'approvedOn', isProposed: false },
  drhp: { label: 'Draft Red Herring Prospectus filed', day: 'draftFiledOn', isProposed: true },
  rhp: { label: 'Red Herring Prospectus filed', day: 'prospectusFiledOn', isProposed: true },
  open: { label: 'Offer open', day: 'openedOn', isProposed: true },
  allotted: { label: 'Shares allotted', day: 'allottedOn', isProposed: false },
  listed: { label: 'Shares listed', day: 'listedOn', isProposed: false },
} as const
export type OfferStage = keyof typeof OFFER_STAGES

export const STAGE_IDS = Object.keys(OFFER_STAGES) as OfferStage[]

const schema = z
  .strictObject({
    stage: choice('Stage', STAGE_IDS),
    approvedOn: optionalDay('Approved by the board on'),
    draftFiledOn: optionalDay('Draft Red Herring Prospectus filed on'),
    prospectusFiledOn: optionalDay('Red Herring Prospectus filed on'),
    openedOn: optionalDay('Opened on'),
    allottedOn: optionalDay('Allotted on'),
    listedOn: optionalDay('Listed on'),
    sentence: text('Sentence on the proposed issue', 600),
    linkText: line('Text of the link to the document', 80),
  })
  .check(({ value, issues }) => {
    const reached = STAGE_IDS.slice(1, STAGE_IDS.indexOf(value.stage) + 1)
    let before = ''
    for (const id of reached) {
      const { day, label } = OFFER_STAGES[id]
      const date = value[day ?? 'approvedOn']
      const path = [day ?? 'approvedOn']
      if (date === '') issues.push({ code: 'custom', input: date, path, message: `Enter the day for “${label}”` })
      else if (date < before)
        issues.push({ code: 'custom', input: date, path, message: 'This day is before that of the stage before it' })
      before = date || before
    }
  })

/** The stage of the public offer. A wrong one is visible on many pages, so that two people decide about each change. */
export const offer = defineSection({
  id: 'offer',
  label: 'Stage of the Offer',
  icon: 'range',
  editor: 'site/sections/offer/offer-editor.tsx',
  file: 'investors/offer.yaml',
  schema,
  changes: 'by release',
  page: '/investors',
})
export type Offer = ContentOf<typeof offer>

/** The name of the current stage, and its day; '' for no offer. */
export function currentStage(content: Offer): { label: string; date: string } {
  const { label, day } = OFFER_STAGES[content.stage]
  return { label, date: day ? content[day] : '' }
}
