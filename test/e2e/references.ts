import type { HtmlElement } from 'html-validate'
import { attributesOf, decodeEntities, parseHtml } from './parse-html.ts'

/** The addresses in a document, and its own fragments. */
interface References {
  /** Addresses of links as written, with their fragments. */
  links: string[]
  /** Addresses of the files that the document loads: images in every size, styles, scripts, films. */
  files: string[]
  /** Fragments that links to its parts can use. */
  ids: Set<string>
}

/** Reads the addresses in an HTML page, style sheet, sitemap, feed, manifest or robots.txt. Other types have none. */
export async function referencesIn(text: string, contentType: string): Promise<References> {
  const [type = ''] = contentType.split(';')
  if (type === 'text/html') return referencesOfPage(await parseHtml(text))
  const [links = [], files = []] = PATTERNS[type]?.map((pattern) => matchesOf(text, pattern)) ?? []
  return { links, files, ids: new Set() }
}

/** Patterns of the links, then of the files, by media type. The address is the first group. */
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
