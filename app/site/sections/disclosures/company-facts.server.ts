import type { ContentReader } from '#app/cms/define/content-reader.ts'
import { drhp } from '#app/site/sections/drhp/drhp.ts'
import { investors, type Investors } from '#app/site/sections/investors/investors.ts'
import { management, type Management } from '#app/site/sections/management/management.ts'
import { siteDetails, type SiteDetails } from '#app/site/sections/site-details/site-details.ts'
import { FACT_LABELS, type FactId } from './fact-labels.ts'

/** Where staff type a fact of the company, and where visitors read it. */
interface CompanyFact {
  /** Id of the section in which staff type it, and the name of its first field there. */
  section: string
  field: string
  page: string
  /** Name of the page, or of the part of it. */
  label: string
  /** True if it is public. */
  isShown: (content: ContentReader) => boolean
  /** For a fact of several entries: the financial year or the language of each. */
  parts?: (content: ContentReader) => readonly FactPart[]
}

interface FactPart {
  financialYear?: string
  language?: string
}

/** A fact in the footer of every page. */
function inFooter(field: string, valueOf: (details: SiteDetails) => string): CompanyFact {
  return {
    section: siteDetails.id,
    field,
    page: '/contactus',
    label: 'Contact, and the foot of every page',
    isShown: (content) => isThere(content.find(siteDetails)?.value, valueOf),
  }
}

/** A fact beside the contacts for investor grievance. */
function besideContacts(field: string, isShown: (content: Investors) => boolean): CompanyFact {
  return {
    section: investors.id,
    field,
    page: '/investors#investor-grievance',
    label: 'Investor Grievance',
    isShown(content) {
      const value = content.find(investors)?.value
      return value !== undefined && isShown(value)
    },
  }
}

/** A fact of the page of the board. */
function onBoardPage(field: string, isShown: (content: Management) => boolean): CompanyFact {
  return {
    section: management.id,
    field,
    page: '/investors/board',
    label: 'Board and committees',
    isShown(content) {
      const value = content.find(management)?.value
      return value !== undefined && isShown(value)
    },
  }
}

const FACTS: Record<FactId, CompanyFact> = {
  'legal-name': inFooter('legalName', ({ legalName }) => legalName),
  cin: inFooter('cin', ({ cin }) => cin),
  'registered-office': inFooter(
    'contacts.registeredOffice.address',
    ({ contacts }) => contacts.registeredOffice.address,
  ),
  phone: inFooter('contacts.registeredOffice.phone', ({ contacts }) => contacts.registeredOffice.phone),
  email: inFooter('contacts.registeredOffice.email', ({ contacts }) => contacts.registeredOffice.email),
  'person-for-queries': besideContacts('contacts', ({ contacts }) =>
    contacts.some(({ answersQueries }) => answersQueries === 'yes'),
  ),
  'grievance-contacts': besideContacts('contacts', ({ contacts }) => contacts.length > 0),
  scores: besideContacts('scoresLink', ({ scoresLink }) => scoresLink !== ''),
  'smart-odr': besideContacts('smartOdrLink', ({ smartOdrLink }) => smartOdrLink !== ''),
  iepf: besideContacts('iepfLink', ({ iepfLink }) => iepfLink !== ''),
  'director-profiles': onBoardPage(
    'directors',
    ({ directors }) => directors.length > 0 && directors.every(({ profile }) => profile !== ''),
  ),
  committees: onBoardPage('committees', ({ committees }) => committees.length > 0),
  familiarisation: {
    ...onBoardPage('familiarisation', ({ familiarisation }) => familiarisation.length > 0),
    parts: (content) =>
      (content.find(management)?.value.familiarisation ?? []).map(({ year }) => ({ financialYear: year })),
  },
  films: {
    section: drhp.id,
    field: 'films',
    page: '/investors/Drhp',
    label: 'Draft Red Herring Prospectus',
    isShown: (content) => (content.find(drhp)?.value.films.length ?? 0) > 0,
    parts: (content) => (content.find(drhp)?.value.films ?? []).map(({ language }) => ({ language })),
  },
}

/** The fact with an id, and its name. Undefined for an unknown one. */
export function factOf(id: string): (CompanyFact & { label: string }) | undefined {
  return isFactId(id) ? { ...FACTS[id], label: FACT_LABELS[id] } : undefined
}

function isFactId(id: string): id is FactId {
  return Object.hasOwn(FACT_LABELS, id)
}

function isThere<Content>(content: Content | undefined, valueOf: (content: Content) => string) {
  return content !== undefined && valueOf(content).trim() !== ''
}
