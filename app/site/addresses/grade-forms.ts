/** Address of the page that finds grades and compares them. */
export const GRADES_PAGE = '/products/grades'

/** The most grades that are compared side by side. */
export const MAX_COMPARED = 4

/** Address of the page with the contact form. */
export const CONTACT_PAGE = '/contactus'

/** The most grades that one message carries. */
export const MAX_ENQUIRY_GRADES = 10
