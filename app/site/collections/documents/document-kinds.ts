import type { DocumentKind as DocumentFileKind } from '#app/cms/define/upload-kind.ts'
import { PLAYED_KINDS } from './file-type.ts'

/** The kinds of files that a document may be offered in, beside PDF. */
export const FURTHER_KINDS = [...PLAYED_KINDS, 'xlsx', 'csv', 'xml'] as const satisfies readonly DocumentFileKind[]

/** The kinds of further files of a document, beside PDF: other forms of it, and captions of its films. */
export const FURTHER_KINDS_WITH_CAPTIONS = [...FURTHER_KINDS, 'vtt'] as const satisfies readonly DocumentFileKind[]

/** The lists of documents on the site. A kind is in at most one of them; the register has all documents. */
export type DocumentList =
  | 'annual-reports'
  | 'annual-returns'
  | 'material-creditors'
  | 'group-companies'
  | 'financial-results'
  | 'offer-documents'
  | 'committees'
  | 'policies'
  | 'material-contracts'
  | 'certificates'

/** A kind of document: what the law says of it, how long it is kept, and where it is shown. */
export interface DocumentKind {
  /** Its name for staff and visitors. */
  label: string
  /** The group of the kind where staff choose one. */
  group: string
  /** The rule that asks for it, as staff write it. Company secretary and counsel confirm. Left out: none. */
  clause?: string
  /** What a document of this kind is for: it has to name that. `none`: it holds until it is replaced. */
  period: 'year' | 'quarter' | 'event' | 'none'
  /** Years for which each file is kept after it was first public. `always`: it is never deleted. */
  keepYears: number | 'always'
  list?: DocumentList
  /** The page of the site that presents the document. Left out: it is opened directly. */
  page?: string
  /** True if visitors confirm a text before they get a file, each time. */
  isGated?: boolean
  /** True if its main file may be a recording or a film. That of all other kinds is a PDF. */
  mayBeRecording?: boolean
  /** True if each stage of the offer has documents of this kind, which the day of their disclosure tells apart. */
  isOfEachStage?: boolean
  /** True if it may be disclosed before its period is over: it announces something, or looks back at another period. */
  mayBeBeforeEnd?: boolean
  /** The stage of the offer to which an offer document belongs. Left out: the stage of the day of its disclosure. */
  stage?: DocumentStage
}

/** The stages of an offer that have documents of their own. */
export type DocumentStage = 'drhp' | 'rhp' | 'allotted'

const LODR_46 = 'LODR reg. 46(2)'

/** Hosted for five years by LODR reg. 30(8), then by the archival policy. */
const HOSTED = 5

/** LODR reg. 9: documents that are not kept permanently, for at least eight years. */
const PRESERVED = 8

const RESULTS = 'Results'
const ACCOUNTS = 'Reports and accounts'
const OFFER = 'Offer'
const POLICIES = 'Policies'
const GOVERNANCE = 'Governance'
const DISCLOSURES = 'Disclosures'
const COMPANY = 'Company'

/** A policy is in the list of policies and holds until it is replaced. */
function policy(label: string, clause?: string): DocumentKind {
  return {
    label,
    group: POLICIES,
    period: 'none',
    keepYears: PRESERVED,
    list: 'policies',
    ...(clause !== undefined && { clause }),
  }
}

/** An offer document. Visitors confirm a text before they get it. Without `page` it is opened directly. */
function offer(
  label: string,
  {
    clause = 'ICDR Regulations',
    isGated = true,
    ...more
  }: Pick<DocumentKind, 'clause' | 'page' | 'isGated' | 'mayBeRecording' | 'isOfEachStage' | 'stage'> = {},
): DocumentKind {
  return {
    label,
    group: OFFER,
    clause,
    period: 'none',
    keepYears: PRESERVED,
    list: 'offer-documents',
    isGated,
    ...more,
  }
}

/** A disclosure for a quarter or on an event. */
function disclosure(label: string, clause: string, period: DocumentKind['period'], group = DISCLOSURES): DocumentKind {
  return { label, group, clause: `${LODR_46}${clause}`, period, keepYears: HOSTED }
}

