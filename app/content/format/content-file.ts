import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { FORMAT_FIELD, type ContentOf, type SectionDefinition } from '#app/schema/define-section.ts'
import { deepFreeze, parseLongYaml, prepareLongYaml, rewriteLongYaml } from './long-yaml.ts'
import { isRecord, YamlParseError, type ParsedYaml, type Position, parseYaml, rewriteYaml } from './yaml-document.ts'
import { versionOf } from '#app/storage/storage.ts'
import type { ContentProblem, ContentIssue, Snapshot } from '#app/content/store/store.types.ts'
import matter from 'gray-matter'

/** A content file that was read and fits its schema. */
export interface ReadableFile<Content> extends Snapshot<Content> {
  text: string
  /** True if the text has an older format than the content. */
  isMigrated: boolean
}

const TOP: Position = { line: 1, column: 1 }

/** As many as an editor shows. */
const MAX_LOCATED = 100

/** Where and why a text is not the content of its section. */
export type FileFault = Pick<ContentProblem, 'line' | 'column' | 'message'>

/** A text that is not the content of its section: the first fault with its place, and all of them. */
export interface UnusableFile {
  fault: FileFault
  issues: ContentIssue[]
  /** What it says nevertheless; undefined where it cannot be parsed. */
  written: unknown
}

/**
 * Reads a section's file text: its content, frozen, or why it is none. `valid` is content that fits the schema: if the text says
 * the same, it is not checked again.
 */
export function parseContentFile<Section extends SectionDefinition>(
  section: Section,
  text: string,
  valid?: ContentOf<Section>,
): { file: ReadableFile<ContentOf<Section>> } | UnusableFile {
  try {
    const document = contentFormat(section.file).parse(text)
    const current = migrated(section, document.value)
    if ('refusal' in current) return unusable(current.refusal, document.locate([[FORMAT_FIELD]])[0])
    const isValid = valid !== undefined && isDeepStrictEqual(current.content, valid)
    const parsed = isValid
      ? { success: true as const, data: current.content }
      : section.schema.safeParse(current.content)
    if (parsed.success) {
      const { isMigrated } = current
      // The schema's output is ContentOf by definition; TypeScript cannot follow it through the generic.
      return {
        file: { value: deepFreeze(parsed.data) as ContentOf<Section>, version: versionOf(text), text, isMigrated },
      }
    }
    return { ...describeIssues(toContentIssues(parsed.error.issues), document), written: current.content }
  } catch (error) {
    // A rule of the schema that fails on odd input must not end the process: hand edits are read behind any request.
    const message = error instanceof YamlParseError ? error.message : `The file cannot be checked: ${String(error)}`
    return unusable(message, error instanceof YamlParseError ? error.position : undefined)
  }
}

/** What a file is that cannot be used for one reason. */
export function unusable(message: string, position: Position = TOP): UnusableFile {
  return { fault: { ...position, message }, issues: [{ path: '', message, line: position.line }], written: undefined }
}

/** The content of a file in the section's format, without the field that says its version. */
function migrated(
  { format }: SectionDefinition,
  written: unknown,
): { content: unknown; isMigrated: boolean } | { refusal: string } {
  const current = format?.version ?? 1
  if (!isRecord(written)) return { content: written, isMigrated: false }
  const { [FORMAT_FIELD]: version = 1, ...fields } = written
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return { refusal: `${FORMAT_FIELD} must be a whole number from 1` }
  }
  if (version > current) {
    return {
      refusal: `The file has format ${version}, of a later release of this software. This release reads formats up to ${current}. Install the later release, or restore an earlier version of the file`,
    }
  }
  let content: Record<string, unknown> = fields
  for (let from = version; format && from < current; from += 1) content = format.migrate(content, from)
  return { content, isMigrated: version < current }
}

/** Writes content into the text of a section's file, with the version of its format. Changes only what differs. */
export function rewriteContentFile(
  { file, format }: SectionDefinition,
  text: string,
  content: unknown,
): Promise<string> {
  const isVersioned = format !== undefined && isRecord(content)
  const next = isVersioned ? { [FORMAT_FIELD]: format.version, ...content } : content
  return contentFormat(file).rewrite(text, next)
}

/** Zod's issues as the store reports them. Zod names the object that an unknown key stands in; the key says where to look. */
export function toContentIssues(issues: readonly z.core.$ZodIssue[]): ContentIssue[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map(String)
    if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message: issue.message }]
    return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'There is no such field' }))
  })
}

/** The issues with the lines of the first ones, and the first one as the fault of the file. */
function describeIssues(issues: ContentIssue[], document: ParsedYaml): Pick<UnusableFile, 'fault' | 'issues'> {
  const paths = issues.slice(0, MAX_LOCATED).map(({ path }) => (path === '' ? [] : path.split('.')))
  const positions = document.locate(paths)
  const [{ path, message } = { path: '', message: 'Not valid' }] = issues
  return {
    fault: { ...(positions[0] ?? TOP), message: path === '' ? message : `${path}: ${message}` },
    issues: issues.map((issue, at) => ({ ...issue, line: positions[at]?.line })),
  }
}

/** How a content file is read and rewritten: by its ending, YAML or Markdown with front matter. */
export interface ContentFormat {
  /** Throws YamlParseError. */
  parse(text: string): ParsedYaml
  /** Does most of the work of `parse` ahead, with pauses for other work. */
  prepare(text: string): Promise<void>
  /** Writes `next` into the text, changing only what differs. An empty text gives a new one. */
  rewrite(text: string, next: unknown): Promise<string>
}

export function contentFormat(file: string): ContentFormat {
  return file.endsWith('.md') ? MARKDOWN : YAML
}

const YAML: ContentFormat = { parse: parseLongYaml, prepare: prepareLongYaml, rewrite: rewriteLongYaml }

const MARKDOWN: ContentFormat = {
  parse: parseMarkdown,
  prepare: () => Promise.resolve(),
  rewrite: (text, next) => Promise.resolve(rewriteMarkdown(text, next)),
}

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

function withBody(value: unknown): { body: string } {
  if (typeof value === 'object' && value !== null && 'body' in value && typeof value.body === 'string') {
    return { ...value, body: value.body }
  }
  throw new TypeError('The content of a Markdown file needs a body')
}
