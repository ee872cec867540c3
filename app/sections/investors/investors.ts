import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/schema/define-section.ts'
import { id, line, link, list, text } from '#app/schema/fields.ts'
import { office } from '#app/sections/site/site.ts'
import { uniqueBy } from '#app/sections/unique-by.ts'
import { day } from './day.ts'

/** A document with a page of its own. */
const offerDocument = z.strictObject({
  _id: id(),
  title: line('Title', 200),
  date: day('Date'),
  link: link('Link'),
})

/** Somebody a shareholder can write to; `title` is the office, `name` who holds it. */
const contact = office.extend({ _id: id(), name: line('Name', 100) })

/** Head of the investors page, and its parts that are short: offer documents and investor grievance. */
export const investors = defineSection({
  id: 'investors',
  label: 'Investor Relations',
  file: 'investors/investors.yaml',
  schema: z.strictObject({
    title: line('Title', 100),
    lead: line('Lead', 200),
    intro: text('Introduction', 1000),
    offerDocuments: list('Offer documents', offerDocument).check(uniqueBy('_id', '_id')),
    contacts: list('Contacts', contact).check(uniqueBy('_id', '_id')),
  }),
  messages: { updated: 'Investor Relations updated successfully!', failed: 'Failed to update Investor Relations' },
  page: '/investors',
})
export type Investors = ContentOf<typeof investors>
