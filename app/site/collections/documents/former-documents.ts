import { z } from 'zod'
import type { FormerEntries, FormerEntry } from '#app/cms/define/define-site.ts'
import type { DocumentKindId } from './document-kinds.ts'
import { documents } from './documents.ts'
import { financialYearFrom, firstDayOf, isFinancialYear } from './financial-period.ts'
import { siteDayOf } from './published-files.ts'

const MAX_TITLE = 200

/** A document in a list of an earlier release. Numbers are allowed, because hand edits leave quotes out. */
const formerDocument = z.object({
  _id: z.coerce.string().optional(),
  title: z.string().min(1),
  fileUrl: z.string().min(1),
  year: z.coerce.string().optional(),
  date: z.coerce.string().optional(),
  image: z.string().optional(),
  imageAlt: z.string().optional(),
})
type FormerDocument = z.output<typeof formerDocument>

/** An entry of the offer documents: a link to a page of the site, or to a file. */
const formerOffer = z.object({
  _id: z.coerce.string().optional(),
  title: z.string(),
  date: z.coerce.string().optional(),
  link: z.string(),
})

const FINANCIALS = 'investors/financials.yaml'
const GOVERNANCE = 'investors/governance.yaml'
const INVESTORS = 'investors/investors.yaml'
const MANAGEMENT = 'investors/management.yaml'
const DRHP = 'investors/drhp.yaml'
const INDUSTRY_REPORT = 'investors/industry-report.yaml'
const CERTIFICATIONS = 'pages/certifications.yaml'

/** The documents that releases before the register kept in lists of sections. */
export const formerDocuments: FormerEntries = {
  collection: documents,
  sections: { [FINANCIALS]: 'financials', [GOVERNANCE]: 'governance' },
  files: [FINANCIALS, GOVERNANCE, INVESTORS, MANAGEMENT, DRHP, INDUSTRY_REPORT, CERTIFICATIONS],
  entriesIn(files, dayOf) {
    const offers = parsed(files.get(INVESTORS)?.['offerDocuments'], formerOffer)
    const today = siteDayOf(new Date())

    function listed(file: string, field: string, kindOf: (title: string) => DocumentKindId, isNumbered = false) {
      return parsed(files.get(file)?.[field], formerDocument).map((document, index) =>
        entry(`${file} ${field}`, kindOf(document.title), document, isNumbered ? index + 1 : 0),
      )
    }

    /** `from`: the file and the field of the list. */
    function entry(from: string, kind: DocumentKindId, document: FormerDocument, position = 0): FormerEntry {
      const financialYear = financialYearIn(document.year ?? '')
      const { day, isKnown } = dateOf(document, financialYear)
      const { year = '', fileUrl, image = '', imageAlt = '' } = document
      const withYear = document.title.includes(year) ? document.title : `${document.title} ${year}`
      const title = withYear.length > MAX_TITLE ? document.title : withYear
      // The rules of the kind ask for a year that is known.
      const isUnclear = year !== '' && financialYear === ''
      const checks = [...(isKnown ? [] : ['date of disclosure']), ...(isUnclear ? ['kind and financial year'] : [])]
      const [file = ''] = from.split(' ')
      return {
        id: `${from} ${document._id ?? fileUrl}`,
        title,
        mark: fileUrl,
        content: {
          ...{ title, kind: isUnclear ? 'other' : kind, financialYear, date: day, fileUrl, position },
          ...(image !== '' && { image, imageAlt }),
        },
        reason: `Imported from ${file} of an earlier release${checks.length > 0 ? `. Check its ${checks.join(', ')}` : ''}`,
      }
    }

    function dateOf({ date = '', fileUrl }: FormerDocument, financialYear: string) {
      const first = financialYear === '' ? '' : firstDayOf(financialYear, 'year')
      const known = [date, dayOf(fileUrl) ?? ''].find((day) => z.iso.date().safeParse(day).success && day >= first)
      if (known !== undefined) return { day: known, isKnown: true }
      const lastOfYear = financialYear === '' ? today : `${Number(first.slice(0, 4)) + 1}-03-31`
      return { day: lastOfYear < today || first > today ? lastOfYear : today, isKnown: false }
    }

    /** The document of a page. The list of the offer documents had its date. */
    function ofPage(file: string, kind: DocumentKindId, field: string, page: string) {
      const date = offers.find(({ link }) => link === page)?.date
      return parsed([files.get(file)?.[field]], formerDocument).map((document) =>
        entry(`${file} ${field}`, kind, { _id: field, ...document, ...(date !== undefined && { date }) }),
      )
    }

    return [
      ...listed(FINANCIALS, 'annualReturns', () => 'annual-return'),
      ...listed(FINANCIALS, 'materialCreditors', () => 'material-creditors', true),
      ...listed(FINANCIALS, 'groupCompanies', () => 'group-accounts'),
      ...listed(FINANCIALS, 'results', () => 'financial-results'),
      ...listed(FINANCIALS, 'materialContracts', () => 'material-contract', true),
      ...listed(GOVERNANCE, 'policies', policyKind, true),
      ...ofPage(MANAGEMENT, 'committees', 'committees', ''),
      ...ofPage(DRHP, 'drhp', 'document', '/investors/Drhp'),
      ...ofPage(INDUSTRY_REPORT, 'industry-report', 'document', '/investors/industry-report'),
      ...offers
        .filter(({ link }) => link.endsWith('.pdf'))

        .map(({ link: fileUrl, ...offer }) =>
          entry(`${INVESTORS} offerDocuments`, offerKind(offer.title), { ...offer, fileUrl }),
        ),
      ...listed(CERTIFICATIONS, 'certificates', () => 'certificate'),
    ]
  },
}

