/**
 * Text from a Markdown field. `html` must come from `renderMarkdown`, which escapes markup in the text: it is inserted
 * as raw HTML, which no other component does with content.
 */
export function Prose({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
