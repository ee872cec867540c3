import MarkdownIt from 'markdown-it'
import { isOwnPage } from './own-page.ts'

/**
 * HTML of a Markdown text, the same on public pages and in an editor's preview. HTML markup in the text is escaped;
 * markdown-it drops `javascript:` and other dangerous link targets. Headings begin at level 3, below the section
 * heading of the page. Links to pages of this site begin with `pageBase`.
 *
 * Public pages call it on the server only: visitors should not load the parser, which has 45 kB.
 */
export function renderMarkdown(text: string, { pageBase = '' }: { pageBase?: string | undefined } = {}): string {
  return markdown.render(text, { pageBase })
}

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })

const PAGE_HEADING_LEVELS = 2

for (const rule of ['heading_open', 'heading_close'] as const) {
  markdown.renderer.rules[rule] = (tokens, index, options, _env, renderer) => {
    const token = tokens[index]
    if (!token) return ''
    const level = Math.min(6, Number(token.tag.slice(1)) + PAGE_HEADING_LEVELS)
    token.tag = `h${level}`
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
