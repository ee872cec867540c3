import MarkdownIt, { type Token } from 'markdown-it'
import { bindDays } from '#app/cms/ui/bind-days.ts'
import { isOwnPage } from './own-page.ts'

interface MarkdownOptions {
  /** Path before links to pages of this site. */
  pageBase?: string | undefined
  /** Level of the largest heading of the text, whatever its own level is. 3: below a section heading of the page. */
  firstHeading?: 2 | 3 | 4
}

/**
 * HTML of a Markdown text, the same on public pages and in an editor's preview. HTML markup in the text is escaped;
 * markdown-it drops `javascript:` and other dangerous link targets.
 *
 * Public pages call it on the server only: visitors should not load the parser, which has 45 kB.
 */
export function renderMarkdown(text: string, { pageBase = '', firstHeading = 3 }: MarkdownOptions = {}): string {
  return markdown.render(text, { pageBase, firstHeading })
}

/** A text in parts: what is above its first heading, and each of its largest headings with what follows. */
export interface MarkdownParts {
  before: string
  /** `heading`: the HTML of the heading itself. */
  parts: { title: string; heading: string; html: string }[]
}

/** HTML of a Markdown text in the parts below its largest headings, whose words are given apart. */
export function renderParts(text: string, options: MarkdownOptions = {}): MarkdownParts {
  const { tokens, html } = parse(text, options)
  const { before, parts } = rangesIn(tokens, 0, tokens.length)
  return {
    before: html(before),
    parts: parts.map(({ title, range: [from, to] }) => ({
      title,
      heading: html([from - HEADING, from]),
      html: html([from, to]),
    })),
  }
}

/** The parts below one of the larger headings of a text. */
export interface MarkdownGroup {
  title: string
  before: string
  parts: { title: string; html: string }[]
}

/**
 * HTML of a Markdown text in the parts below its smaller headings, in groups below its largest ones. If not each of the
 * largest ones has smaller ones below it, they begin the parts, which are in one group without a title.
 */
export function renderGroups(text: string, options: MarkdownOptions = {}): { before: string; groups: MarkdownGroup[] } {
  const { tokens, html } = parse(text, options)
  const { before, parts } = rangesIn(tokens, 0, tokens.length)
  const groups = parts.map(({ title, range }) => ({ title, ...rangesIn(tokens, ...range) }))
  const isGrouped = groups.every((group) => group.parts.length > 0)
  const shown = isGrouped ? groups : [{ title: '', before: [0, 0] as const, parts }]
  return {
    before: html(before),
    groups: shown.map((group) => ({
      title: group.title,
      before: html(group.before),
      parts: group.parts.map(({ title, range }) => ({ title, html: html(range) })),
    })),
  }
}

type Range = readonly [from: number, to: number]

/** Tokens of a heading: its opening, its words and its end. */
const HEADING = 3

/** The tokens of a text, and the HTML of a range of them. A token is rendered only once, because that changes its tag. */
function parse(text: string, options: MarkdownOptions) {
  const env: Record<string, unknown> = { pageBase: '', firstHeading: 3, ...options }
  const tokens = markdown.parse(text, env)
  const html = (range: Range) => markdown.renderer.render(tokens.slice(...range), markdown.options, env)
  return { tokens, html }
}

/** What is above the first heading of some tokens, and what follows each of their largest headings. */
function rangesIn(tokens: readonly Token[], from: number, to: number) {
  const headings = tokens.flatMap(({ type }, at) => (type === 'heading_open' && at >= from && at < to ? [at] : []))
  const [largest] = headings.map((at) => tokens[at]?.tag ?? '').sort()
  const starts = headings.filter((at) => tokens[at]?.tag === largest)
  return {
    before: [from, starts[0] ?? to] as Range,
    parts: starts.map((start, index) => ({
      title: (tokens[start + 1]?.children ?? []).map(wordsOfToken).join(''),
      range: [start + HEADING, starts[index + 1] ?? to] as Range,
    })),
  }
}

/** The words of a Markdown text on one line, without its marks. */
export function wordsOfMarkdown(text: string): string {
  return textsOfMarkdown(text).join(' ').replace(/\s+/g, ' ')
}

/** What people read of a Markdown text, a paragraph, a cell or an entry of a list each. */
export function textsOfMarkdown(text: string): string[] {
  const blocks = markdown.parse(text, {}).filter(({ type }) => ['inline', 'fence', 'code_block'].includes(type))
  return blocks
    .map(({ content, children }) => (children?.map(wordsOfToken).join('') ?? content).trim())
    .filter((words) => words !== '')
}

function wordsOfToken({ type, content }: Token) {
  return type === 'softbreak' || type === 'hardbreak' ? ' ' : content
}

const BEGINS_AT_THE_RIGHT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })

markdown.core.ruler.push('largest heading', ({ env, tokens }) => {
  const levels = tokens.flatMap(({ type, tag }) => (type === 'heading_open' ? Number(tag.slice(1)) : []))
  Object.assign(env, { largestHeading: Math.min(...levels) })
})

