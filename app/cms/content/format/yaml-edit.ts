import { isDeepStrictEqual } from 'node:util'
import { isMap, isScalar, isSeq, LineCounter } from 'yaml'
import { isRecord } from '#app/cms/content/compare/content-words.ts'
import { blockLines, columnOf, entriesOf, isBlock, type Block, type BlockEntry } from './yaml-blocks.ts'
import { flowEntries, joinFlow } from './yaml-flow.ts'
import { mergeEntries } from './yaml-parts.ts'
import { parseYaml, readDocument, YamlParseError } from './yaml-document.ts'
import { makeWriter, type Writer } from './yaml-writer.ts'
import type { CST, Node, YAMLMap, YAMLSeq } from 'yaml'

/**
 * Writes the content that `nextOf` makes of what a YAML text says into that text, by replacing the text of what differs.
 * Every other line stays byte for byte: wrapped texts, comments, alignment, quotes, the spelling of numbers. Undefined if
 * the result would not say that content, or if the text has no map or list to change.
 */
export function editYaml(text: string, nextOf: (written: unknown) => unknown): string | undefined {
  const source = text === '' || text.endsWith('\n') ? text : `${text}\n`
  const { document } = readDocument(source, new LineCounter(), { keepSourceTokens: true })
  const root = document.contents
  if (!isMap(root) && !isSeq(root)) return undefined
  const value: unknown = document.toJS({ maxAliasCount: 0 })
  const next = withoutUndefined(nextOf(value))
  if (isDeepStrictEqual(value, next)) return text
  if (!isSameKind(root, next)) return undefined
  // In some places a text of several lines cannot be a block: above a comment with a deeper indent, for example.
  for (const areTextsQuoted of [false, true]) {
    const edited = new Edit(source, makeWriter(root, source, areTextsQuoted)).root(root, value, next)
    if (says(edited, next)) return edited
  }
  return undefined
}

/** True if the text parses to the value: the check of the result, whatever the text contains. */
function says(text: string, value: unknown) {
  try {
    return isDeepStrictEqual(parseYaml(text).value, value)
  } catch (error) {
    if (error instanceof YamlParseError) return false
    throw error
  }
}

/** One edit of a text. Its methods return the text that takes the place of a part of the source. */
class Edit {
  constructor(
    private readonly source: string,
    private readonly write: Writer,
  ) {}

  root(node: YAMLMap | YAMLSeq, value: unknown, next: unknown): string {
    const [start, end] = isBlock(node)
      ? [entriesOf(this.source, node)[0]?.from ?? 0, entriesOf(this.source, node).at(-1)?.to ?? 0]
      : [node.range?.[0] ?? 0, node.range?.[1] ?? 0]
    const changed = isBlock(node) ? this.#block(node, value, next) : this.#flow(node, value, next)
    return this.source.slice(0, start) + changed + this.source.slice(end)
  }

