import type { Crumb } from '#app/site/ui/page/breadcrumb.tsx'

/** Breadcrumb trail from the home page to a page below the investors page. */
export const investorsTrail: Crumb[] = [{ label: 'Investors', to: '/investors' }]

/** Breadcrumb trail from the home page to a page about one document. */
export const registerTrail: Crumb[] = [...investorsTrail, { label: 'Documents', to: '/investors/documents' }]

/** Breadcrumb trail from the home page to an offer document. */
export const offerDocumentTrail: Crumb[] = [
  ...investorsTrail,
  { label: 'Offer Documents', to: '/investors#offer-documents' },
]
