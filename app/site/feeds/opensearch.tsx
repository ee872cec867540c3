import { currentSite } from '#app/cms/site.server.ts'
import { SEARCH_PAGE, SUGGESTIONS } from '#app/site/addresses/search-query.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { element, generatedFile, textElement, xmlDocument } from './generated-file.ts'

export { refuseWrite as action } from './generated-file.ts'

/** The longest name that browsers show. */
const MAX_NAME_LENGTH = 16

/** `/opensearch.xml` (OpenSearch 1.1): how browsers add the search of the site to theirs. */
export function loader() {
  const { content, env } = currentSite()
  const name = content.find(siteDetails)?.value.companyName ?? ''
  const url = (type: string, page: string) =>
    textElement('Url', '', { type, template: `${new URL(page, env.publicOrigin).href}?q={searchTerms}` })
  return generatedFile(
    xmlDocument(
      element(
        'OpenSearchDescription',
        [
          textElement('ShortName', name.slice(0, MAX_NAME_LENGTH).trim() || 'Search'),
          textElement('Description', `Grades, products, documents and pages of ${name}`),
          textElement('Image', new URL('/favicon.ico', env.publicOrigin).href, {
            width: '32',
            height: '32',
            type: 'image/x-icon',
          }),
          url('text/html', SEARCH_PAGE),
          url('application/x-suggestions+json', SUGGESTIONS),
        ],
        { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
      ),
    ),
    'application/opensearchdescription+xml',
  )
}
