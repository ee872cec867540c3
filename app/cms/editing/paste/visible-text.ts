import { readClipboard } from './clipboard-html.ts'
import { leftOutCount, type LeftOut } from './left-out.ts'

/** Elements that begin a line. */
export const BLOCKS =
  'address, article, aside, blockquote, caption, center, dd, details, div, dl, dt, fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hr, legend, li, main, menu, nav, ol, p, pre, section, summary, table, tbody, tfoot, thead, tr, ul'

/** Parts of a page that are no text. */
export const NO_TEXT =
  'script, style, title, meta, link, xml, template, noscript, svg, img, picture, video, audio, canvas, iframe, object, input, select, textarea, button, hr'

/**
 * The words of a clipboard for a field of plain text: a line for each paragraph, and tabs between the cells of a table.
 * The plain text that the program has written stands, unless its formatted text hides something: then that may be in
 * the plain text too, as Word writes deleted words there.
 */
export function visibleWords(html: string, plain: string): { text: string; leftOut: LeftOut } {
  const { body, leftOut } = readClipboard(html)
  return { text: leftOutCount(leftOut) === 0 ? plain : linesOf(body), leftOut }
}

function linesOf(body: HTMLElement): string {
  for (const element of body.querySelectorAll(NO_TEXT)) element.remove()
  let lines = ''
  const add = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      // Cells hold one line each: the line breaks of a cell would begin a row.
      lines += (node.textContent ?? '').replaceAll(/\s+/g, ' ')
      return
    }
    if (!(node instanceof Element)) return
    const isCell = node.matches('td, th')
    const isLine = node.matches(BLOCKS) || node.localName === 'br'
    const sign = node.closest('td, th') ? ' ' : '\n'
    if (isLine) lines += sign
    for (const child of node.childNodes) add(child)
    if (isCell && node.nextElementSibling) lines += '\t'
    else if (isLine && node.localName !== 'br') lines += sign
  }
  for (const child of body.childNodes) add(child)
  return lines
    .split('\n')
    .map((line) =>
      line
        .split('\t')
        .map((cell) => cell.replaceAll(/\s+/g, ' ').trim())
        .join('\t'),
    )
    .filter((line) => line !== '')
    .join('\n')
}
