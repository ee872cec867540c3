/** Response with a text file generated from content. Caches store it for ten minutes, so that edits soon appear. */
export function generatedFile(text: string, type: `${string}/${string}`) {
  return new Response(text, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=600' },
  })
}

/** The action of a file that can only be read: responds with 405. */
export function refuseWrite() {
  return new Response('This file can only be read.', { status: 405, headers: { Allow: 'GET, HEAD' } })
}

/** The markup of an XML document. `root` is the markup of its root element. */
export function xmlDocument(root: string) {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

/** The markup of an element with child elements. `children` are markup. */
export function element(name: string, children: readonly string[], attributes: Attributes = {}) {
  return `<${name}${attributesOf(attributes)}>${children.join('')}</${name}>`
}

/** The markup of an element with text, which is escaped; empty text is allowed. */
export function textElement(name: string, text: string, attributes: Attributes = {}) {
  return element(name, [escapeXml(text)], attributes)
}

type Attributes = Record<string, string>

function attributesOf(attributes: Attributes) {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('')
}

/** Escapes a text for an element or attribute, and removes characters that XML 1.0 does not allow (section 2.2). */
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
