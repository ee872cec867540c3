import { site } from '#app/sections/site/site.ts'
import { feedItem, readFeed } from './feed.server.ts'
import { generatedFile } from './generated-file.ts'
import { element, textElement, xmlDocument } from './xml.ts'
import { currentSite } from '#app/site.server.ts'

export { refuseWrite as action } from './generated-file.ts'

/** `/feed.xml`: the news as RSS 2.0 (https://www.rssboard.org/rss-specification). */
export function loader() {
  const address = `${currentSite().env.publicOrigin}/feed.xml`
  const about = currentSite().content.find(site)?.value
  const channel = element('channel', [
    textElement('title', [about?.companyName, 'News'].filter(Boolean).join(': ')),
    textElement('link', `${currentSite().env.publicOrigin}/events`),
    textElement('description', about?.tagline ?? 'News'),
    textElement('language', 'en-in'),
    textElement('atom:link', '', { href: address, rel: 'self', type: 'application/rss+xml' }),
    ...readFeed().map(feedItem),
  ])
  const root = element('rss', [channel], { version: '2.0', 'xmlns:atom': 'http://www.w3.org/2005/Atom' })
  return generatedFile(xmlDocument(root), 'application/rss+xml')
}
