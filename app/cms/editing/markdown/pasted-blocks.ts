import { styleOf } from '#app/cms/editing/paste/clipboard-html.ts'
import { BLOCKS } from '#app/cms/editing/paste/visible-text.ts'
import { appendRuns, formatIn, hasMarksInWords, tidyRuns, type Format, type Run } from './pasted-inline.ts'
import { indentOf, signOfEntry, takeWordEntry, type EntrySign } from './pasted-lists.ts'
import { isData, tableParts } from './pasted-tables.ts'

/** An element whose words have marks inside of a word: see {@link hasMarksInWords}. */
export const MARKS_IN_WORDS = 'data-marks-in-words'
/** The sign behind the numbers of a list, if it is not a point. */
export const DELIMITER = 'data-delimiter'

/**
 * The content of a clipboard as a tree of the elements that Markdown has, and of no others: every text is in a paragraph,
 * a heading or a cell, marks are in them and not around them, and a list is in an entry and not between two.
 */
export function cleanTree(body: HTMLElement): HTMLElement {
  const tree = body.ownerDocument.createElement('body')
  const blocks = new Blocks(tree)
  blocks.addAll(body, {})
  blocks.end()
  return tree
}

/** An open entry of a list of Word. */
interface OpenEntry {
  level: number
  indent: number | undefined
  /** Where further paragraphs of the entry go. */
  into: Element
}

/** Adds what it is given to an element, each text in its paragraph. */
class Blocks {
  readonly #into: Element
  #runs: Run[] = []
  /** What is before the next text: the sign of an entry that Markdown does not have. */
  #lead = ''
  #open: OpenEntry[] = []

  constructor(into: Element) {
    this.#into = into
  }

  addAll(source: ParentNode, format: Format) {
    for (const child of source.childNodes) this.#add(child, format)
  }

  /** Begins with a text, such as `a)`. */
  lead(text: string) {
    this.#lead = text
  }

  /** Ends the paragraph. */
  end(name = 'p', into = this.#into) {
    const runs = tidyRuns(this.#runs)
    this.#runs = []
    for (const paragraph of name === 'p' ? paragraphsOf(runs) : [onOneLine(runs)]) {
      if (!paragraph.some(({ text }) => text.trim() !== '')) continue
      if (into === this.#into && name !== 'p') this.#open = []
      appendText(into, name, this.#lead === '' ? paragraph : [{ text: `${this.#lead} ` }, ...paragraph])
      this.#lead = ''
    }
  }

  #add(node: Node, around: Format) {
    if (node.nodeType === Node.TEXT_NODE) this.#addText(node.textContent ?? '', around)
    if (!(node instanceof Element)) return
    const name = node.localName
    const format = formatIn(node, around)
    if (name === 'br') {
      // Word puts one at the end of what it has copied, and Chromium around it.
      if (!node.matches('.Apple-interchange-newline')) this.#runs.push({ text: '\n' })
    } else if (
      !node.matches(BLOCKS) &&
      !/^(?:block|flex|grid|table|list-item)/.test(styleOf(node).get('display') ?? '')
    ) {
      this.addAll(node, format)
    } else this.#addBlock(node, name, format)
  }

  #addText(text: string, format: Format) {
    const lines = format.keepsLines ? text.split(/\r\n?|\n/) : [text.replaceAll(/[\r\n]/g, ' ')]
    lines.forEach((line, at) => {
      if (at > 0) this.#runs.push({ text: '\n' })
      this.#runs.push({ ...format, text: line })
    })
  }

  #addBlock(block: Element, name: string, format: Format) {
    if (/^h[1-6]$/.test(name) || block.matches('p.MsoTitle')) {
      this.end()
      this.addAll(block, { ...format, bold: false })
      // A heading is all bold.
      this.#runs = this.#runs.map((run) => ({ ...run, bold: false }))
      this.end(name === 'p' ? 'h1' : name)
      return
    }
    if (name === 'p') {
      this.#addParagraph(block, format)
      return
    }
    this.end()
    if (name === 'ul' || name === 'ol' || name === 'menu') this.#addList(block, format)
    else if (name === 'li') this.#addLooseEntry(block, format)
    else if (name === 'table' && block instanceof HTMLTableElement && isData(block)) this.#addTable(block, format)
    else if (name === 'blockquote') this.#addQuotation(block, format)
    else {
      this.addAll(block, format)
      this.end()
    }
  }

