import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/schema/define-section.ts'
import { titledDocuments } from '#app/sections/reports/titled-document.ts'

/** The policies of the company, numbered in the order of the file. */
export const governance = defineSection({
  id: 'governance',
  label: 'Governance',
  file: 'investors/governance.yaml',
  schema: z.strictObject({ policies: titledDocuments('Policies', { folder: 'policies' }) }),
  messages: { updated: 'Governance updated successfully!', failed: 'Failed to update Governance' },
  page: '/investors#governance',
})
export type Governance = ContentOf<typeof governance>
