import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { choice, line, optionalDay, optionalText, restricted, text } from '#app/cms/define/fields.ts'
import { laterRule } from '#app/cms/define/later-rules.ts'
import { hasUsualHolidays, isHolidayList } from './holidays.ts'
import { OFFER_STAGES, STAGE_IDS, type OfferStage } from './offer-stages.ts'

const schema = z
  .strictObject({
    stage: choice('Stage', STAGE_IDS, Object.fromEntries(STAGE_IDS.map((id) => [id, OFFER_STAGES[id].label]))),
    approvedOn: optionalDay('Approved by the board on'),
    draftFiledOn: optionalDay('Draft Red Herring Prospectus filed on'),
    observedOn: optionalDay('Observations of SEBI dated').default(''),
    prospectusFiledOn: optionalDay('Red Herring Prospectus filed on'),
    openedOn: optionalDay('Opened on'),
    allottedOn: optionalDay('Allotted on'),
    listedOn: optionalDay('Listed on'),
    /** One a line. They are no working days when staff are told when something is due. */
    holidays: restricted(
      optionalText('Holidays', 4000),
      isHolidayList,
      'a day at the start of each line, such as 2026-01-26 Republic Day',
    ).refine(hasUsualHolidays, {
      error: 'Type the years of the holidays with four digits, from 1900 to 2100',
      params: laterRule(''),
    }),
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
  label: 'Offer stage',
  icon: 'range',
  editor: 'site/sections/offer/offer-editor.tsx',
  file: 'investors/offer.yaml',
  schema,
  changes: 'by release',
  page: '/investors',
})
export type Offer = ContentOf<typeof offer>

/** A stage as visitors read it; `date` is '' for one that is ahead. */
export interface CourseStage {
  id: OfferStage | 'observed'
  label: string
  date: string
  state: 'over' | 'current' | 'ahead'
}

/** All stages of the offer in their order, with the observations on the draft. None if there is no offer. */
export function courseOf(content: Offer): CourseStage[] {
  const [, ...stages] = STAGE_IDS
  const current = stages.indexOf(content.stage)
  if (current === -1) return []
  const isObserved = content.observedOn !== '' && current >= stages.indexOf('drhp')
  return stages.flatMap((id, index): CourseStage[] => {
    const { label, day } = OFFER_STAGES[id]
    const isAhead = index > current
    const state = isAhead ? 'ahead' : index === current ? 'current' : 'over'
    const stage = { id, label, state, date: isAhead || !day ? '' : content[day] } as const
    if (id !== 'drhp' || !isObserved) return [stage]
    return [
      { ...stage, state: 'over' },
      { id: 'observed', label: OBSERVED, state, date: content.observedOn },
    ]
  })
}

/** After the draft is filed, and before the next stage. */
const OBSERVED = 'Observations of SEBI received'

/** The name of the current stage, and its day; '' for no offer. */
export function currentStage(content: Offer): { label: string; date: string } {
  if (content.stage === 'drhp' && content.observedOn !== '') return { label: OBSERVED, date: content.observedOn }
  const { label, day } = OFFER_STAGES[content.stage]
  return { label, date: day ? content[day] : '' }
}