  #addParagraph(paragraph: Element, format: Format) {
    this.end()
    const entry = takeWordEntry(paragraph)
    if (entry) {
      this.#addEntryAt(entry.level, entry.sign, paragraph, format)
      return
    }
    const { into, open } = this.#targetOf(paragraph)
    this.addAll(paragraph, format)
    if (this.#runs.some(({ text }) => text.trim() !== '')) this.#open = open
    this.end('p', into)
  }

  /** Adds an entry whose level is a number, and not that of its list. */
  #addEntryAt(level: number, sign: EntrySign, content: Element, format: Format) {
    while ((this.#open.at(-1)?.level ?? 0) >= level) this.#open.pop()
    const into = addEntry(this.#open.at(-1)?.into ?? this.#into, sign, (blocks) => {
      blocks.addAll(content, format)
    })
    if (into) this.#open.push({ level, indent: indentOf(content), into })
  }

  /** A paragraph of Word below an entry belongs to it if it is indented as the entry is, or as one above that. */
  #targetOf(paragraph: Element): { into: Element; open: OpenEntry[] } {
    const indent = indentOf(paragraph)
    const isOfList = paragraph.matches('[class^="MsoListParagraph"], [class^="MsoListContinue"]')
    if (this.#open.length === 0 || !(isOfList || (indent !== undefined && indent > 1)))
      return { into: this.#into, open: [] }
    const at = this.#open.findLastIndex(
      (entry) => Math.abs((entry.indent ?? ENTRY_INDENT) - (indent ?? ENTRY_INDENT)) < 2,
    )
    const open = at === -1 ? this.#open : this.#open.slice(0, at + 1)
    return { into: open.at(-1)?.into ?? this.#into, open }
  }

  #addList(list: Element, format: Format) {
    const ofWordOnline = list.querySelectorAll(':scope > li[data-aria-level]')
    if (ofWordOnline.length === 0) this.#open = []
    let number = Number.parseInt(list.getAttribute('start') ?? '1', 10) || 1
    let last: Element | undefined
    for (const child of list.childNodes) {
      const isElement = child instanceof Element
      if (!isElement && (child.textContent ?? '').trim() === '') continue
      const isEntry = isElement && child.localName === 'li'
      const isInside = isElement && (child.matches('ul, ol, menu') || (isEntry && isLists(child)))
      if (!isEntry || (isInside && last)) {
        // Google Docs and Outlook write a list of the next level between two entries: it belongs to the one before.
        const add = (blocks: Blocks) => {
          if (isEntry) blocks.addAll(child, format)
          else blocks.#add(child, format)
        }
        last ??= listEnd(this.#into)
        if (last) within(last, add)
        else if (isInside) add(this)
        else last = addEntry(this.#into, signOfEntry(undefined, list, number), add)
        continue
      }
      const value = Number.parseInt(child.getAttribute('value') ?? '', 10)
      if (!Number.isNaN(value)) number = value
      const sign = signOfEntry(child, list, number)
      number += 1
      if (ofWordOnline.length > 0) {
        // It writes each entry as a list of its own, with a level.
        this.#addEntryAt(Number(child.getAttribute('data-aria-level')), sign, child, formatIn(child, format))
        continue
      }
      const entry = addEntry(this.#into, sign, (blocks) => {
        blocks.addAll(child, formatIn(child, format))
      })
      last = entry ?? last
    }
  }

  /** An entry that was copied without its list. */
  #addLooseEntry(entry: Element, format: Format) {
    addEntry(this.#into, { kind: 'bullet' }, (blocks) => {
      blocks.addAll(entry, format)
    })
  }

  #addTable(table: HTMLTableElement, format: Format) {
    this.#open = []
    const page = table.ownerDocument
    const { captions, head, rows } = tableParts(table)
    for (const caption of captions) {
      this.addAll(caption, formatIn(caption, format))
      this.end()
    }
    const cellsOf = (cells: readonly (Element | undefined)[], name: 'th' | 'td') => {
      const row = page.createElement('tr')
      for (const cell of cells) {
        const runs = cell ? onOneLine(runsOf(cell, format)) : []
        appendText(row, name, name === 'th' ? runs.map((run) => ({ ...run, bold: false })) : runs)
      }
      return row
    }
    const data = page.createElement('table')
    const top = page.createElement('thead')
    const rest = page.createElement('tbody')
    top.append(cellsOf(head, 'th'))
    rest.append(...rows.map((cells) => cellsOf(cells, 'td')))
    data.append(top, rest)
    this.#into.append(data)
  }

  #addQuotation(quotation: Element, format: Format) {
    this.#open = []
    const into = quotation.ownerDocument.createElement('blockquote')
    within(into, (blocks) => {
      blocks.addAll(quotation, format)
    })
    if (into.hasChildNodes()) this.#into.append(into)
  }

  /** The words of an element on one line, with a space for each block and line break. */
  static runs(element: Element, format: Format): Run[] {
    const blocks = new Blocks(element)
    const add = (node: Node, around: Format) => {
      if (!(node instanceof Element)) {
        blocks.#add(node, around)
        return
      }
      const isLine = node.localName === 'br' || node.matches(BLOCKS)
      if (isLine) blocks.#runs.push({ text: ' ' })
      for (const child of node.childNodes) add(child, formatIn(node, around))
      if (isLine) blocks.#runs.push({ text: ' ' })
    }
    for (const child of element.childNodes) add(child, formatIn(element, format))
    return blocks.#runs
  }
}

