import matter from 'gray-matter'
import { parseYaml, rewriteYaml, YamlParseError, type ParsedYaml } from './yaml-document.ts'

/**
 * Parses a Markdown file with YAML front matter between lines of `---`. The value is the front matter's fields and
 * `body`, the Markdown below it. Throws YamlParseError with places that count from the top of the file.
 */
export function parseMarkdown(text: string): ParsedYaml {
  const { frontMatter, body } = split(text)
  try {
    const fields = parseYaml(frontMatter)
    const { value, tokens } = fields
    const bodyLine = text.slice(0, text.indexOf(body)).split('\n').length
    return {
      value: { ...(typeof value === 'object' ? value : {}), body },
      tokens,
      locate: (paths) =>
        fields
          .locate(paths)
          .map(({ line, column }, at) =>
            paths[at]?.[0] === 'body' ? { line: bodyLine, column: 1 } : { line: line + LINES_ABOVE, column },
          ),
    }
  } catch (error) {
    if (!(error instanceof YamlParseError)) throw error
    throw new YamlParseError(error.message, { line: error.position.line + LINES_ABOVE, column: error.position.column })
  }
}

/** As rewriteYaml for the front matter; a body that stays, stays byte for byte. */
export function rewriteMarkdown(text: string, next: unknown): string {
  const before = text === '' ? { frontMatter: '', body: '', rest: '' } : split(text)
  const { body, ...fields } = withBody(next)
  const rest = body === before.body ? before.rest : `\n${body}\n`
  return `---\n${rewriteYaml(before.frontMatter, fields)}---\n${rest}`
}

/** The opening `---`. */
const LINES_ABOVE = 1

function split(original: string) {
  // Some editors of Windows begin a file with a byte order mark. YAML has a rule for it, Markdown none.
  const text = original.replace(/^\uFEFF/, '')
  if (!matter.test(text)) throw new YamlParseError('The file must begin with front matter between lines of ---', TOP)
  const { name: language } = matter.language(text)
  if (language && language !== 'yaml') refuse()
  const file = matter(text, {
    engines: {
      // Read by parseYaml, as gray-matter's own parser knows none of our limits.
      yaml: () => ({}),
      // By default it runs `---js` front matter as code.
      javascript: refuse,
      json: refuse,
    },
  })
  return { frontMatter: file.matter.replace(/^\n/, ''), body: file.content.trim(), rest: file.content }
}

function refuse(): never {
  throw new YamlParseError('Front matter must be YAML', TOP)
}

const TOP = { line: 1, column: 1 }

function withBody(value: unknown): { body: string } {
  if (typeof value === 'object' && value !== null && 'body' in value && typeof value.body === 'string') {
    return { ...value, body: value.body }
  }
  throw new TypeError('The content of a Markdown file needs a body')
}
