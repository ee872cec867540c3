import {
  Composer,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  visit,
} from 'yaml'
import { isRecord } from '#app/content/compare/content-words.ts'
import { pairByKey, type Partners } from '#app/content/compare/match-entries.ts'
import type { Document, Node, YAMLMap, YAMLSeq } from 'yaml'

/** The largest content file in bytes: a gallery of 10,000 pictures takes 1.5 MB. */
export const MAX_YAML_BYTES = 4_000_000

/**
 * The maximum of lexical tokens in a file. Parse time depends on tokens rather than bytes: 4 MB of one text parse in
 * 0.1 s, 4 MB of commas and digits took 14 s. The gallery of 10,000 pictures has 330,000 tokens and takes 0.9 s.
 */
export const MAX_YAML_TOKENS = 600_000

/** The maximum depth of nested `[` and `{`, and the maximum of `-` on one line: the parser is recursive. */
const MAX_DEPTH = 64

/** A place in a text file; both count from 1. */
export interface Position {
  line: number
  column: number
}

/** A YAML text is refused. `position` is the place of the fault. */
export class YamlParseError extends Error {
  override name = 'YamlParseError'
  constructor(
    message: string,
    readonly position: Position,
  ) {
    super(message)
  }
}

export interface ParsedYaml {
  value: unknown
  /** The number of lexical tokens, on which parse time depends. */
  tokens: number
  /** The positions of the values at these paths, or of the nearest values around them. */
  locate(paths: readonly (readonly PropertyKey[])[]): Position[]
}

/**
 * Parses one YAML 1.2 document of plain data. Anchors and aliases (they can multiply without bound), tags, several
 * documents, duplicate keys and a `__proto__` key are refused; every key is text. Throws YamlParseError.
 */
export function parseYaml(text: string): ParsedYaml {
  const lines = new LineCounter()
  const { document, tokens } = readDocument(text, lines)
  return {
    value: document.toJS({ maxAliasCount: 0 }),
    tokens,
    locate: (paths) => paths.map((path) => locateIn(document, lines, path)),
  }
}

function locateIn(document: Document.Parsed, lines: LineCounter, path: readonly PropertyKey[]): Position {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return positionAt(lines, node.range[0])
  }
  return { line: 1, column: 1 }
}

/**
 * Writes `next` into an existing YAML text and changes only what differs, so that the comments, the key order and the
 * quoting of a hand-written file stay. Runs of spaces before a comment become one. List entries are matched by
 * {@link matchItems}.
 */
export function rewriteYaml(text: string, next: unknown): string {
  const { document }: { document: Document } = readDocument(text, new LineCounter())
  document.contents = mergeNode(document, document.contents, next)
  return document.toString({ lineWidth: 0 })
}

function readDocument(text: string, lines: LineCounter) {
  if (Buffer.byteLength(text) > MAX_YAML_BYTES) {
    throw new YamlParseError(`The file is larger than ${MAX_YAML_BYTES / 1e6} MB`, { line: 1, column: 1 })
  }
  // The library looks for equal keys by comparing each with each, which takes 45 s for 200,000 of them.
  const composer = new Composer({ stringKeys: true, uniqueKeys: false })
  const tokens = boundedTokens(text)
  let documents
  try {
    documents = [...composer.compose(syntaxTokens(tokens, lines), true, text.length)]
  } catch (error) {
    // Deep nesting by indents passes the check of the tokens, and overflows the stack of the parser.
    if (error instanceof RangeError) throw new YamlParseError('The file is nested too deeply', { line: 1, column: 1 })
    throw error
  }
  const [document, second] = documents
  if (!document) throw new YamlParseError('The file is empty', { line: 1, column: 1 })
  const [problem] = [...document.errors, ...document.warnings]
  if (problem) {
    const message = problem.code === 'NON_STRING_KEY' ? 'A key must be a text' : problem.message
    throw new YamlParseError(message, positionAt(lines, problem.pos[0]))
  }
  if (second)
    throw new YamlParseError('The file contains more than one YAML document', positionAt(lines, second.range[0]))
  refuseUnsafeNodes(document, lines)
  return { document, tokens: tokens.length }
}

/** The syntax tokens that the library's parser makes from the lexical tokens. */
function* syntaxTokens(tokens: readonly string[], lines: LineCounter) {
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  let versions = 0
  for (const source of tokens) {
    for (const token of parser.next(source)) {
      // The library takes the last one.
      if (token.type === 'directive' && /^%YAML\b/.test(token.source) && ++versions > 1) {
        throw new YamlParseError('%YAML occurs more than once', positionAt(lines, token.offset))
      }
      yield token
    }
  }
  yield* parser.end()
}