/** The indent of an entry of Word whose style has it. */
const ENTRY_INDENT = 36

function runsOf(cell: Element, format: Format): Run[] {
  return Blocks.runs(cell, format)
}

/** The last entry of the list at the end of an element. */
function listEnd(element: Element): Element | undefined {
  const last = element.lastElementChild
  return last?.matches('ul, ol') ? (last.lastElementChild ?? undefined) : undefined
}

/** Adds blocks to an element. */
function within(into: Element, add: (blocks: Blocks) => void) {
  const blocks = new Blocks(into)
  add(blocks)
  blocks.end()
}

/** True for an entry that has lists and no text of its own. */
function isLists(entry: Element) {
  return (
    entry.querySelector(':scope > :is(ul, ol, menu)') !== null &&
    [...entry.childNodes].every(
      (child) => (child instanceof Element && child.matches('ul, ol, menu')) || (child.textContent ?? '').trim() === '',
    )
  )
}

/**
 * Adds an entry of a list to an element, to the list at its end if it goes on there. Returns the entry; undefined if it
 * would be empty. A sign that Markdown does not have is the beginning of its text.
 */
function addEntry(into: Element, sign: EntrySign, add: (blocks: Blocks) => void): Element | undefined {
  const entry = into.ownerDocument.createElement('li')
  within(entry, (blocks) => {
    if (sign.kind === 'text') blocks.lead(sign.text)
    add(blocks)
  })
  if (!entry.hasChildNodes()) return undefined
  const last = into.lastElementChild
  if (sign.kind !== 'number') {
    if (last?.localName === 'ul') last.append(entry)
    else appendList(into, 'ul').append(entry)
    return entry
  }
  if (last?.localName === 'ol' && Number(last.getAttribute('start')) + last.children.length === sign.number) {
    last.append(entry)
    return entry
  }
  const list = appendList(into, 'ol')
  list.setAttribute('start', String(sign.number))
  // With the sign of the list before it, it would go on with the numbers of that list.
  if (last?.localName === 'ol' && !last.hasAttribute(DELIMITER)) list.setAttribute(DELIMITER, ')')
  list.append(entry)
  return entry
}

function appendList(into: Element, name: 'ul' | 'ol') {
  const list = into.ownerDocument.createElement(name)
  into.append(list)
  return list
}

function appendText(into: Element, name: string, runs: readonly Run[]) {
  const element = into.ownerDocument.createElement(name)
  appendRuns(element, runs)
  if (hasMarksInWords(runs)) element.setAttribute(MARKS_IN_WORDS, '')
  into.append(element)
}

/** Two line breaks beside each other end a paragraph. */
function paragraphsOf(runs: readonly Run[]): Run[][] {
  const paragraphs: Run[][] = [[]]
  runs.forEach((run, at) => {
    const isBreak = run.text === '\n'
    const isEnd = isBreak && runs[at + 1]?.text === '\n'
    if (isEnd) {
      if (paragraphs.at(-1)?.length !== 0) paragraphs.push([])
    } else if (!isBreak || paragraphs.at(-1)?.length !== 0) paragraphs.at(-1)?.push(run)
  })
  return paragraphs
}

function onOneLine(runs: readonly Run[]): Run[] {
  return tidyRuns(runs.map((run) => (run.text === '\n' ? { ...run, text: ' ' } : run)))
}
