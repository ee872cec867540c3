import { HtmlValidate, Parser, type HtmlElement } from 'html-validate'

const config = new HtmlValidate().getConfigFor('page.html')

/** The tree of a page, without a browser. Entities in it are left as written. */
export async function parseHtml(html: string): Promise<HtmlElement> {
  return new Parser(await config).parseHtml(html)
}

/** Values of an attribute of all elements that have it and match. */
export function attributesOf(page: HtmlElement, selector: string, attribute: string): string[] {
  const values = page.querySelectorAll(selector).map((element) => element.getAttributeValue(attribute))
  return values.filter((value) => value !== null).map(decodeEntities)
}

/** Decodes the five entities that React and our own XML use. */
export function decodeEntities(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replace(/&#(?:x27|39);/g, "'")
    .replaceAll('&amp;', '&')
}
