/** Response with a text file made from content. Caches store it for ten minutes, so that an edit soon reaches all readers. */
export function generatedFile(text: string, type: `${string}/${string}`) {
  return new Response(text, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=600' },
  })
}

/** The action of a file that can only be read: 405. */
export function refuseWrite() {
  return new Response('This file can only be read.', { status: 405, headers: { Allow: 'GET, HEAD' } })
}

/** The markup of an XML document around its root element, which must be markup already. */
export function xmlDocument(root: string) {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

/** An element that holds other elements, which must be markup already. */
export function element(name: string, children: readonly string[], attributes: Attributes = {}) {
  return `<${name}${attributesOf(attributes)}>${children.join('')}</${name}>`
}

/** An element that holds text of any kind, or nothing. */
export function textElement(name: string, text: string, attributes: Attributes = {}) {
  return element(name, [escapeXml(text)], attributes)
}

type Attributes = Record<string, string>

function attributesOf(attributes: Attributes) {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('')
}

/** The text as an element or attribute can hold it, without what XML 1.0 cannot hold at all (section 2.2). */
function escapeXml(text: string) {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

const ESCAPES: { [character: string]: string | undefined } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
