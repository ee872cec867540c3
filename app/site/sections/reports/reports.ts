import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { yearlyDocument, yearlyDocuments } from './documents.ts'

/** The company's annual reports, newest first. */
export const reports = defineSection({
  id: 'reports',
  label: 'Investor Reports',
  file: 'investors/reports.yaml',
  schema: z.strictObject({ reports: yearlyDocuments('Reports') }),
  messages: { updated: 'Reports updated successfully!', failed: 'Failed to update reports' },
  page: '/investors#reports',
  api: {
    path: 'reports',
    kind: 'collection',
    key: 'reports',
    item: yearlyDocument,
    upload: { from: 'file', to: 'fileUrl' },
    keeps: ['fileUrl'],
  },
})
export type Reports = ContentOf<typeof reports>

/** A report as its form sends it: if there is no file yet, the message says what to choose. */
export const reportForm = yearlyDocument.extend({
  fileUrl: z.string({ error: 'Choose a PDF' }).pipe(yearlyDocument.shape.fileUrl),
})
