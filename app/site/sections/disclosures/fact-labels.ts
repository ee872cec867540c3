/**
 * The facts of the company that can show a disclosure, by the id that content has for them. Beside the schema of the
 * rows, because forms need the names alone. `company-facts.server.ts` says where each is typed and shown.
 */
export const FACT_LABELS = {
  'legal-name': 'Legal name',
  cin: 'Corporate Identity Number',
  'registered-office': 'Registered office',
  phone: 'Phone',
  email: 'E-mail',
  'person-for-queries': 'Person for queries and grievances',
  'grievance-contacts': 'Contacts for investor grievance',
  scores: 'Link to SCORES',
  'smart-odr': 'Link to SMART ODR',
  iepf: 'Link to the Investor Education and Protection Fund',
  'director-profiles': 'Directors, each with a profile',
  committees: 'Committees of the board',
  familiarisation: 'Familiarisation programmes of a year',
  films: 'Films about the offer',
} as const
export type FactId = keyof typeof FACT_LABELS
