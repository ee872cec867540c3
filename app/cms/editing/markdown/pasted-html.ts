import TurndownService from 'turndown'

/** In characters. A longer one is taken as plain text: 10,000 words of a word processor have a tenth of it. */
const MAX_HTML = 8_000_000

/** Parts of a page that are no text. */
const NO_TEXT =
  'script, style, title, meta, link, xml, template, svg, img, picture, video, audio, iframe, object, form, hr'
const FORMATS = 'b, strong, i, em, a[href], ul, ol, h1, h2, h3, h4, h5, h6, blockquote, table'
const HEADINGS = 'h1, h2, h3, h4, h5, h6'

/**
 * The formatted text of a clipboard as Markdown: headings, bold and italic words, links, lists and the rows of tables.
 * Undefined if it has no formats, or is too long: then the plain text says as much. Scripts, pictures and addresses that
 * a page of the site must not link to are left out.
 */
export function markdownOfHtml(html: string): string | undefined {
  if (html.length > MAX_HTML) return undefined
  // A document of its own: it runs no script and loads nothing.
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  // An editor of program text, in which the signs may be Markdown already.
  if (body.querySelector('[style*="white-space: pre"], pre')) return undefined
  for (const element of body.querySelectorAll(NO_TEXT)) element.remove()
  cleanLinks(body)
  marksOfStyles(body)
  joinMarks(body)
  listsOfWord(body)
  rowsOfTables(body)
  for (const mark of body.querySelectorAll(`:is(${HEADINGS}) :is(b, strong)`)) unwrap(mark)
  if (!body.querySelector(FORMATS)) return undefined
  const markdown = turndown.turndown(body).replaceAll('\u00A0', ' ')
  // Word keeps an empty line as a paragraph with a space.
  return markdown
    .replaceAll(/^[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const turndown = new TurndownService({ headingStyle: 'atx', emDelimiter: '*', bulletListMarker: '-' })
// Turndown puts three spaces after the sign of an entry.
turndown.addRule('entry', {
  filter: 'li',
  replacement: (content, entry) => {
    const list = entry.parentElement
    const sign =
      list?.localName === 'ol'
        ? `${Number(list.getAttribute('start') ?? 1) + [...list.children].indexOf(entry)}. `
        : '- '
    const text = content.trim().replaceAll(/\n(?=.)/g, `\n${' '.repeat(sign.length)}`)
    return `${sign}${text}${entry.nextElementSibling ? '\n' : ''}`
  },
})
const escape = turndown.escape.bind(turndown)
// In a word, as in the name of a grade, a low line means nothing.
turndown.escape = (text) => escape(text).replaceAll(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_')

/** Keeps links to pages, e-mail addresses and telephones. Those into a document on a disk, and scripts, become words. */
function cleanLinks(body: HTMLElement) {
  for (const link of body.querySelectorAll('a')) {
    const target = link.getAttribute('href') ?? ''
    if (!/^(?:https?:\/\/|mailto:|tel:|\/(?!\/))/i.test(target) || link.textContent.trim() === '') unwrap(link)
    else {
      link.removeAttribute('title')
      link.setAttribute('href', target.trim().replaceAll(/[\s()<>]/g, encodeSign))
    }
  }
}

/** A sign that would end the target of a link of Markdown. `encodeURIComponent` keeps parentheses. */
function encodeSign(sign: string) {
  return encodeURIComponent(sign).replace('(', '%28').replace(')', '%29')
}

/** Word processors in browsers say bold and italic with styles, and also that a `b` is not bold. */
function marksOfStyles(body: HTMLElement) {
  for (const element of body.querySelectorAll<HTMLElement>('b, strong, i, em')) {
    const { fontWeight, fontStyle } = element.style
    if (/^(?:normal|400)$/.test(fontWeight) || fontStyle === 'normal') unwrap(element)
  }
  for (const span of body.querySelectorAll<HTMLElement>('span, font')) {
    const { fontWeight, fontStyle } = span.style
    if (span.closest('a, b, strong, i, em') || span.textContent.trim() === '') continue
    if (fontWeight === 'bold' || Number(fontWeight) >= 600) wrap(span, 'strong')
    if (fontStyle === 'italic') wrap(span, 'em')
  }
}

/** A mark in another one of its kind means nothing, and two beside each other are one: `**a****b**` is not bold. */
function joinMarks(body: HTMLElement) {
  for (const marks of ['b, strong', 'i, em']) {
    for (const mark of body.querySelectorAll(`:is(${marks}) :is(${marks})`)) unwrap(mark)
    for (const mark of body.querySelectorAll(marks)) {
      const { previousSibling } = mark
      if (!(previousSibling instanceof Element) || !previousSibling.matches(marks)) continue
      mark.prepend(...previousSibling.childNodes)
      previousSibling.remove()
    }
  }
}

/** Word writes an entry of a list as a paragraph with a sign in it, and its level in the style. */
function listsOfWord(body: HTMLElement) {
  const open: HTMLElement[] = []
  let last: Element | undefined
  for (const entry of body.querySelectorAll<HTMLElement>('p[style*="mso-list"]')) {
    const [, digits = ''] = /mso-list:[^;]*level(\d)/.exec(entry.getAttribute('style') ?? '') ?? []
    if (digits === '') continue
    const sign = [...entry.querySelectorAll('span')].find((span) =>
      /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
    )
    const kind = /^\s*(?:\d+|[a-z]|[ivx]+)[.)]/i.test(sign?.textContent ?? '') ? 'ol' : 'ul'
    sign?.remove()
    if (entry.previousElementSibling !== last) open.length = 0
    const level = Math.min(Number(digits), open.length + 1)
    open.length = Math.min(open.length, level)
    let list = open[level - 1]
    if (!list) {
      list = body.ownerDocument.createElement(kind)
      const above = open[level - 2]?.lastElementChild
      if (above) above.append(list)
      else entry.before(list)
      open[level - 1] = list
    }
    const item = body.ownerDocument.createElement('li')
    item.append(...entry.childNodes)
    list.append(item)
    entry.remove()
    last = open[0]
  }
}

/** A table becomes an entry of a list for each row: the pages of the site show no tables in texts. */
function rowsOfTables(body: HTMLElement) {
  for (const table of body.querySelectorAll('table')) {
    const list = body.ownerDocument.createElement('ul')
    for (const row of table.rows) {
      const texts = [...row.cells].map((cell) => cell.textContent.trim().replace(/\s+/g, ' ')).filter(Boolean)
      const item = body.ownerDocument.createElement('li')
      item.textContent = texts.join('; ')
      if (texts.length > 0) list.append(item)
    }
    table.replaceWith(list)
  }
}

function unwrap(element: Element) {
  element.replaceWith(...element.childNodes)
}

function wrap(element: Element, name: string) {
  const mark = element.ownerDocument.createElement(name)
  mark.append(...element.childNodes)
  element.append(mark)
}
