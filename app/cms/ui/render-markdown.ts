import MarkdownIt from 'markdown-it'
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
    return renderer.renderToken(tokens, index, options)
  }
}

markdown.renderer.rules['link_open'] = (tokens, index, options, env, renderer) => {
  const token = tokens[index]
  const target = token?.attrGet('href')
  const pageBase: unknown = env?.['pageBase']
  if (typeof target === 'string' && isOwnPage(target) && typeof pageBase === 'string') {
    token?.attrSet('href', pageBase + target)
  }
  return renderer.renderToken(tokens, index, options)
}
