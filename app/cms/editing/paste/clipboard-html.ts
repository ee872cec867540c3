import type { LeftOut } from './left-out.ts'

/** The formatted text of a clipboard: what a reader of it sees. */
interface ClipboardText {
  /** Without comments, deleted and hidden words. Styles are read with {@link styleOf}, and with nothing else. */
  body: HTMLElement
  leftOut: LeftOut
}

/**
 * Parses the HTML of a clipboard, and removes from it what its program does not show as text: comments, deleted words,
 * and what is hidden. It runs no script, loads nothing and applies no style.
 */
export function readClipboard(html: string): ClipboardText {
  const { markup, sheets } = withoutStyles(html)
  const { body } = new DOMParser().parseFromString(markup, 'text/html')
  for (const sheet of sheets) applyClasses(body, sheet)
  const comments = removeComments(body)
  const deletions = removeAll([...body.querySelectorAll(DELETED)])
  const hidden = removeHidden(body)
  return { body, leftOut: { comments, deletions, hidden } }
}

/** The attribute that styles have in a parsed clipboard. */
const STYLE = 'data-clipboard-style'

/**
 * The declarations of an element's own style and of the classes that its clipboard defines: names and values in small
 * letters. Those of browsers are not used: the content security policy of the page empties them.
 */
export function styleOf(element: Element): ReadonlyMap<string, string> {
  return new Map(declarationsOf(element.getAttribute(STYLE) ?? ''))
}

function declarationsOf(style: string): [string, string][] {
  return style.split(';').flatMap((declaration): [string, string][] => {
    const colon = declaration.indexOf(':')
    if (colon === -1) return []
    return [[word(declaration.slice(0, colon)), word(declaration.slice(colon + 1))]]
  })
}

function word(text: string) {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}

const TAG = /<[a-z][^\s/>]*/iy
const ATTRIBUTE = /[\s/]*([^\s/>=]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*)?)?/y
const RAW = /<(?:style|script)(?=[\s/>])/iy

/**
 * The markup without comments, scripts and style sheets, and with its style attributes under the name {@link STYLE}; and
 * the texts of its style sheets. A parser would try to apply the styles, and the policy of the page would refuse each
 * of them, with a message in the console of the browser.
 */
function withoutStyles(html: string) {
  const sheets: string[] = []
  let markup = ''
  let at = 0
  while (at < html.length) {
    const tag = html.indexOf('<', at)
    if (tag === -1) break
    markup += html.slice(at, tag)
    at = tag
    if (html.startsWith('<!--', at)) at = endOf(html, '-->', at + 4)
    else if (matchAt(RAW, html, at)) {
      const isSheet = html.slice(at, at + 6).toLowerCase() === '<style'
      const text = endOf(html, '>', at)
      at = endOfRaw(html, isSheet ? '</style' : '</script', text)
      if (isSheet) sheets.push(html.slice(text, at))
      at = endOf(html, '>', at)
    } else {
      const name = matchAt(TAG, html, at)?.[0] ?? '<'
      markup += name
      at += name.length
      if (name === '<') continue
      for (let match = matchAt(ATTRIBUTE, html, at); match; match = matchAt(ATTRIBUTE, html, at)) {
        const [whole, attribute = '', value = ''] = match
        markup += attribute.toLowerCase() === 'style' ? ` ${STYLE}${value}` : whole
        at += whole.length
      }
    }
  }
  return { markup: markup + html.slice(at), sheets }
}

