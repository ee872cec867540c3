import type { HtmlElement } from 'html-validate'
import { attributesOf, decodeEntities, parseHtml } from './parse-html.ts'

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
  if (type === 'text/html') return referencesOfPage(await parseHtml(text))
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

function referencesOfPage(page: HtmlElement): References {
  const candidates = attributesOf(page, '[srcset]', 'srcset').flatMap((set) => set.split(','))
  return {
    links: attributesOf(page, 'a[href]', 'href'),
    files: [
      ...attributesOf(page, 'link[href]', 'href'),
      ...attributesOf(page, '[src]', 'src'),
      ...candidates.map((candidate) => candidate.trim().split(/\s/)[0] ?? ''),
      ...attributesOf(page, '[poster]', 'poster'),
      ...attributesOf(page, 'meta[property="og:image"]', 'content'),
      ...attributesOf(page, 'meta[name="twitter:image"]', 'content'),
    ],
    ids: new Set(attributesOf(page, '[id]', 'id')),
  }
}
