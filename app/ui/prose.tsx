/**
 * Text that content holds as Markdown. `html` must come from `renderMarkdown`, which lets no markup of the text through:
 * this is the one place where HTML is set as such.
 */
export function Prose({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