/** The entries of a list that can be used. */
function parsed<Schema extends z.ZodType>(entries: unknown, schema: Schema): z.output<Schema>[] {
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry: unknown) => {
    const { data } = schema.safeParse(entry)
    return data === undefined ? [] : [data]
  })
}

/** `2024-25` of `2024-25`, `2024-2025` and `2025`, the year in which it ends. '' if it is none. */
function financialYearIn(year: string): string {
  const [, first, second] = /^((?:19|20)\d\d)(?:-((?:19|20)?\d\d))?$/.exec(year.trim()) ?? []
  if (first === undefined) return ''
  const written = second === undefined ? financialYearFrom(Number(first) - 1) : `${first}-${second.slice(-2)}`
  return isFinancialYear(written) ? written : ''
}

/** The kinds of policies by words of their titles. The first that fits is used. */
const POLICY_KINDS: readonly (readonly [RegExp, DocumentKindId])[] = [
  [/insider|fair disclosure/i, 'policy'],
  [/code of conduct/i, 'code-of-conduct'],
  [/whistle|vigil/i, 'whistle-blower'],
  [/payments? to non-executive/i, 'non-executive-payments'],
  [/related party/i, 'related-party'],
  [/material subsidiar/i, 'material-subsidiaries'],
  [/familiari[sz]ation/i, 'familiarisation'],
  [/terms.*independent directors/i, 'independent-directors'],
  [/materiality/i, 'materiality-policy'],
  [/dividend/i, 'dividend-policy'],
  [/remuneration/i, 'remuneration-policy'],
  [/social responsibility/i, 'csr-policy'],
  [/archiv/i, 'archival-policy'],
]

function policyKind(title: string): DocumentKindId {
  return POLICY_KINDS.find(([words]) => words.test(title))?.[1] ?? 'policy'
}

/** The kinds of offer documents by words of their titles. The first that fits is used. */
const OFFER_KINDS: readonly (readonly [RegExp, DocumentKindId])[] = [
  [/addend|corrigend/i, 'addendum'],
  [/draft abridged/i, 'draft-abridged-prospectus'],
  [/abridged/i, 'abridged-prospectus'],
  [/draft red herring|drhp/i, 'drhp'],
  [/red herring|rhp/i, 'rhp'],
  [/price band/i, 'price-band'],
  [/basis of allotment/i, 'basis-of-allotment'],
  [/prospectus/i, 'prospectus'],
  [/industry report/i, 'industry-report'],
]

function offerKind(title: string): DocumentKindId {
  return OFFER_KINDS.find(([words]) => words.test(title))?.[1] ?? 'other'
}
