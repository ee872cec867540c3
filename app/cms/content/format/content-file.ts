import type { z } from 'zod'
import {
  FORMAT_FIELD,
  type ContentOf,
  type FileFormat,
  type SectionDefinition,
} from '#app/cms/define/define-section.ts'
import { parseFormer } from '#app/cms/define/later-rules.ts'
import { deepFreeze, YamlParseError, type ParsedYaml, type Position, parseYaml } from './yaml-document.ts'
import { withLineEndsOf, withUnixLineEnds } from './line-ends.ts'
import { rewriteYaml } from './rewrite-yaml.ts'
import { isRecord } from '#app/cms/content/compare/content-words.ts'
import { versionOf } from '#app/cms/storage/storage.ts'
import type { ContentProblem, ContentIssue, Snapshot } from '#app/cms/content/store/store.types.ts'
import matter from 'gray-matter'

/** A content file that was read and fits its schema. */
export interface ReadableFile<Content> extends Snapshot<Content> {
  text: string
  /** True if the text has an older format than the content. */
  isMigrated: boolean
}

const TOP: Position = { line: 1, column: 1 }

/** How many issues get a line number: as many as an editor shows. */
const MAX_LOCATED = 100

/** The position and the reason of a fault in a text. */
type FileFault = Pick<ContentProblem, 'line' | 'column' | 'message' | 'isOfNewerFormat'>

/** A text that is not the content of its section: the first fault with its position, and all issues. */
export interface UnusableFile {
  fault: FileFault
  issues: ContentIssue[]
  /** The content as parsed; undefined if the text cannot be parsed or checked. */
  written: unknown
}

/** What schemas have made of texts, by the ids of the sections and the versions of the texts. */
interface KnownContents {
  find: (section: string, version: string) => unknown
  note: (section: string, version: string, value: unknown) => void
}

/**
 * Parses the text of a section's file. Returns its content, frozen, or why it cannot be used. `wasPublic`: the content
 * of an earlier release, which later rules do not refuse. What is among the `known` contents is not parsed again.
 */
export function parseContentFile<Section extends SectionDefinition>(
  section: Section,
  text: string,
  { wasPublic = false, known }: { wasPublic?: boolean; known?: KnownContents | undefined } = {},
): { file: ReadableFile<ContentOf<Section>> } | UnusableFile {
  // The schema's output is ContentOf by definition; TypeScript cannot follow it through the generic.
  const fileOf = (value: unknown, version: string, isMigrated: boolean) => ({
    file: { value: deepFreeze(value) as ContentOf<Section>, version, text, isMigrated },
  })
  const version = versionOf(text)
  const knownValue = known?.find(section.id, version)
  if (knownValue !== undefined) return fileOf(knownValue, version, false)
  try {
    const document = contentFormat(section.file).parse(text)
    const current = migrated(section, document.value ?? (section.isOptional ? {} : document.value))
    if ('refusal' in current) {
      const { fault, ...refused } = unusable(current.refusal, document.locate([[FORMAT_FIELD]])[0] ?? TOP)
      return { ...refused, fault: { ...fault, ...(current.isOfNewerFormat && { isOfNewerFormat: true }) } }
    }
    const strict = section.schema.safeParse(current.content)
    if (strict.success && !current.isMigrated) known?.note(section.id, version, strict.data)
    const parsed = wasPublic && !strict.success ? parseFormer(section.schema, current.content) : strict
    if (parsed.success) return fileOf(parsed.data, version, current.isMigrated)
    const { content } = current
    const spellings = spellingsOf(parsed.error.issues, content, document, text)
    return { ...describeIssues(toContentIssues(parsed.error.issues, content, spellings), document), written: content }
  } catch (error) {
    // A schema rule that throws on odd input must not end the process: hand edits are read outside of any request.
    const message = error instanceof YamlParseError ? error.message : `The file cannot be checked: ${String(error)}`
    return unusable(message, error instanceof YamlParseError ? error.position : TOP)
  }
}

/** The result for a file that has a single fault. Without a position, nothing of the file could be read. */
export function unusable(message: string, position?: Position): UnusableFile {
  return { fault: { ...position, message }, issues: [{ path: '', message, line: position?.line }], written: undefined }
}

