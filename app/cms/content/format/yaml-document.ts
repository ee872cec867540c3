import { formatLimit } from '#app/cms/platform/format/bytes.ts'
import { LRUCache } from 'lru-cache'
import { Composer, isAlias, isMap, isNode, isScalar, Lexer, LineCounter, Parser, visit } from 'yaml'
import type { Document, Node } from 'yaml'

/** The largest content file in bytes. 500 pictures, as many as a list may have, take 75 kB. */
export const MAX_YAML_BYTES = 4_000_000

/**
 * The maximum of lexical tokens in a file. Parse time depends on tokens rather than bytes: 4 MB of one text parse in
 * 0.1 s, 4 MB of commas and digits took 14 s. 500 pictures have 16,500 tokens; a longer list that was made by hand is
 * read as well.
 */
const MAX_YAML_TOKENS = 600_000

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
 * documents, duplicate keys and a `__proto__` key are refused; every key is text. Throws YamlParseError. The value is frozen.
 */
export function parseYaml(text: string): ParsedYaml {
  let parsed = parsedTexts.get(text)
  if (!parsed) {
    const { document, tokens } = readDocument(text, new LineCounter())
    parsed = { value: deepFreeze<unknown>(document.toJS({ maxAliasCount: 0 })), tokens }
    parsedTexts.set(text, parsed)
  }
  return {
    ...parsed,
    // Positions are only needed if the content has a fault.
    locate(paths) {
      const lines = new LineCounter()
      const { document } = readDocument(text, lines)
      return paths.map((path) => locateIn(document, lines, path))
    },
  }
}

/**
 * A cache of values by their text, in UTF-16 code units. A save parses the text that it has written, and an edit of a
 * long list changes few of its entries. Values are frozen, because they are shared.
 */
const parsedTexts = new LRUCache<string, Pick<ParsedYaml, 'value' | 'tokens'>>({
  maxSize: 8_000_000,
  maxEntrySize: 200_000,
  sizeCalculation: (_parsed, text) => text.length + 1,
})

/** Freezes a value and everything in it, because it is shared and must not be changed. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}

function locateIn(document: Document.Parsed, lines: LineCounter, path: readonly PropertyKey[]): Position {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return positionAt(lines, node.range[0])
  }
  return { line: 1, column: 1 }
}

/** Parses and checks a text as {@link parseYaml} does. Throws YamlParseError. */
export function readDocument(text: string, lines: LineCounter, { keepSourceTokens = false } = {}) {
  if (Buffer.byteLength(text) > MAX_YAML_BYTES) {
    throw new YamlParseError(`The file is larger than ${formatLimit(MAX_YAML_BYTES)}`, { line: 1, column: 1 })
  }
  // The library looks for equal keys by comparing each with each, which takes 45 s for 200,000 of them.
  const composer = new Composer({ stringKeys: true, uniqueKeys: false, keepSourceTokens })
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
    const position = positionAt(lines, problem.pos[0])
    const message = problem.code === 'NON_STRING_KEY' ? 'A key must be a text' : problem.message
    throw new YamlParseError(message + invisibleIn(text.split('\n')[position.line - 1]), position)
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

/** Names the first character of a line that most editors do not show, and that is no space or line end in YAML. */
function invisibleIn(line = '') {
  // Without the joiners of emoji and of Hindi.
  const found = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0]/u.exec(line.replaceAll('\t', ' '))
  if (!found) return ''
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `. The line has the invisible character U+${code} at column ${found.index + 1}: remove it, or type a space instead`
}

function positionAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(line, 1), column: Math.max(col, 1) }
}