  /** The lines of a block collection, without the indent of the first line if that begins beside a dash. */
  #block(node: Block, value: unknown, next: unknown): string {
    const entries = entriesOf(this.source, node)
    const column = columnOf(this.source, entries[0]?.head ?? 0)
    const lines = (at: number, value: unknown, next: unknown) => {
      const entry = entries[at]
      if (!entry) return ''
      const { from, headEnd, end, to } = entry
      const ownLine = from === entry.head ? ' '.repeat(column) : ''
      return (
        ownLine +
        this.source.slice(from, headEnd) +
        this.#afterHead(entry, column, value, next) +
        this.source.slice(end, to)
      )
    }
    const parts = mergeEntries(node, value, next, lines, (key, next) => this.write.lines(key, next, column))
    return blockLines(this.source, entries, parts, isSeq(node))
  }

  /** What follows the dash or the colon of an entry, to the end of its last line. */
  #afterHead(entry: BlockEntry, column: number, value: unknown, next: unknown): string {
    const { node, headEnd, end } = entry
    if (isDeepStrictEqual(value, next)) return this.source.slice(headEnd, end)
    if ((isMap(node) || isSeq(node)) && node.items.length > 0 && isSameKind(node, next) && hasEntries(next)) {
      if (isBlock(node)) {
        const start = entriesOf(this.source, node, headEnd)[0]?.from ?? headEnd
        return this.source.slice(headEnd, start) + this.#block(node, value, next)
      }
      const [start, stop] = node.range ?? [headEnd, headEnd]
      return this.source.slice(headEnd, start) + this.#flow(node, value, next) + this.source.slice(stop, end)
    }
    return this.#replaced(entry, column, next)
  }

  /** As #afterHead, for a value that is not made of the earlier one. Comments beside and below the head stay. */
  #replaced({ node, headEnd, end, isItem }: BlockEntry, column: number, next: unknown): string {
    const { inline, below } = this.write.afterHead(next, { isItem, column, instead: node ?? undefined })
    const { before, after, comments } = this.#around(node, headEnd, end)
    if (inline === '') {
      const isBelow = before.includes('\n') && after !== ''
      const comment = isBelow ? `\n${' '.repeat(column + 2)}${after.trim()}` : after
      return `${before.trimEnd()}${comment}\n${below}${comments}`
    }
    // Below a block text, a comment would be a part of it.
    return `${before || ' '}${inline}${after}\n${below}${below === '' ? comments : ''}`
  }

  /**
   * What stands around a value in its entry: the text before it, the comment after it on its line, and
   * the comment lines between the head and a block collection.
   */
  #around(node: Node | null, headEnd: number, end: number): { before: string; after: string; comments: string } {
    const [start, stop] = node?.range ?? [headEnd, headEnd]
    const rest = (from: number, to: number) => this.source.slice(from, to).trimEnd()
    if (isBlock(node)) {
      const above = this.source.slice(headEnd, entriesOf(this.source, node, headEnd)[0]?.head)
      const lineEnd = above.indexOf('\n')
      if (lineEnd === -1) return { before: '', after: '', comments: '' }
      const comments = above.slice(lineEnd + 1, above.lastIndexOf('\n') + 1)
      return { before: '', after: above.slice(0, lineEnd).trimEnd(), comments }
    }
    // An empty value may have its place behind a comment.
    if (start === stop) return { before: '', after: rest(headEnd, end), comments: '' }
    const before = this.source.slice(headEnd, start)
    const token = isScalar(node) ? node.srcToken : undefined
    if (token?.type !== 'block-scalar') return { before, after: rest(stop, end), comments: '' }
    const comment = token.props.find((token): token is CST.SourceToken => token.type === 'comment')
    return { before, after: comment ? ` ${comment.source}` : '', comments: '' }
  }

  #inFlow(node: unknown, value: unknown, next: unknown): string {
    if (isMap(node) || isSeq(node) || isScalar(node)) {
      const [start = 0, end = 0] = node.range ?? []
      if (isDeepStrictEqual(value, next)) return this.source.slice(start, end)
      const isCollection = !isScalar(node) && node.srcToken !== undefined && node.items.length > 0
      if (isCollection && isSameKind(node, next) && hasEntries(next)) return this.#flow(node, value, next)
    }
    return this.write.inFlow(next, isScalar(node) ? node : undefined)
  }

  #flow(node: YAMLMap | YAMLSeq, value: unknown, next: unknown): string {
    const entries = flowEntries(node)
    const text = (at: number, value: unknown, next: unknown) => {
      const entry = entries[at]
      if (!entry) return ''
      if (isDeepStrictEqual(value, next)) return this.source.slice(entry.start, entry.end)
      if (entry.keyEnd === undefined) return this.#inFlow(entry.node, value, next)
      const start = entry.node?.range?.[0] ?? 0
      const isEmpty = start <= entry.keyEnd && entry.node?.range?.[1] === start
      const head = !entry.node || isEmpty ? entry.keyEnd : start
      const key = this.source.slice(entry.start, head)
      const colon = !entry.node ? ': ' : isEmpty ? ' ' : ''
      return key + colon + this.#inFlow(isEmpty ? undefined : entry.node, value, next)
    }
    const parts = mergeEntries(node, value, next, text, (key, next) =>
      key === undefined ? this.write.inFlow(next) : this.write.pairInFlow(key, next),
    )
    return joinFlow(this.source, node, entries, parts)
  }
}

function isSameKind(node: unknown, next: unknown) {
  return isMap(node) ? isRecord(next) : isSeq(node) && Array.isArray(next)
}

function hasEntries(next: unknown) {
  return Array.isArray(next) ? next.length > 0 : isRecord(next) && Object.keys(next).length > 0
}

/** The value without the keys whose value is undefined: no text says them. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined)
  if (!isRecord(value)) return value
  const defined = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(defined.map(([key, part]) => [key, withoutUndefined(part)]))
}