/** The content of a file, migrated to the section's format, without the version field; or why it is refused. */
function migrated(
  { format }: SectionDefinition,
  written: unknown,
): { content: unknown; isMigrated: boolean } | { refusal: string; isOfNewerFormat?: boolean } {
  const current = format?.version ?? 1
  if (!isRecord(written)) return { content: written, isMigrated: false }
  const { [FORMAT_FIELD]: version = 1, ...fields } = written
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return { refusal: `${FORMAT_FIELD} must be a whole number from 1` }
  }
  if (version > current) {
    return {
      isOfNewerFormat: true,
      refusal: `The file has format ${version}, from a newer version of this software. This software reads formats up to ${current}. Install the newer software, or restore an earlier version of the file`,
    }
  }
  let content: Record<string, unknown> = fields
  for (let from = version; format && from < current; from += 1) content = format.migrate(content, from)
  return { content, isMigrated: version < current }
}

/**
 * Content without a file, such as that of a draft, which does not say its format: the newest one in which it fits the
 * schema. Unchanged if it fits in none.
 */
export function inCurrentFormat({ schema, format }: SectionDefinition, content: unknown): unknown {
  if (!format || !isRecord(content) || schema.safeParse(content).success) return content
  for (let version = format.version - 1; version >= 1; version -= 1) {
    const next = migratedFrom(content, version, format)
    if (next && schema.safeParse(next).success) return next
  }
  return content
}

/** Undefined for content that is not of this version: a migration may throw then. */
function migratedFrom(content: Record<string, unknown>, version: number, { version: last, migrate }: FileFormat) {
  try {
    let next = content
    for (let from = version; from < last; from += 1) next = migrate(next, from)
    return next
  } catch {
    return undefined
  }
}

/** Writes content into the text of a section's file, with the version of its format. Changes only what differs. */
export function rewriteContentFile({ file, format }: SectionDefinition, text: string, content: unknown): string {
  const isVersioned = format !== undefined && isRecord(content)
  return contentFormat(file).rewrite(text, isVersioned ? { [FORMAT_FIELD]: format.version, ...content } : content)
}

/** How values are written in a file, by their issues. */
type Spellings = ReadonlyMap<z.core.$ZodIssue, string>

/**
 * Zod's issues of a content as the store reports them. Zod reports an unknown key at its object: the key is added to the
 * path. For a number in the place of a text it reports that the text is missing.
 */
export function toContentIssues(
  issues: readonly z.core.$ZodIssue[],
  content: unknown,
  spellings?: Spellings,
): ContentIssue[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'There is no such field' }))
    const unquoted = unquotedValue(issue, content)
    const message =
      unquoted === undefined
        ? issue.message
        : `Put ${spellings?.get(issue) ?? unquoted} in quotes, because this is a text`
    return [{ path: path.join('.'), message }]
  })
}

/** The number or boolean in the place of a text; undefined if the issue is another one. */
function unquotedValue(issue: z.core.$ZodIssue, content: unknown): string | undefined {
  if (issue.code !== 'invalid_type' || issue.expected !== 'string') return undefined
  const value = issue.path.reduce<unknown>(
    (part, key) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, key) ? Reflect.get(part, key) : undefined,
    content,
  )
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** The spellings in a file of the first numbers that should be texts, such as `007`. */
function spellingsOf(
  issues: readonly z.core.$ZodIssue[],
  content: unknown,
  document: ParsedYaml,
  text: string,
): Spellings {
  const unquoted = issues.filter((issue) => unquotedValue(issue, content) !== undefined).slice(0, MAX_LOCATED)
  if (unquoted.length === 0) return new Map()
  const lines = withUnixLineEnds(text).split('\n')
  return new Map(
    document.locate(unquoted.map(({ path }) => path)).flatMap(({ line, column }, at) => {
      const spelling = /^[^\s,\]}]+/.exec(lines[line - 1]?.slice(column - 1) ?? '')?.[0]
      const issue = unquoted[at]
      return issue && spelling ? [[issue, spelling]] : []
    }),
  )
}

/** The issues, the first ones with their lines, and the first one as the fault of the file. */
function describeIssues(issues: ContentIssue[], document: ParsedYaml): Pick<UnusableFile, 'fault' | 'issues'> {
  const paths = issues.slice(0, MAX_LOCATED).map(({ path }) => (path === '' ? [] : path.split('.')))
  const positions = document.locate(paths)
  const [{ path, message } = { path: '', message: 'Not valid' }] = issues
  return {
    fault: { ...(positions[0] ?? TOP), message: path === '' ? message : `${path}: ${message}` },
    issues: issues.map((issue, at) => ({ ...issue, line: positions[at]?.line })),
  }
}

