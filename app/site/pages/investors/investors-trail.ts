import type { Crumb } from '#app/site/ui/page/breadcrumb.tsx'

/** Breadcrumb trail from the home page to an offer document. */
export const offerDocumentTrail: Crumb[] = [
  { label: 'Investors', to: '/investors' },
  { label: 'Offer Documents', to: '/investors#offer-documents' },
]
