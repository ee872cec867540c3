import { defineCollection } from '#app/cms/define/define-collection.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { kindOf, type DocumentKindId } from './document-kinds.ts'
import { completeDocument, documentKeptBecause, documentWithdrawal, issuesOfDocument } from './document-rules.ts'
import { documentSchema, PERIOD_IDS, type DocumentContent } from './document-schema.ts'
import { filmsWithoutCaptions } from './films.ts'
import { periodLabel } from './financial-period.ts'
import { REGISTER_PAGE } from '#app/site/addresses/document-selection.ts'
import { RESULTS_DAY } from './result-kinds.ts'

/** The register of documents. Annual reports are in it as well: they are typed on their own screen. */
export const documents = defineCollection({
  id: 'documents',
  label: 'Documents',
  names: { noun: 'document', title: ({ title }) => title },
  icon: 'report',
  form: { module: 'site/collections/documents/document-editor.tsx', prefill: fieldsOfLink, restore: earlierFile },
  files: 'documents/*.yaml',
  schema: documentSchema,
  pages: { shownOn: REGISTER_PAGE },
  order: { by: ({ date }) => date, newestFirst: true },
  list: {
    columns: [
      {
        label: 'Financial year',
        value: ({ financialYear }) => (financialYear === '' ? 'Without a financial year' : `FY ${financialYear}`),
        // The newest year is the first.
        sortBy: ({ financialYear }) => String(9999 - Number(financialYear.slice(0, 4))),
        isGroup: true,
      },
      { label: 'Kind', value: ({ kind }) => kindOf(kind).label },
      {
        label: 'Period',
        value: ({ financialYear, period }) => financialYear && periodLabel(financialYear, period),
        sortBy: ({ financialYear, period }) => financialYear && `${financialYear} ${PERIOD_IDS.indexOf(period)}`,
      },
      { label: 'Disclosed', value: ({ date }) => formatDay(date), sortBy: ({ date }) => date },
    ],
    filters: [
      {
        name: 'kind',
        label: 'Kind',
        everything: 'All kinds',
        value: ({ kind }) => kind,
        valueLabel: (kind) => kindOf(kind as DocumentKindId).label,
      },
      {
        name: 'fy',
        label: 'Financial year',
        everything: 'All years',
        value: ({ financialYear }) => financialYear,
        isDescending: true,
      },
      {
        name: 'withdrawal',
        label: 'Withdrawal',
        everything: 'All documents',
        value: ({ withdrawnBecause }) => (withdrawnBecause === '' ? '' : 'withdrawn'),
        valueLabel: () => 'Withdrawn',
      },
    ],
    links: [RESULTS_DAY],
    stateLabel(document) {
      if (document.withdrawnBecause !== '') return 'Withdrawn'
      return filmsWithoutCaptions(document).length === 0 ? '' : 'No captions'
    },
  },
  api: {
    path: 'documents',
    kind: 'entries',
    upload: { from: 'file', to: 'fileUrl' },
    // A program that leaves a field out must not publish what is hidden or withdrawn.
    keeps: 'all',
    staffOnly: {
      example: {
        title: 'Policy on gifts',
        kind: 'policy',
        date: '2026-04-01',
        fileUrl: 'https://www.example.com/policy-on-gifts.pdf',
        visibility: 'hidden',
      },
    },
  },
  lifecycle: {
    checkChange: issuesOfDocument,
    complete: completeDocument,
    keptBecause: documentKeptBecause,
    withdrawal: documentWithdrawal,
  },
})

const NAMED_IN_LINKS = ['kind', 'financialYear', 'period', 'eventDay', 'date'] as const

/** A link says what a new document is. */
function fieldsOfLink(query: URLSearchParams) {
  const given = NAMED_IN_LINKS.map((name) => [name, query.get(name) ?? ''] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

/** A link puts a file back that the document had before. */
function earlierFile({ published }: Pick<DocumentContent, 'published'>, query: URLSearchParams) {
  const file = query.get('fileUrl') ?? ''
  return published.some(({ fileUrl, name }) => name === '' && fileUrl === file) ? { fileUrl: file } : {}
}
