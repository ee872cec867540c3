import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { choice, line, optionalText, text } from '#app/cms/define/fields.ts'

/** Address of the page that lists the disclosures. */
export const DISCLOSURES_PAGE = '/investors/disclosures'

/** The page that lists the disclosures to visitors. It is off until staff switch it on. */
export const disclosures = defineSection({
  id: 'disclosure-page',
  label: 'Disclosures page',
  icon: 'page',
  editor: 'site/sections/disclosures/disclosures-editor.tsx',
  file: 'investors/disclosures.yaml',
  startsAsShipped: true,
  schema: z.strictObject({
    state: choice('Page', ['off', 'on'], { off: 'Off', on: 'On' }).default('off'),
    title: line('Title', 100),
    lead: line('Opening sentence', 200),
    intro: text('Introduction', 1000),
    note: optionalText('Note below the rows', 600),
  }),
  page: DISCLOSURES_PAGE,
})
export type Disclosures = ContentOf<typeof disclosures>
