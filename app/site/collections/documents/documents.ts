import { defineCollection } from '#app/cms/define/define-collection.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { kindOf, type DocumentKindId } from './document-kinds.ts'
import { completeDocument, documentKeptBecause, documentWithdrawal, issuesOfDocument } from './document-rules.ts'
import { documentSchema, PERIOD_IDS } from './document-schema.ts'
import { filmsWithoutCaptions } from './films.ts'
import { periodLabel } from './financial-period.ts'
import { REGISTER_PAGE } from '#app/site/addresses/document-selection.ts'
import { RESULTS_CHECKLIST } from './result-kinds.ts'
import { resultsDay } from './results-day.ts'

/** The register of documents. Annual reports are in it as well: they are typed on their own screen. */
export const documents = defineCollection({
  id: 'documents',
  label: 'Documents',
  noun: 'document',
  icon: 'report',
  editor: 'site/collections/documents/document-editor.tsx',
  files: 'documents/*.yaml',
  schema: documentSchema,
  title: ({ title }) => title,
  shownOn: REGISTER_PAGE,
  order: { by: ({ date }) => date, newestFirst: true },
  guide: { label: 'Results of the last quarter', href: RESULTS_CHECKLIST },
  several: resultsDay,
  startsWith: ['kind', 'financialYear', 'period', 'eventDay', 'date'],
  earlierValues: ({ published }) => ({
    fileUrl: published.flatMap(({ fileUrl, name }) => (name === '' ? fileUrl : [])),
  }),
  columns: [
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
  mark(document) {
    if (document.withdrawnBecause !== '') return 'Withdrawn'
    return filmsWithoutCaptions(document).length === 0 ? '' : 'No captions'
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
  checkChange: issuesOfDocument,
  complete: completeDocument,
  keptBecause: documentKeptBecause,
  withdrawal: documentWithdrawal,
})
