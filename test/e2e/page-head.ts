import { attributesOf, decodeEntities, parseHtml } from './parse-html.ts'

/** The parts of a page that machines read. */
export async function headOf(address: string) {
  const response = await fetch(address)
  const html = await response.text()
  const page = await parseHtml(html)
  const contentOf = (selector: string) => attributesOf(page, selector, 'content')
  return {
    status: response.status,
    headers: response.headers,
    html,
    titles: page.querySelectorAll('head title').map(({ textContent }) => decodeEntities(textContent)),
    descriptions: contentOf('meta[name="description"]'),
    canonicals: attributesOf(page, 'link[rel="canonical"]', 'href'),
    robots: contentOf('meta[name="robots"]'),
    urls: contentOf('meta[property="og:url"]'),
    images: contentOf('meta[property="og:image"]'),
    crumbs: page.querySelectorAll('.crumbs li').map(({ textContent }) => decodeEntities(textContent)),
    data: page.querySelectorAll('script[type="application/ld+json"]').map(({ textContent }) => textContent),
  }
}
