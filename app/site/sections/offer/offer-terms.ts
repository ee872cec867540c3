import { defineSection } from '#app/cms/define/define-section.ts'
import { disclaimer } from './disclaimer.ts'

/**
 * The text that visitors confirm before they get an offer document. The draft prospectus has that of its page, which
 * names it.
 */
export const offerTerms = defineSection({
  id: 'offerTerms',
  label: 'Offer disclaimer',
  icon: 'report',
  editor: 'site/sections/offer/offer-terms-editor.tsx',
  file: 'investors/offer-terms.yaml',
  startsAsShipped: true,
  schema: disclaimer,
  page: '/investors',
})
