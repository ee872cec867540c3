import { styleOf } from '#app/cms/editing/paste/clipboard-html.ts'
import { gridOf } from '#app/cms/editing/paste/table-grid.ts'

/** In characters. A longer cell is a text that a table has laid out. */
const MAX_CELL_LENGTH = 400

/** A table of data. A cell that does not exist, as beside merged ones, is undefined. */
interface TableParts {
  /** Texts above the table: its caption, and a title in a row of its own. */
  captions: Element[]
  head: (Element | undefined)[]
  rows: (Element | undefined)[][]
}

/**
 * False for a table that only puts texts beside each other, as in a newsletter: it has one column, or a cell with
 * headings, lists, tables or several paragraphs.
 */
export function isData(table: HTMLTableElement): boolean {
  if (/^(?:presentation|none)$/.test(table.getAttribute('role') ?? '')) return false
  const cells = [...table.rows].flatMap(({ cells: own }) => [...own])
  const widths = [...table.rows].map((row) => row.cells.length)
  if (Math.max(0, ...widths) < 2) return false
  return cells.every(
    (cell) =>
      !cell.querySelector('h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, pre') &&
      ![...cell.querySelectorAll('p')].some((paragraph) => styleOf(paragraph).has('mso-list')) &&
      [...cell.querySelectorAll('p, div')].filter(hasOwnText).length <= 2 &&
      cell.textContent.length <= MAX_CELL_LENGTH,
  )
}

function hasOwnText(block: Element) {
  return block.textContent.trim() !== '' && !block.querySelector('p, div')
}

/** The captions, the line of headings and the rows of a table of data, all with one width and without empty ones. */
export function tableParts(table: HTMLTableElement): TableParts {
  const captions: Element[] = table.caption ? [table.caption] : []
  const grid = gridOf(table).filter((cells) => cells.some(hasText))
  const isHeadRow = (cells: readonly (Element | undefined)[] | undefined) =>
    cells?.some(hasText) === true &&
    cells.every((cell) => !hasText(cell) || cell.matches('th, thead *') || isBold(cell))
  // A title above the headings, over the whole width.
  while (grid.length > 2 && grid[0]?.filter(hasText).length === 1 && (grid[0].find(hasText)?.colSpan ?? 1) > 1) {
    const title = grid.shift()?.find(hasText)
    if (title) captions.push(title)
  }
  const width = Math.max(0, ...grid.map((cells) => cells.length))
  const columns = Array.from({ length: width }, (_, at) => at).filter((at) => grid.some((cells) => hasText(cells[at])))
  const rows = grid.map((cells) => columns.map((at) => cells[at]))
  const head = rows.length > 1 && isHeadRow(rows[0]) ? rows.shift() : undefined
  return { captions, head: head ?? columns.map(() => undefined), rows }
}

function hasText(cell: Element | undefined): cell is HTMLTableCellElement {
  return cell !== undefined && cell.textContent.trim() !== ''
}

/** True if all words of a cell are bold: Word, Excel and Google Docs mark their headings so, and in no other way. */
function isBold(cell: Element | undefined): boolean {
  if (!cell) return false
  const own = /^bold|^[6-9]\d\d$/.test(styleOf(cell).get('font-weight') ?? '')
  return [...textsOf(cell)].every((text) => {
    let element = text.parentElement
    while (element && element !== cell) {
      const weight = styleOf(element).get('font-weight')
      if (weight !== undefined) return /^bold|^[6-9]\d\d$/.test(weight)
      if (element.matches('b, strong')) return true
      element = element.parentElement
    }
    return own
  })
}

function* textsOf(cell: Element): Generator<Node> {
  const texts = cell.ownerDocument.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if ((text.textContent ?? '').trim() !== '') yield text
  }
}
