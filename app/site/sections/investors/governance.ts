import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { titledDocuments } from '#app/site/sections/reports/documents.ts'

/** The policies of the company, numbered in the order of the file. */
export const governance = defineSection({
  id: 'governance',
  label: 'Governance',
  icon: 'shield',
  editor: 'site/sections/investors/investors-editor.tsx',
  file: 'investors/governance.yaml',
  schema: z.strictObject({ policies: titledDocuments('Policies', { folder: 'policies' }) }),
  page: '/investors#governance',
})
export type Governance = ContentOf<typeof governance>
