import MarkdownIt from 'markdown-it'

/**
 * HTML of a Markdown text, the same on public pages and in an editor's preview. Markup in the text is shown as text, not
 * passed on; markdown-it drops `javascript:` and other dangerous link targets. Headings begin at level 3, below the section
 * heading of the page.
 *
 * Public pages call it on the server only: the parser is 45 kB that no visitor should load.
 */
export function renderMarkdown(text: string): string {
  return markdown.render(text)
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
