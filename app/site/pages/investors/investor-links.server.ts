import { formatDay } from '#app/cms/platform/format/day.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { documentRegister } from '#app/site/sections/document-register/register.server.ts'
import type { InvestorLink } from '#app/site/sections/investors/investor-links.tsx'
import { management, type Management } from '#app/site/sections/management/management.ts'

function boardInShort({ directors, committees }: Management) {
  return `${countOf(directors.length, 'director')}, ${countOf(committees.length, 'committee')}`
}

/** The ways from the investors page to what investors look for, each with a fact on what is there now. */
export function investorLinks(): InvestorLink[] {
  const site = currentSite()
  const register = site.service(documentRegister)
  const board = site.content.find(management)?.value
  const newest = (date: string | undefined) => (date === undefined ? 'No documents yet' : `Newest: ${formatDay(date)}`)
  return [
    {
      to: '/investors/results',
      title: 'Financial results',
      fact: newest(register.inList('financial-results')[0]?.date),
    },
    {
      to: '/investors#reports',
      title: 'Annual reports',
      fact: newest(register.inList('annual-reports')[0]?.date),
    },
    { to: '/investors/documents', title: 'All documents', fact: countOf(register.listed().length, 'document') },
    { to: '/investors/board', title: 'Board and committees', fact: board ? boardInShort(board) : '' },
  ]
}
