import TurndownService from 'turndown'
import { readClipboard, styleOf } from '#app/cms/editing/paste/clipboard-html.ts'
import { leftOutCount, type LeftOut } from '#app/cms/editing/paste/left-out.ts'
import { NO_TEXT } from '#app/cms/editing/paste/visible-text.ts'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import { cleanTree, DELIMITER, MARKS_IN_WORDS } from './pasted-blocks.ts'

/** In characters. A longer one is not read: 10,000 words of a word processor have a tenth of it. */
const MAX_HTML = 8_000_000

/** What makes it worth to take the formatted text of a clipboard, and not its plain one. */
const FORMATS = 'a, strong, em, del, ul, ol, h1, h2, h3, h4, h5, h6, blockquote, table'

/** The formatted text of a clipboard as Markdown. */
interface PastedHtml {
  /** Undefined if it has no formats: then the plain text says as much, and may be Markdown. */
  markdown: string | undefined
  leftOut: LeftOut
  /** Number of pictures that were left out. */
  pictures: number
}

/**
 * The formatted text of a clipboard as Markdown: headings, bold, italic and struck words, links, lists with their numbers
 * and tables. What its program does not show as text, such as comments and deleted words, is left out, and so are scripts,
 * pictures and addresses that a page of the site must not link to. Undefined if it is too long to read.
 */
export function readPastedHtml(html: string): PastedHtml | undefined {
  if (html.length > MAX_HTML) return undefined
  const { body, leftOut } = readClipboard(html)
  const isChanged = leftOutCount(leftOut) > 0
  const pictures = [...body.querySelectorAll('img')].filter(isPicture).length
  if (!isChanged && isProgramText(body)) return { markdown: undefined, leftOut, pictures }
  for (const element of body.querySelectorAll(NO_TEXT)) element.remove()
  const tree = cleanTree(body)
  const hasSigns = /[⁰-₎ⁿⁱ²³¹]/.test(tree.textContent) && body.querySelector('sup, sub') !== null
  if (!isChanged && !hasSigns && !tree.querySelector(FORMATS)) return { markdown: undefined, leftOut, pictures }
  for (const element of tree.querySelectorAll<HTMLElement>(`[${MARKS_IN_WORDS}]`)) keepWords(element)
  return { markdown: turndown.turndown(tree).trim(), leftOut, pictures }
}

/** {@link readPastedHtml}: the Markdown alone, or undefined if there is none. */
export function markdownOfHtml(html: string): string | undefined {
  return readPastedHtml(html)?.markdown
}

/** False for pictures of one point, with which mails count their readers. */
function isPicture(image: HTMLImageElement) {
  return image.getAttribute('width') !== '1' && image.getAttribute('height') !== '1'
}

/** True for text of an editor of programs, in which the signs may be Markdown already. */
function isProgramText(body: HTMLElement) {
  for (let element: Element | null = body; element; element = onlyElement(element)) {
    if (element.localName === 'pre') return true
    const style = styleOf(element)
    const isMonospaced = /monospace|consolas|courier|menlo|monaco/.test(style.get('font-family') ?? '')
    if (isMonospaced && style.get('white-space')?.startsWith('pre') === true) return true
  }
  return false
}

function onlyElement(element: Element): Element | null {
  const [first, ...others] = [...element.childNodes].filter(
    (child) => (child.textContent ?? '').trim() !== '' && child.nodeType !== Node.COMMENT_NODE,
  )
  return first instanceof Element && others.length === 0 ? first : null
}

const turndown = new TurndownService({ headingStyle: 'atx', emDelimiter: '*' })
turndown.escape = (text) =>
  text
    .replaceAll(/[\\`*[\]]|~(?=~)|(?<=~)~|&(?=#?\w{1,32};)|<(?=[a-z])/gi, '\\$&')
    // In a word, as in the name of a grade, a low line means nothing.
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')

turndown.addRule('paragraph', {
  filter: 'p',
  replacement: (content) => `\n\n${wordsOf(content).split('\n').map(escapeStart).join('\n')}\n\n`,
})
turndown.addRule('heading', {
  filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  // Number signs at its end would be a part of the mark.
  replacement: (content, { nodeName }) =>
    `\n\n${'#'.repeat(Number(nodeName.slice(1)))} ${wordsOf(content).replace(/#$/, '\\#')}\n\n`,
})
turndown.addRule('struck words', { filter: 'del', replacement: (content) => `~~${content}~~` })
// Turndown puts three spaces after the sign of an entry.
turndown.addRule('entry', {
  filter: 'li',
  replacement: (content, entry) => {
    const list = entry.parentElement
    const number = Number(list?.getAttribute('start')) + [...(list?.children ?? [])].indexOf(entry)
    const sign = list?.localName === 'ol' ? `${number}${list.getAttribute(DELIMITER) ?? '.'} ` : '- '
    const text = isTight(entry) ? content.trim().replace(/\n{2,}/, '\n') : content.trim()
    return `${sign}${text.replaceAll(/\n(?=.)/g, `\n${' '.repeat(sign.length)}`)}${entry.nextSibling ? '\n' : ''}`
  },
})
turndown.addRule('list', {
  filter: ['ul', 'ol'],
  replacement: (content) => `\n\n${content.trimEnd()}\n\n`,
})
turndown.addRule('cell', {
  filter: ['th', 'td'],
  replacement: (content) => ` ${wordsOf(content).replaceAll('|', '\\|')} |`,
})
turndown.addRule('row', {
  filter: 'tr',
  replacement: (content, row) => {
    const line = row.parentElement?.localName === 'thead' ? `\n|${' --- |'.repeat(row.childNodes.length)}` : ''
    return `|${content}${line}\n`
  },
})
turndown.addRule('rows', { filter: ['thead', 'tbody'], replacement: (content) => content })
turndown.addRule('table', { filter: 'table', replacement: (content) => `\n\n${content.trim()}\n\n` })

/** True for an entry of one paragraph, and a list below it that may follow without an empty line. */
function isTight({ children: [first, second, third] }: Element) {
  return (
    first?.localName === 'p' &&
    third === undefined &&
    (second?.localName === 'ul' || (second?.localName === 'ol' && second.getAttribute('start') === '1'))
  )
}

/** An exclamation mark before a link would make a picture of it. */
function wordsOf(content: string) {
  return content.trim().replaceAll('![', '\\![')
}

/** A line of words that begins as a block of Markdown does. */
function escapeStart(line: string) {
  return line
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^(?:[-+](?=\s|$)|#{1,6}(?=\s|$)|>|=+\s*$|-+\s*$|[|:][|:\s-]*$)/, '\\$&')
}

/** Takes marks away until the page shows the words and no asterisks. Marks beside each other in a word may need it. */
function keepWords(element: HTMLElement) {
  for (const marks of ['em', 'del', 'strong']) {
    if (shownWords(turndown.turndown(element)) === spaced(element.textContent)) return
    for (const mark of element.querySelectorAll(marks)) mark.replaceWith(...mark.childNodes)
    element.normalize()
  }
}

function shownWords(markdown: string) {
  const { body } = new DOMParser().parseFromString(renderMarkdown(markdown), 'text/html')
  return spaced(body.textContent)
}

function spaced(text: string) {
  return text.replaceAll(/\s+/g, '')
}
