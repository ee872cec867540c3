/** The few signs of Markdown that are needed here. */
export function MarkdownHelp() {
  return (
    <details className="markdown__help">
      <summary>How to write in Markdown</summary>
      <dl>
        {SIGNS.map(({ written, shown }) => (
          <div key={written}>
            <dt>
              <code>{written}</code>
            </dt>
            <dd>{shown}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const SIGNS = [
  { written: 'An empty line', shown: 'begins a new paragraph' },
  { written: '**bold**', shown: 'bold words' },
  { written: '*italic*', shown: 'words in italics' },
  { written: '# Heading', shown: 'a heading, ## a smaller one' },
  { written: '- Entry', shown: 'an entry of a list, 1. a numbered one' },
  { written: '[words](/products)', shown: 'a link to a page, or to an address such as https://…' },
]
