import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { fileType } from '#app/site/collections/documents/file-type.ts'
import { documentSizes } from '#app/site/sections/document-register/page-documents.server.ts'
import { documentRegister } from '#app/site/sections/document-register/register.server.ts'
import type { InvestorLink } from '#app/site/sections/investors/investor-links.tsx'
import { management, type Management } from '#app/site/sections/management/management.ts'

function boardInShort({ directors, committees }: Management) {
  return `${countOf(directors.length, 'director')}, ${countOf(committees.length, 'committee')}`
}

/** `PDF, 75 kB, 10 Sep 2026` */
function factsOf({ fileUrl, date }: { fileUrl: string; date: string }) {
  const bytes = documentSizes(fileUrl)[fileUrl]?.bytes
  return [fileType(fileUrl), ...(bytes === undefined ? [] : [formatBytes(bytes)]), formatDay(date)].join(', ')
}

/** The ways from the investors page to what investors look for, each with a fact on what is there now. */
export function investorLinks(): InvestorLink[] {
  const site = currentSite()
  const register = site.service(documentRegister)
  const board = site.content.find(management)?.value
  const [report] = register.inList('annual-reports')
  const newest = (date: string | undefined) => (date === undefined ? 'No documents yet' : `Newest: ${formatDay(date)}`)
  return [
    {
      to: '/investors/results',
      title: 'Financial results',
      fact: newest(register.inList('financial-results')[0]?.date),
    },
    report
      ? { to: report.fileUrl, title: report.title, fact: factsOf(report), icon: 'download' }
      : { to: '/investors#reports', title: 'Annual reports', fact: newest(undefined) },
    { to: '/investors/documents', title: 'All documents', fact: countOf(register.listed().length, 'document') },
    { to: '/investors/board', title: 'Board and committees', fact: board ? boardInShort(board) : '' },
  ]
}