/** How a content file is read and rewritten: as YAML, or as Markdown with front matter. The file extension decides. */
interface ContentFormat {
  /** Throws YamlParseError. */
  parse: (text: string) => ParsedYaml
  /** Writes `next` into the text and changes only what differs. Makes a new text from an empty one. */
  rewrite: (text: string, next: unknown) => string
}

export function contentFormat(file: string): ContentFormat {
  return file.endsWith('.md') ? MARKDOWN : YAML
}

const YAML = ofAnyEditor({ parse: parseYaml, rewrite: rewriteYaml })

const MARKDOWN = ofAnyEditor({ parse: parseMarkdown, rewrite: rewriteMarkdown })

/** A format for files with any line ends, made of one for lines that end with LF. */
function ofAnyEditor(format: ContentFormat): ContentFormat {
  return {
    parse: (text) => format.parse(withUnixLineEnds(text)),
    rewrite(text, next) {
      const before = withUnixLineEnds(text)
      const after = format.rewrite(before, next)
      return after === before ? text : withLineEndsOf(text, after)
    },
  }
}

/**
 * Parses a Markdown file with YAML front matter between lines of `---`. The value is the front matter's fields and
 * `body`, the Markdown below it. Lines end with LF. Throws YamlParseError with a position counted from the top of the
 * file.
 */
export function parseMarkdown(text: string): ParsedYaml {
  const { start, bodyStart, frontMatter, body } = split(text)
  const linesAbove = countLines(text.slice(0, start))
  try {
    const fields = parseYaml(frontMatter)
    const { value, tokens } = fields
    const bodyPosition = { line: countLines(text.slice(0, bodyStart)) + 1, column: 1 }
    return {
      value: { ...(typeof value === 'object' ? value : {}), body },
      tokens,
      locate: (paths) =>
        fields
          .locate(paths)
          .map(({ line, column }, at) =>
            paths[at]?.[0] === 'body' ? bodyPosition : { line: line + linesAbove, column },
          ),
    }
  } catch (error) {
    if (!(error instanceof YamlParseError)) throw error
    const { line, column } = error.position
    throw new YamlParseError(error.message, { line: line + linesAbove, column })
  }
}

/** As rewriteYaml for the front matter. An unchanged body stays byte for byte, and so do the lines around both. */
export function rewriteMarkdown(text: string, next: unknown): string {
  const { body, ...fields } = withBody(next)
  if (text === '') return `---\n${rewriteYaml('', fields)}---\n\n${body}\n`
  const { start, end, bodyStart, bodyEnd, frontMatter, body: before } = split(text)
  const closing = text.slice(end, bodyStart) || '---\n'
  const front = text.slice(0, start) + rewriteYaml(frontMatter, fields) + closing
  if (body === before || before !== '') return front + body + text.slice(bodyEnd)
  return `${front.trimEnd()}\n\n${body}\n`
}

/** The front matter and the body of a Markdown file, with their offsets. Neither has blank lines around it. */
interface SplitMarkdown {
  frontMatter: string
  start: number
  end: number
  body: string
  bodyStart: number
  bodyEnd: number
}

function split(text: string): SplitMarkdown {
  if (!matter.test(text)) throw new YamlParseError('The file must begin with front matter between lines of ---', TOP)
  const { name: language } = matter.language(text)
  if (language && language !== 'yaml') refuse()
  const file = matter(text, {
    engines: {
      // parseYaml reads the front matter: gray-matter's own parser has none of our limits.
      yaml: () => ({}),
      // By default gray-matter runs `---js` front matter as code.
      javascript: refuse,
      json: refuse,
    },
  })
  const start = text.indexOf('\n') + 1
  // gray-matter's front matter begins with the line break after the opening line, and has none at its end.
  const matterEnd = start + Math.max(0, file.matter.length - 1)
  const end = file.matter !== '' && text[matterEnd] === '\n' ? matterEnd + 1 : matterEnd
  const rest = file.content
  const restStart = text.length - rest.length
  // Spaces before the first word are a part of the body: four of them make a code block.
  const blank = /^(?:[ \t]*\n)*/.exec(rest)?.[0].length ?? 0
  const body = rest.slice(blank).trimEnd()
  const bodyStart = restStart + (body === '' ? 0 : blank)
  return { frontMatter: text.slice(start, end), start, end, body, bodyStart, bodyEnd: bodyStart + body.length }
}

function countLines(text: string) {
  return text.split('\n').length - 1
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
