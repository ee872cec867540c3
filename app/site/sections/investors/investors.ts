import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { choice, id, line, list, optionalLink, text } from '#app/cms/define/fields.ts'
import { office } from '#app/site/sections/site-details/site-details.ts'

/** A contact for shareholders; `title` is the office, `name` the person or company that holds it. */
const contact = office.extend({
  _id: id(),
  name: line('Name', 100),
  answersQueries: choice('Queries and grievances', ['yes', 'no'], { yes: 'Yes', no: 'No' }).default('no'),
})

/** Head of the investors page, and the contacts for investor grievance. */
export const investors = defineSection({
  id: 'investors',
  label: 'Investor Relations',
  icon: 'news',
  editor: 'site/sections/investors/investors-editor.tsx',
  file: 'investors/investors.yaml',
  schema: z.strictObject({
    title: line('Title', 100),
    lead: line('Opening sentence', 200),
    intro: text('Introduction', 1000),
    contacts: list('Contacts', contact),
    scoresLink: optionalLink('SCORES'),
    iepfLink: optionalLink('IEPF'),
    smartOdrLink: optionalLink('SMART ODR'),
  }),
  // Not in the schema: a page without this person is better than none.
  lifecycle: { checkChange: (next) => personForQueries(next as WithContacts) },
  page: '/investors',
})
export type Investors = ContentOf<typeof investors>

interface WithContacts {
  contacts: readonly Pick<z.output<typeof contact>, 'answersQueries'>[]
}

/** The law asks for one person whom investors can write to, on the home page. */
function personForQueries({ contacts }: WithContacts) {
  const count = contacts.filter(({ answersQueries }) => answersQueries === 'yes').length
  if (count === 1) return []
  const message =
    count === 0
      ? 'Choose the contact who answers queries and grievances. Every page names this person'
      : `${count} contacts answer queries and grievances. Choose one of them`
  return [{ path: 'contacts', message }]
}
