import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/content/define-section.ts'
import { id, line, list } from '#app/content/fields.ts'
import { documentUrl } from '#app/sections/reports/document-url.ts'
import { uniqueBy } from '#app/sections/unique-by.ts'

const policy = z.strictObject({
  _id: id(),
  title: line('Title', 200),
  fileUrl: documentUrl('File', { folder: 'policies' }),
})

/** The policies of the company, numbered in the order of the file. */
export const governance = defineSection({
  id: 'governance',
  label: 'Governance',
  file: 'investors/governance.yaml',
  schema: z.strictObject({ policies: list('Policies', policy).check(uniqueBy('_id', '_id')) }),
  messages: { updated: 'Governance updated successfully!', failed: 'Failed to update Governance' },
  page: '/investors#governance',
})
export type Governance = ContentOf<typeof governance>