/**
 * Every kind of document, by the id that content has for it: a new kind is a line here. The clauses follow
 * Regulation 46(2) of the SEBI (LODR) Regulations, the Companies Act 2013 and the ICDR Regulations.
 */
export const DOCUMENT_KINDS = {
  'financial-results': { ...disclosure('Financial results', '(l)', 'quarter', RESULTS), list: 'financial-results' },
  'results-notice': {
    ...disclosure('Notice of the results meeting', '(l)', 'quarter', RESULTS),
    mayBeBeforeEnd: true,
  },
  'board-outcome': disclosure('Outcome of the board meeting', '(w)', 'quarter', RESULTS),
  'results-release': disclosure('Press release on results', '(w)', 'quarter', RESULTS),
  'investor-presentation': {
    ...disclosure('Investor presentation', '(o)', 'quarter', RESULTS),
    mayBeBeforeEnd: true,
  },
  'call-invitation': {
    ...disclosure('Invitation to the results call', '(o)', 'quarter', RESULTS),
    mayBeBeforeEnd: true,
  },
  'call-recording': {
    ...disclosure('Recording of the results call', '(oa)', 'quarter', RESULTS),
    mayBeRecording: true,
  },
  'call-transcript': disclosure('Transcript of the results call', '(oa)', 'quarter', RESULTS),
  'analyst-meet': disclosure('Notice of an analyst meet', '(o)', 'event', RESULTS),

  'annual-report': {
    label: 'Annual report',
    group: ACCOUNTS,
    clause: `${LODR_46}(l)`,
    period: 'year',
    keepYears: PRESERVED,
    list: 'annual-reports',
  },
  'annual-return': {
    label: 'Annual return (MGT 7)',
    group: ACCOUNTS,
    clause: 'Companies Act s. 92(3)',
    period: 'year',
    keepYears: PRESERVED,
    list: 'annual-returns',
  },
  'group-accounts': {
    label: 'Financial statements of a group company',
    group: ACCOUNTS,
    clause: 'ICDR Sch. VI',
    period: 'year',
    keepYears: PRESERVED,
    list: 'group-companies',
  },
  'subsidiary-accounts': disclosure('Financial statements of a subsidiary', '(s)', 'year', ACCOUNTS),
  'material-creditors': {
    label: 'Material creditors',
    group: ACCOUNTS,
    clause: 'ICDR Sch. VI',
    period: 'none',
    keepYears: PRESERVED,
    list: 'material-creditors',
  },

  drhp: offer('Draft Red Herring Prospectus', { clause: 'ICDR reg. 26', page: '/investors/Drhp', stage: 'drhp' }),
  'draft-abridged-prospectus': offer('Draft abridged prospectus', { clause: 'ICDR reg. 26', stage: 'drhp' }),
  addendum: offer('Addendum to an offer document'),
  // Its page offers it without a question.
  'industry-report': offer('Industry report', {
    clause: 'ICDR Sch. VI',
    page: '/investors/industry-report',
    isGated: false,
  }),
  rhp: offer('Red Herring Prospectus', { clause: 'ICDR reg. 34', stage: 'rhp' }),
  'abridged-prospectus': offer('Abridged prospectus', { clause: 'ICDR reg. 34', stage: 'rhp' }),
  // Films are for everybody, one for each stage and language.
  'offer-film': offer('Film on the offer', {
    clause: 'SEBI circular of 24 May 2024',
    isGated: false,
    mayBeRecording: true,
    isOfEachStage: true,
  }),
  // Advertisements are in newspapers, for everybody.
  'price-band': offer('Price band advertisement', { clause: 'ICDR reg. 34', stage: 'rhp', isGated: false }),
  prospectus: offer('Prospectus', { clause: 'ICDR reg. 34', stage: 'allotted' }),
  'basis-of-allotment': offer('Basis of allotment', { stage: 'allotted', isGated: false }),
  'material-contract': {
    label: 'Material contract',
    group: OFFER,
    clause: 'ICDR Sch. VI',
    period: 'none',
    keepYears: PRESERVED,
    list: 'material-contracts',
  },

  'code-of-conduct': policy('Code of conduct', `${LODR_46}(d)`),
  'whistle-blower': policy('Whistle blower policy and vigil mechanism', `${LODR_46}(e)`),
  'non-executive-payments': policy('Criteria of payments to non-executive directors', `${LODR_46}(f)`),
  'related-party': policy('Policy on related party transactions', `${LODR_46}(g)`),
  'material-subsidiaries': policy('Policy on material subsidiaries', `${LODR_46}(h)`),
  familiarisation: policy('Familiarisation programme', `${LODR_46}(i)`),
  'independent-directors': policy('Terms of independent directors', `${LODR_46}(b)`),
  'materiality-policy': policy('Policy on materiality of events', `${LODR_46}(u)`),
  'dividend-policy': policy('Dividend distribution policy', `${LODR_46}(y)`),
  'remuneration-policy': policy('Nomination and remuneration policy', 'Companies Act s. 178'),
  'csr-policy': policy('Corporate social responsibility policy', 'Companies Act s. 135'),
  'archival-policy': policy('Archival policy', 'LODR reg. 30(8)'),
  policy: policy('Other policy'),

  constitution: {
    label: 'Memorandum and articles of association',
    group: GOVERNANCE,
    clause: `${LODR_46}(aa)`,
    period: 'none',
    keepYears: 'always',
  },
  committees: {
    label: 'Composition of committees',
    group: GOVERNANCE,
    clause: `${LODR_46}(c)`,
    period: 'none',
    keepYears: PRESERVED,
    list: 'committees',
  },
  'committee-terms': {
    label: 'Terms of reference of a committee',
    group: GOVERNANCE,
    clause: `${LODR_46}(c)`,
    period: 'none',
    keepYears: PRESERVED,
  },
  'general-meeting': {
    label: 'Notice of a general meeting',
    group: GOVERNANCE,
    clause: 'Companies Act s. 101',
    period: 'event',
    keepYears: PRESERVED,
  },
  'voting-results': disclosure('Voting results', '(w)', 'event', GOVERNANCE),
  'secretarial-compliance': disclosure('Secretarial compliance report', '(t)', 'year', GOVERNANCE),
  'benefit-scheme': disclosure('Employee benefit scheme', '(za)', 'none', GOVERNANCE),

  'shareholding-pattern': disclosure('Shareholding pattern', '(m)', 'quarter'),
  'deviation-statement': disclosure('Statement of deviation', '(x)', 'quarter'),
  newspaper: disclosure('Newspaper advertisement', '(q)', 'event'),
  announcement: disclosure('Announcement to the stock exchanges', '(w)', 'event'),
  'credit-rating': disclosure('Credit rating', '(r)', 'event'),
  'media-agreement': disclosure('Agreement with a media company', '(n)', 'event'),
  'name-change': disclosure('Change of name', '(p)', 'event'),

  certificate: {
    label: 'Certificate',
    group: COMPANY,
    period: 'none',
    keepYears: PRESERVED,
    list: 'certificates',
  },
  other: { label: 'Other document', group: COMPANY, period: 'none', keepYears: PRESERVED },
} satisfies { [id: string]: DocumentKind }

export type DocumentKindId = keyof typeof DOCUMENT_KINDS

/** All kinds with their ids, in the order of the declaration. */
export const KIND_IDS = Object.keys(DOCUMENT_KINDS) as DocumentKindId[]

/** The kind with an id. */
export function kindOf(id: DocumentKindId): DocumentKind {
  return DOCUMENT_KINDS[id]
}

/** The kind whose documents staff type on a screen of their own: the annual reports. */
export const ANNUAL_REPORT = 'annual-report' satisfies DocumentKindId

/** The groups of kinds in the order in which visitors look for them, each with its id in addresses. */
export const DOCUMENT_GROUPS = [OFFER, RESULTS, ACCOUNTS, POLICIES, GOVERNANCE, DISCLOSURES, COMPANY].map((label) => ({
  label,
  id: label.toLowerCase().replaceAll(' ', '-'),
}))