/** Splits the text into lexical tokens, a fifth of the work, and refuses a text that would take too long to parse. */
function boundedTokens(text: string): string[] {
  const tokens: string[] = []
  let [line, flowDepth, blockDepth] = [1, 0, 0]
  for (const source of new Lexer().lex(text)) {
    tokens.push(source)
    if (source === '\n' || source === '\r\n') [line, blockDepth] = [line + 1, 0]
    else if (source === '-' || source === '?') blockDepth += 1
    else if (source === '[' || source === '{') flowDepth += 1
    else if (source === ']' || source === '}') flowDepth -= 1
    else if (source.length > 1 && source.includes('\n')) line += source.split('\n').length - 1
    const isTooDeep = flowDepth > MAX_DEPTH || blockDepth > MAX_DEPTH
    if (isTooDeep) throw new YamlParseError('The file is nested too deeply', { line, column: 1 })
    if (tokens.length > MAX_YAML_TOKENS) throw new YamlParseError('The file has too many entries', { line, column: 1 })
  }
  return tokens
}

function refuseUnsafeNodes(document: Document.Parsed, lines: LineCounter) {
  const refuse = (message: string, { range }: Node) => {
    throw new YamlParseError(message, positionAt(lines, range?.[0] ?? 0))
  }
  visit(document, {
    // With a visitor `Map` beside it, the library would not call this one for maps.
    Node(_key, node) {
      if (isAlias(node) || node.anchor !== undefined)
        refuse('Anchors and aliases (& and *) are not supported here', node)
      else if (node.tag !== undefined) refuse(`Tags (${node.tag}) are not supported here`, node)
      if (!isMap(node)) return
      const known = new Set<unknown>()
      for (const { key } of node.items) {
        if (!isScalar(key)) continue
        if (key.value === '__proto__') refuse('The key __proto__ is not allowed', key)
        if (known.has(key.value)) refuse('This key occurs more than once', key)
        known.add(key.value)
      }
    },
  })
}

function positionAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(line, 1), column: Math.max(col, 1) }
}

function mergeNode(document: Document, node: unknown, next: unknown): Node {
  if (isMap(node) && isRecord(next)) return mergeMap(document, node, next)
  if (isSeq(node) && Array.isArray(next)) return mergeSeq(document, node, next)
  if (isScalar(node) && !isContainer(next)) {
    if (node.value !== next) {
      node.value = next
      // A text of several lines becomes a block. Without a type, the writer picks a style that fits the new text.
      if (typeof next === 'string' && next.includes('\n')) node.type = 'BLOCK_LITERAL'
      else delete node.type
    }
    return node
  }
  const made = document.createNode(next)
  if (isNode(node)) copyComments(node, made)
  return made
}

function mergeMap(document: Document, map: YAMLMap, next: Record<string, unknown>) {
  map.items = map.items.filter((pair) => isScalar(pair.key) && next[String(pair.key.value)] !== undefined)
  for (const [key, value] of Object.entries(next)) {
    if (value === undefined) continue
    const pair = map.items.find(({ key: existing }) => isScalar(existing) && existing.value === key)
    if (pair) pair.value = mergeNode(document, pair.value, value)
    else map.items.push(document.createPair(key, value))
  }
  // An empty `{}` written by hand is in flow style; with entries a block reads better.
  if (map.flow && map.items.some((pair) => isCollection(pair.value))) map.flow = false
  return map
}

function mergeSeq(document: Document, seq: YAMLSeq, next: unknown[]) {
  const before = seq.items
  const matches = matchItems(
    before.map((item): unknown => (isNode(item) ? item.toJS(document) : item)),
    next,
  )
  seq.items = next.map((value, index) => mergeNode(document, before[matches[index] ?? -1], value))
  if (seq.flow && seq.items.some(isCollection)) seq.flow = false
  if (seq.items.some((item, index) => item !== before[index])) spaceEvenly(seq, before)
  return seq
}

/**
 * Matches the entries of a list with its earlier state: for each entry of `next` its index in `before`, or undefined if
 * it is new. Entries match if they have the same `_id`, else if they are equal, else by index.
 */
export function matchItems(before: readonly unknown[], next: readonly unknown[]): Partners {
  const byKey = pairByKey([], next.map(entryKey), before.map(entryKey))
  return pairByKey(
    byKey,
    next.map((value, index) => (hasId(value) ? undefined : String(index))),
    before.map((_, index) => String(index)),
  )
}

/** A blank line between entries belongs to the list, not to the entry below it. */
function spaceEvenly(seq: YAMLSeq, before: unknown[]) {
  const spaced = before.some((item, index) => index > 0 && isNode(item) && item.spaceBefore)
  seq.items.forEach((item, index) => {
    if (isNode(item)) item.spaceBefore = spaced && index > 0
  })
}

/** Entries with the same key are the same entry, moved or edited. */
function entryKey(value: unknown) {
  return hasId(value) ? `_id:${value._id}` : `value:${JSON.stringify(value)}`
}

function hasId(value: unknown): value is { _id: string } {
  return isRecord(value) && typeof value['_id'] === 'string'
}

function copyComments(from: Node, to: Node) {
  if (from.commentBefore) to.commentBefore = from.commentBefore
  if (from.comment) to.comment = from.comment
  if (from.spaceBefore) to.spaceBefore = from.spaceBefore
}

function isContainer(value: unknown) {
  return typeof value === 'object' && value !== null
}