function matchAt(pattern: RegExp, text: string, at: number) {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** The place behind the next `sign`, or the end of the text. */
function endOf(text: string, sign: string, from: number) {
  const at = text.indexOf(sign, from)
  return at === -1 ? text.length : at + sign.length
}

/** The place of the tag that ends a style sheet or a script, whose name may be written in capitals. */
function endOfRaw(text: string, tag: string, from: number) {
  for (let at = text.indexOf('</', from); at !== -1; at = text.indexOf('</', at + 2)) {
    if (text.slice(at, at + tag.length).toLowerCase() === tag) return at
  }
  return text.length
}

/** The properties that say whether a text is shown, and in which format. */
const USED =
  /(?:^|[;\s])(?:display|visibility|mso-hide|mso-element|font-weight|font-style|text-decoration|vertical-align)\b/i

/** Gives elements the declarations of their classes, before their own. Word and Pages hide and strike words so. */
function applyClasses(body: HTMLElement, sheet: string) {
  for (const rule of sheet.split('}')) {
    const [selector = '', declarations = ''] = rule.replaceAll(/<!--|-->/g, '').split('{')
    if (!USED.test(declarations) || !selector.includes('.') || !/^[\w\s.,-]+$/.test(selector)) continue
    for (const element of elementsOf(body, selector)) {
      element.setAttribute(STYLE, `${declarations};${element.getAttribute(STYLE) ?? ''}`)
    }
  }
}

function elementsOf(body: HTMLElement, selector: string) {
  try {
    return body.querySelectorAll(selector)
  } catch {
    // Word writes selectors that are none, such as those of its lists.
    return []
  }
}

/** `del` also in LibreOffice, Google Docs and pages; the classes are those of Word, on a computer and in a browser. */
const DELETED = 'del, .msoDel, .MsoDel, [role="deletion"], [class*="TrackChangeTextDeletion"]'

/** The signs that lead to a comment. The commented words are in none of them. */
const COMMENT_SIGNS =
  '.MsoCommentReference, .msocomanchor, .msocomoff, a[href*="#_msocom"], a[href^="#cmnt"]:not([href^="#cmnt_ref"])'

/** Removes the comments and the signs in the text that lead to them. Returns their number. */
function removeComments(body: HTMLElement) {
  const ofWord = [...body.querySelectorAll(`[${STYLE}*="mso-element"]`)].filter((element) =>
    styleOf(element).get('mso-element')?.startsWith('comment'),
  )
  const texts = ofWord.filter((element) => styleOf(element).get('mso-element') === 'comment')
  const ofDocs = [...body.querySelectorAll('a[href^="#cmnt_ref"]')].map((link) => link.closest('div, p') ?? link)
  const loose = [...body.querySelectorAll('.MsoCommentText, .MsoCommentSubject')]
  const count = texts.length + ofDocs.length
  for (const element of [...ofWord, ...ofDocs]) element.remove()
  const signs = removeAll([...body.querySelectorAll(COMMENT_SIGNS)])
  const further = removeAll(loose.filter((element) => element.isConnected))
  return Math.max(count, signs, count === 0 ? further : 0)
}

/**
 * Removes elements. Returns how many texts they were: elements that follow one another directly are one, as Word splits
 * a text by its formats.
 */
function removeAll(elements: readonly Element[]) {
  const all = new Set<Node>(elements)
  const outermost = elements.filter((element) => !isInside(element, all))
  const texts = outermost.filter((element) => element.textContent.trim() !== '' && !follows(element, all))
  for (const element of outermost) element.remove()
  return texts.length
}

function isInside(element: Element, others: ReadonlySet<Node>) {
  for (let above = element.parentElement; above; above = above.parentElement) if (others.has(above)) return true
  return false
}

function follows(element: Element, others: ReadonlySet<Node>) {
  let before = element.previousSibling
  while (before && (before.textContent ?? '').trim() === '' && !others.has(before)) before = before.previousSibling
  return before !== null && others.has(before) && (before.textContent ?? '').trim() !== ''
}

/** Removes hidden words, rows and columns of tables. Returns their number. */
function removeHidden(body: HTMLElement) {
  for (const column of body.querySelectorAll('col')) if (isHidden(column)) hideCells(column)
  const hidden = [...body.querySelectorAll(`[hidden], [${STYLE}]`)].filter(isHidden)
  // Word hides the page numbers of a table of contents from screens, and nothing else.
  const ofPaper = hidden.filter((element) => styleOf(element).get('mso-hide') === 'screen')
  for (const element of ofPaper) element.remove()
  return removeAll(hidden.filter((element) => !ofPaper.includes(element)))
}

function isHidden(element: Element) {
  const style = styleOf(element)
  return (
    element.hasAttribute('hidden') ||
    style.get('display')?.startsWith('none') === true ||
    /^(?:hidden|collapse)/.test(style.get('visibility') ?? '') ||
    style.get('mso-hide') === 'all'
  )
}

/** Excel writes that a column is hidden, and not that its cells are. */
function hideCells(column: Element) {
  const table = column.closest('table')
  if (!table) return
  const columns = [...table.querySelectorAll('col')]
  const spanOf = (element: Element) => Number(element.getAttribute('span') ?? 1)
  const from = columns.slice(0, columns.indexOf(column as HTMLTableColElement)).reduce((at, one) => at + spanOf(one), 0)
  for (const row of table.rows) {
    let at = 0
    for (const cell of row.cells) {
      if (at >= from && at < from + spanOf(column)) cell.setAttribute('hidden', '')
      at += cell.colSpan
    }
  }
}
