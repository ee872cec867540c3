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

/** With which stage of the offer a row ends, by the value that content has. */
export const ENDS = {
  never: 'Does not end with a stage',
  drhp: until('drhp'),
  rhp: until('rhp'),
  open: until('open'),
  allotted: until('allotted'),
  listed: until('listed'),
} as const satisfies Partial<Record<OfferStage | 'never', string>>
export type Ends = keyof typeof ENDS

function from(stage: OfferStage) {
  return `From the stage “${OFFER_STAGES[stage].label}” on`
}

function until(stage: OfferStage) {
  return `Until the stage “${OFFER_STAGES[stage].label}”`
}
