import { currentSite } from '#app/cms/site.server.ts'
import { investors } from './investors.ts'

/** Who answers questions of investors; undefined if nobody is named. */
export function personForQueries() {
  const { contacts = [] } = currentSite().content.find(investors)?.value ?? {}
  const person = contacts.find(({ answersQueries }) => answersQueries === 'yes')
  return person && { name: person.name, title: person.title, email: person.email, phone: person.phone }
}
