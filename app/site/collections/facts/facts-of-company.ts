import { factCollection } from '#app/cms/content/facts/fact-collection.ts'

/** What the company says of itself in figures. */
export const companyFacts = factCollection('/aboutus#company-profile')
