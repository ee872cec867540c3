import { useFormMetadata } from '@conform-to/react'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { Disclaimer } from './disclaimer.ts'
import { DisclaimerFields } from './disclaimer-fields.tsx'

export const handle: EditorHandle = { schema: async () => (await import('./offer-terms.ts')).offerTerms.schema }

/** Fields of the text before offer documents. */
export default function OfferTermsEditor() {
  return (
    <DisclaimerFields
      fields={useFormMetadata<Disclaimer>().getFieldset()}
      note="Shown before each download of an offer document except the draft prospectus, whose own text is in Draft prospectus page. Legal counsel must approve every change"
      leadHelp="For all documents: the page names the one that the visitor has chosen"
      confirmHelp="Starts the download"
    />
  )
}
