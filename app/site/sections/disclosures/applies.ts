import { OFFER_STAGES, type OfferStage } from '#app/site/sections/offer/offer-stages.ts'

/** When a row applies, by the value that content has: always, never, or from a stage of the offer on. */
export const APPLIES = {
  always: 'Always',
  approved: from('approved'),
  drhp: from('drhp'),
  rhp: from('rhp'),
  open: from('open'),
  allotted: from('allotted'),
  listed: from('listed'),
  no: 'Does not apply',
} as const satisfies Record<Exclude<OfferStage, 'none'> | 'always' | 'no', string>
export type Applies = keyof typeof APPLIES

function from(stage: OfferStage) {
  return `From the stage “${OFFER_STAGES[stage].label}” on`
}
