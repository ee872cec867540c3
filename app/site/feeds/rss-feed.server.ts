import { createHash } from 'node:crypto'
import { contentTypeOf } from '#app/cms/media/serving/file-response.server.ts'
import { imageUrl } from '#app/cms/media/media-address.ts'
import { matchesIfNoneMatch } from '#app/cms/platform/http/etag.ts'
import { momentOfSite } from '#app/cms/platform/site-time.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { element, generatedFile, textElement, xmlDocument } from './generated-file.ts'

export interface FeedEntry {
  /** Never changes, so that readers show the entry once. */
  guid: string
  /** YYYY-MM-DD and HH:MM, in the time zone of the site. Empty if the day is not known. */
  date: string
  time: string
  title: string
  description: string
  /** Path of the page that shows it. */
  link: string
  /** File name of an upload, or empty. */
  image: string
}

interface Feed {
  /** What it is a feed of. The company's name comes before it. */
  title: string
  description: string
  /** Path of the feed, and of the page that it follows, with their queries. */
  path: string
  page: string
  /** The newest first. */
  entries: readonly FeedEntry[]
}

/** Readers ask every hour or every day. */
const MAX_ENTRIES = 100

/** A feed of the newest 100 entries as RSS 2.0 (https://www.rssboard.org/rss-specification). 304 if the reader has it. */
export function rssFeed(request: Request, { title, description, path, page, entries }: Feed): Response {
  const { env, content } = currentSite()
  const company = content.find(siteDetails)?.value.companyName
  const channel = element('channel', [
    textElement('title', [company, title].filter(Boolean).join(': ')),
    textElement('link', env.publicOrigin + page),
    textElement('description', description),
    textElement('language', 'en-in'),
    textElement('atom:link', '', { href: env.publicOrigin + path, rel: 'self', type: 'application/rss+xml' }),
    ...entries.slice(0, MAX_ENTRIES).map(feedItem),
  ])
  const root = element('rss', [channel], { version: '2.0', 'xmlns:atom': 'http://www.w3.org/2005/Atom' })
  const text = xmlDocument(root)
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  const isKnown = matchesIfNoneMatch(request.headers.get('If-None-Match'), version)
  const { headers } = generatedFile(text, 'application/rss+xml')
  // Weak, because the host compresses it.
  headers.set('ETag', `W/"${version}"`)
  return new Response(isKnown ? null : text, { status: isKnown ? 304 : 200, headers })
}

/** An entry as RSS markup. */
function feedItem({ guid, date, time, title, description, link, image }: FeedEntry) {
  return element('item', [
    textElement('title', title),
    textElement('link', currentSite().env.publicOrigin + link),
    textElement('guid', guid, { isPermaLink: 'false' }),
    ...(date === '' ? [] : [textElement('pubDate', feedTime(date, time))]),
    textElement('description', description),
    ...enclosure(image),
  ])
}

function enclosure(file: string) {
  const bytes = currentSite().media.library.find(file)?.bytes
  const type = contentTypeOf(file)
  if (bytes === undefined || type === undefined) return []
  return [
    textElement('enclosure', '', { url: currentSite().env.publicOrigin + imageUrl(file), length: String(bytes), type }),
  ]
}

/** `Mon, 12 Oct 2026 10:00:00 +0530`, for a day and a time of day in the time zone of the site. */
function feedTime(date: string, time: string) {
  const offset = momentOfSite(date, time).slice(-6).replace(':', '')
  return new Date(`${date}T${time}:00Z`).toUTCString().replace('GMT', offset)
}
