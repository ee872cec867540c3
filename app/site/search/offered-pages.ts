import { GRADES_PAGE } from '#app/site/addresses/grade-forms.ts'
import { REGISTER_PAGE } from '#app/site/addresses/document-selection.ts'

/** Where most visitors who search want to go. Offered to those who find nothing. */
export const OFFERED_PAGES = [
  { href: '/products', title: 'Products' },
  { href: GRADES_PAGE, title: 'Find a grade' },
  { href: REGISTER_PAGE, title: 'All documents' },
  { href: '/certificate', title: 'Certifications' },
  { href: '/contactus', title: 'Contact' },
] as const