for (const rule of ['heading_open', 'heading_close'] as const) {
  markdown.renderer.rules[rule] = (tokens, index, options, env, renderer) => {
    const token = tokens[index]
    if (!token) return ''
    const raisedBy = Number(env?.['largestHeading']) - Number(env?.['firstHeading'])
    token.tag = `h${Math.min(6, Number(token.tag.slice(1)) - raisedBy)}`
    return renderer.renderToken(tokens, index, options)
  }
}

// The styles set the direction of each text by its first letter. The marks of a list are at the side of its own direction.
for (const rule of ['bullet_list_open', 'ordered_list_open'] as const) {
  markdown.renderer.rules[rule] = (tokens, index, options, _env, renderer) => {
    const first = tokens.slice(index).find(({ type }) => type === 'inline')
    if (first && BEGINS_AT_THE_RIGHT.test(first.content)) tokens[index]?.attrSet('dir', 'rtl')
    if (rule === 'bullet_list_open' && hasOwnSigns(tokens, index)) {
      // The role, because Safari takes a list without bullets for none.
      tokens[index]?.attrSet('class', 'prose__clauses')
      tokens[index]?.attrSet('role', 'list')
    }
    return renderer.renderToken(tokens, index, options)
  }
}

/** The sign of a clause, which lists of Markdown do not have: `a.`, `(ii)`, `1.2`. */
const CLAUSE_SIGN = /^(?:[a-z]{1,5}[.)]|\([a-z\d]{1,5}\)|\d{1,3}(?:\.\d{1,3})+\.?)\s/

/** True for a list in which each entry begins with a sign of its own: it needs no bullets. */
function hasOwnSigns(tokens: readonly Token[], list: number) {
  const { level = 0 } = tokens[list] ?? {}
  const end = tokens.findIndex((token, at) => at > list && token.level === level && token.type === 'bullet_list_close')
  const texts = tokens
    .slice(list, end)
    .flatMap((token, at, inside) =>
      token.type === 'list_item_open' && token.level === level + 1 ? [inside[at + 2]] : [],
    )
  return texts.every((text) => text?.type === 'inline' && CLAUSE_SIGN.test(text.content))
}

// A table that is wider than the column scrolls, also with the keyboard.
markdown.renderer.rules['table_open'] = () =>
  '<div class="prose__table" role="group" aria-label="Table" tabindex="0"><table>\n'
markdown.renderer.rules['table_close'] = () => '</table></div>\n'

// So does a block of code.
for (const rule of ['fence', 'code_block'] as const) {
  markdown.renderer.rules[rule] = (tokens, index) =>
    `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`
}

/** On one line: a number and its unit, the letters of a standard or grade and their number, a day: `5 N/mm`, `ISO 9001`. */
markdown.core.ruler.push('numbers with their units', ({ tokens }) => {
  for (const { children } of tokens) {
    for (const token of children ?? []) {
      if (token.type !== 'text') continue
      token.content = bindDays(token.content).replace(BEFORE_UNIT, '\u00a0').replace(BEFORE_NUMBER, '\u00a0')
    }
  }
})

const BEFORE_UNIT =
  /(?<=\d) (?=(?:%|‰|°C|[µnmckM]?m[²³]?|[µmk]?g|t|MT|tonnes?|[kM]?N(?:\/mm²?)?|[kMG]?Pa|bar|[kKM]?V|[kMG]?[WJ]|[kMG]?Hz|[kMGT]?B|ms|s|min|h|l|ml|\p{Lu}|crore|lakh|million|billion)(?![\p{L}\d]))/gu
const BEFORE_NUMBER = /(?<=(?<![\p{L}\d])(?:Rs|\p{Lu}{2,4})) (?=\d)/gu

// The content security policy refuses the style that the parser would give an aligned cell.
for (const rule of ['th_open', 'td_open'] as const) {
  markdown.renderer.rules[rule] = (tokens, index, options, _env, renderer) => {
    const token = tokens[index]
    const [, side] = /^text-align:(center|right)$/.exec(String(token?.attrGet('style') ?? '')) ?? []
    if (token) token.attrs = side === undefined ? null : [['class', `prose__cell--${side}`]]
    return renderer.renderToken(tokens, index, options)
  }
}

/** A table needs a line of headings in Markdown. If all are empty, the page has none. */
markdown.core.ruler.push('tables without headings', ({ tokens }) => {
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    if (tokens[at]?.type !== 'thead_open') continue
    const end = tokens.findIndex(({ type }, index) => index > at && type === 'thead_close')
    const isEmpty = tokens.slice(at, end).every(({ type, content }) => type !== 'inline' || content === '')
    if (isEmpty) tokens.splice(at, end - at + 1)
  }
})

markdown.renderer.rules['link_open'] = (tokens, index, options, env, renderer) => {
  const token = tokens[index]
  const target = token?.attrGet('href')
  const pageBase: unknown = env?.['pageBase']
  if (typeof target === 'string' && isOwnPage(target) && typeof pageBase === 'string') {
    token?.attrSet('href', pageBase + target)
  }
  return renderer.renderToken(tokens, index, options)
}
