import type { LoaderFunctionArgs } from '@remix-run/node'
import { currentSite } from '#app/cms/site.server.ts'
import { queryOf, REGISTER_FEED, REGISTER_PAGE, selectionOf } from '#app/site/addresses/document-selection.ts'
import { kindOf } from '#app/site/collections/documents/document-kinds.ts'
import { PERIODS } from '#app/site/collections/documents/financial-period.ts'
import { fixedAddress } from '#app/site/collections/documents/fixed-address.ts'
import { USUAL_TIME } from '#app/site/collections/news/news-articles.ts'
import { findDocuments, wordsOf } from '#app/site/sections/document-register/find-documents.ts'
import { documentRegister, type RegisteredDocument } from '#app/site/sections/document-register/register.server.ts'
import { withdrawalText } from '#app/site/sections/document-register/withdrawal-text.ts'
import { otherWords } from '#app/site/sections/search-words/content-synonyms.ts'
import { rssFeed, type FeedEntry } from './rss-feed.server.ts'

export { refuseWrite as action } from './generated-file.ts'

/** `/investors/documents.xml`: the documents that fit the query, by the day of their disclosure. */
export function loader({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const selection = selectionOf(new URL(request.url).searchParams)
  const query = queryOf(selection)
  const { service } = currentSite()
  const found = findDocuments(service(documentRegister).withWithdrawn(), selection, service(otherWords))
  const response = rssFeed(request, {
    title: query === '' ? 'Documents' : `Documents, ${wordsOf(selection)}`,
    description: 'Reports, results, policies and offer documents of the company.',
    path: REGISTER_FEED + query,
    page: REGISTER_PAGE + query,
    entries: found.map(feedEntry),
  })
  // A document that is withdrawn says so at once.
  response.headers.set('Cache-Control', 'public, max-age=0, must-revalidate')
  return response
}

/** One that was withdrawn keeps its place, with the reason. */
function feedEntry({ section, report, slug, title, date, withdrawn, ...document }: RegisteredDocument): FeedEntry {
  const { kind, financialYear, period } = document
  const facts = [kindOf(kind).label, ...(financialYear === '' ? [] : [`FY ${financialYear}`, PERIODS[period]])]
  return {
    // All annual reports are in one section.
    guid: ['document', section, ...(report === undefined ? [] : [report])].join(':'),
    ...{ date, time: USUAL_TIME, link: fixedAddress(slug), image: '' },
    title: withdrawn ? `Withdrawn: ${title}` : title,
    description: withdrawn ? withdrawalText({ title, ...withdrawn }) : facts.join(', '),
  }
}
