import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { id, line, list, optionalText, text } from '#app/cms/define/fields.ts'

/** The page of the industry report: its chapters, and the basis of its figures. */
export const industryReport = defineSection({
  id: 'industry-report',
  label: 'Industry Report',
  icon: 'report',
  editor: 'site/sections/industry-report/industry-report-editor.tsx',
  file: 'investors/industry-report.yaml',
  schema: z.strictObject({
    title: line('Title', 100),
    lead: line('Opening sentence', 200),
    chapters: list(
      'Chapters',
      z.strictObject({ _id: id(), title: line('Title', 100), description: text('Description', 300) }),
    ),
    figures: list('Figures', z.strictObject({ _id: id(), name: line('Name', 80), text: line('Figure', 120) })).default(
      [],
    ),
    figuresNote: optionalText('Note on the figures', 300).default(''),
    basis: text('Basis', 1000),
  }),
  page: '/investors/industry-report',
})
export type IndustryReport = ContentOf<typeof industryReport>
