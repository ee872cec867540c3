import { readClipboard } from './clipboard-html.ts'
import { leftOutCount, type LeftOut } from './left-out.ts'
import { onTheLine, raisedBy } from './raised-text.ts'
import { gridOf } from './table-grid.ts'

/** Elements that begin a line. */
export const BLOCKS =
  'address, article, aside, blockquote, caption, center, dd, details, div, dl, dt, fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hr, legend, li, main, menu, nav, ol, p, pre, section, summary, table, tbody, tfoot, thead, tr, ul'

/** Parts of a page that are no text. */
export const NO_TEXT =
  'script, style, title, meta, link, xml, template, noscript, svg, img, picture, video, audio, canvas, iframe, object, input, select, textarea, button, hr'

/**
 * The words of a clipboard for a field of plain text: a line for each paragraph, and tabs between the cells of a table.
 * The plain text that the program has written stands, unless its formatted text says more: programs write deleted and
 * hidden words in the plain text too, and 10¹⁴ as 1014.
 */
export function visibleWords(html: string, plain: string): { text: string; leftOut: LeftOut } {
  const { body, leftOut } = readClipboard(html)
  for (const element of body.querySelectorAll(NO_TEXT)) element.remove()
  const isRaised = raisedOnTheLine(body)
  return { text: leftOutCount(leftOut) === 0 && !isRaised ? plain : linesOf(body), leftOut }
}

/** Writes raised and lowered words on the line. Returns true if there were some. */
function raisedOnTheLine(body: HTMLElement) {
  const raised = [...body.querySelectorAll('*')].filter(
    (element) => raisedBy(element) && element.textContent.trim() !== '',
  )
  for (const element of raised) {
    const height = raisedBy(element)
    const before = element.previousSibling?.textContent ?? element.parentElement?.previousSibling?.textContent ?? ''
    if (height) element.textContent = onTheLine(element.textContent, height, before)
  }
  return raised.length > 0
}

function linesOf(body: HTMLElement): string {
  let lines = ''
  const add = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE) lines += (node.textContent ?? '').replaceAll(/\s+/g, ' ')
    if (!(node instanceof Element)) return
    const isLine = node.matches(BLOCKS) || node.localName === 'br'
    if (isLine) lines += '\n'
    const grid = node instanceof HTMLTableElement ? gridOf(node) : []
    if (grid.some((cells) => cells.length > 1)) lines += grid.map((cells) => cells.map(wordsOf).join('\t')).join('\n')
    else for (const child of node.childNodes) add(child)
    if (isLine && node.localName !== 'br') lines += '\n'
  }
  for (const child of body.childNodes) add(child)
  return lines
    .split('\n')
    .map((line) => line.replaceAll(/ {2,}/g, ' ').replaceAll(/^ | $/g, ''))
    .filter((line) => line.trim() !== '')
    .join('\n')
}

/** The words of a cell on one line: a line break would begin a row. */
function wordsOf(cell: Element | undefined): string {
  if (!cell) return ''
  for (const block of cell.querySelectorAll(`${BLOCKS}, br`)) {
    block.before(' ')
    block.after(' ')
  }
  return cell.textContent.replaceAll(/\s+/g, ' ').trim()
}
