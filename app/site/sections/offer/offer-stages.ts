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
