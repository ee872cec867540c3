import { HtmlValidate, Parser, type HtmlElement } from 'html-validate'

/** What a document leads to. */
export interface References {
  /** Addresses as written, links with their fragments first of all. */
  links: string[]
  /** Addresses of what the document loads: images in every size, styles, scripts, films. */
  files: string[]
  /** Fragments under which its parts can be linked. */
  ids: Set<string>
}

/** Reads what an HTML page, style sheet, sitemap, feed, manifest or robots.txt leads to. Other types lead nowhere. */
export async function referencesIn(text: string, contentType: string): Promise<References> {
  const [type = ''] = contentType.split(';')
  if (type === 'text/html') return referencesOfPage(await parse(text))
  const [links = [], files = []] = PATTERNS[type]?.map((pattern) => matchesOf(text, pattern)) ?? []
  return { links, files, ids: new Set() }
}

/** Of the links, then of the files, by media type. The address is the first group. */
const PATTERNS: { [type: string]: [RegExp, RegExp] | undefined } = {
  'text/css': [/$^/g, /url\(["']?(?!data:)([^"')]+)["']?\)/g],
  'text/plain': [/^Sitemap: (.+)$/gm, /$^/g],
  'application/xml': [/<loc>(.*?)<\/loc>/g, /$^/g],
  'application/rss+xml': [/<link>(.*?)<\/link>/g, /(?: url| href)="(.*?)"/g],
  'application/manifest+json': [/"start_url":"(.*?)"/g, /"src":"(.*?)"/g],
}

function matchesOf(text: string, pattern: RegExp) {
  return [...text.matchAll(pattern)].map(([, address = '']) => decodeEntities(address))
}

async function parse(html: string) {
  return new Parser(await new HtmlValidate().getConfigFor('page.html')).parseHtml(html)
}

function referencesOfPage(page: HtmlElement): References {
  const values = (selector: string, attribute: string) =>
    page.querySelectorAll(selector).map((element) => decodeEntities(element.getAttributeValue(attribute) ?? ''))
  const candidates = values('[srcset]', 'srcset').flatMap((set) => set.split(',').map((part) => part.trim()))
  return {
    links: [...values('a[href]', 'href'), ...values('link[rel="canonical"]', 'href')],
    files: [
      ...page
        .querySelectorAll('link[href]')
        .filter((link) => link.getAttributeValue('rel') !== 'canonical')
        .map((link) => decodeEntities(link.getAttributeValue('href') ?? '')),
      ...values('[src]', 'src'),
      ...candidates.map((candidate) => candidate.split(/\s/)[0] ?? ''),
      ...values('[poster]', 'poster'),
      ...values('meta[property="og:image"]', 'content'),
      ...values('meta[name="twitter:image"]', 'content'),
    ],
    ids: new Set(values('[id]', 'id')),
  }
}

/** The five that React and our own XML write. */
function decodeEntities(text: string) {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replace(/&#(?:x27|39);/g, "'")
    .replaceAll('&amp;', '&')
}
