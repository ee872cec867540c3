import { parseMarkdown, rewriteMarkdown } from './markdown-document.ts'
import { parseYaml, rewriteYaml, type ParsedYaml } from './yaml-document.ts'

/** How a content file is read and rewritten: by its ending, YAML or Markdown with front matter. */
export interface ContentFormat {
  /** Throws YamlParseError. */
  parse(text: string): ParsedYaml
  /** Writes `next` into the text, changing only what differs. An empty text gives a new one. */
  rewrite(text: string, next: unknown): string
}

export function contentFormat(file: string): ContentFormat {
  return file.endsWith('.md')
    ? { parse: parseMarkdown, rewrite: rewriteMarkdown }
    : { parse: parseYaml, rewrite: rewriteYaml }
}
