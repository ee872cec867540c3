import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { id, line, list, optionalText, text } from '#app/cms/define/fields.ts'

const reportFigure = z.strictObject({
  _id: id(),
  name: line('Market', 60),
  before: line('First column', 20),
  latest: line('Second column', 20),
  forecast: line('Third column', 20),
  growth: line('Growth a year', 20),
})
export type ReportFigure = z.output<typeof reportFigure>

/** The page of the industry report: its figures, its chapters, and the basis of its figures. */
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
    /** The headings of the columns of figures. */
    before: line('Heading of the first column', 30).default('Before'),
    latest: line('Heading of the second column', 30).default('Latest'),
    forecast: line('Heading of the third column', 30).default('Forecast'),
    figures: list('Figures', reportFigure, { max: 12 }).default([]),
    figuresNote: optionalText('Note on the figures', 300).default(''),
    basis: text('Basis', 1000),
  }),
  page: '/investors/industry-report',
})
export type IndustryReport = ContentOf<typeof industryReport>
