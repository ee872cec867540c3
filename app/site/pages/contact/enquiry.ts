import type { EnquiryKind } from '#app/site/addresses/enquiry-address.ts'

/** What the form asks for a sample. Each may be left empty. */
export const SAMPLE_DETAILS = {
  quantity: { label: 'Quantity', max: 60 },
  country: { label: 'Delivery country', max: 60 },
  application: { label: 'Application', max: 200 },
  monthlyNeed: { label: 'Monthly need', max: 60 },
} as const
export type SampleDetail = keyof typeof SAMPLE_DETAILS
/** A field of an enquiry that can be wrong. */
export type EnquiryField = SampleDetail | 'grades'
export const SAMPLE_DETAIL_NAMES = Object.keys(SAMPLE_DETAILS) as SampleDetail[]

/** What the form shows of an enquiry about grades. */
export interface Enquiry {
  kind: EnquiryKind
  /** At most ten. */
  grades: {
    key: string
    name: string
    /** Title of its product page. */
    product: string
    isTicked: boolean
  }[]
  /** What the visitor should know of the grades: those that are left out, and why. */
  notes: string[]
  /** As they were typed. */
  details: Record<SampleDetail, string>
}
