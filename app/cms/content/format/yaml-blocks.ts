import { isMap, isScalar, isSeq } from 'yaml'
import type { CST, Node, YAMLMap, YAMLSeq } from 'yaml'
import type { Part } from './yaml-parts.ts'

/** An entry of a block map or a block list, as offsets in the source. */
export interface BlockEntry {
  /** Start of the comments above it, which belong to it, or of its own first line. Its head if that is in mid-line. */
  from: number
  /** Its dash, or its key. */
  head: number
  /** The end of its dash, or of the colon after its key. */
  headEnd: number
  /** The end of its last line. */
  end: number
  /** The end of the comments below it with a deeper indent, which belong to it. */
  to: number
  isItem: boolean
  node: Node | null
}

/** A map or list in block style, of a document that was parsed with its source. */
export type Block = (YAMLMap | YAMLSeq) & { srcToken: CST.BlockMap | CST.BlockSequence }

const known = new WeakMap<Block, BlockEntry[]>()

export function isBlock(node: unknown): node is Block {
  return (isMap(node) || isSeq(node)) && (node.srcToken?.type === 'block-map' || node.srcToken?.type === 'block-seq')
}

/** The number of characters before this offset on its line. */
export function columnOf(source: string, offset: number): number {
  return offset - lineStart(source, offset)
}

/**
 * The entries of a block collection. `above` is the end of the key or dash that it belongs to: comments from there on
 * can belong to the first entry.
 */
export function entriesOf(source: string, block: Block, above?: number): BlockEntry[] {
  const found = known.get(block)
  if (found) return found
  const heads = headsOf(block)
  const column = columnOf(source, heads[0]?.head ?? 0)
  const entries: BlockEntry[] = []
  for (const { head, headEnd, node } of heads) {
    const last = entries.at(-1)
    const end = endOf(source, node, headEnd)
    const from = last ? skipBlank(source, last.to) : firstStart(source, head)
    entries.push({ from, head, headEnd, node, end, to: endOfComments(source, end, column), isItem: isSeq(block) })
  }
  const [first, ...others] = entries
  const areCommented = others.some(({ from, head }) => from < lineStart(source, head))
  // Comments above the first entry belong to the list, unless other entries have comments of their own.
  if (first && isSeq(block) && above !== undefined && areCommented) first.from = startOfComments(source, first, above)
  known.set(block, entries)
  return entries
}

/** The parts as the lines of a block collection, with its blank lines between them. */
export function blockLines(source: string, entries: readonly BlockEntry[], parts: readonly Part[], isList: boolean) {
  const gaps = entries.slice(1).map(({ from }, at) => source.slice(entries[at]?.to, from))
  const between = isList && gaps.some((gap) => gap !== '') ? '\n' : ''
  const gapAfter = ({ at, text }: Part, next: Part | undefined) => {
    // A blank line below a text that keeps its last line breaks would be a part of it.
    if (!next || keepsLines(text)) return ''
    if (at === undefined || next.at === undefined || next.at < at) return between
    return gaps.slice(at, next.at).reduce((longest, gap) => (gap.length > longest.length ? gap : longest), '')
  }
  const lines = parts.map((part, index) => part.text + gapAfter(part, parts[index + 1])).join('')
  const [first] = entries
  return first && first.from === first.head && columnOf(source, first.head) > 0 ? lines.replace(/^ +/, '') : lines
}

/** True if the text of a part ends in a block text that keeps the line breaks at its end. */
function keepsLines(text: string) {
  const lines = text.split('\n')
  // Below it, everything is indented or blank.
  const last = lines.findLastIndex((line) => /^\S/.test(line))
  return lines.at(-1) === '' && lines.slice(Math.max(last, 0)).some((line) => KEEPING_HEAD.test(line))
}

const KEEPING_HEAD = /[|>]\d?\+\d?(?: |$)/

function headsOf(block: Block): Pick<BlockEntry, 'head' | 'headEnd' | 'node'>[] {
  const nodeOf = (node: unknown) => (isMap(node) || isSeq(node) || isScalar(node) ? node : null)
  if (isSeq(block)) {
    const dashes = block.srcToken.items.flatMap(({ start }) => start.find(({ type }) => type === 'seq-item-ind') ?? [])
    return dashes.map(({ offset }, at) => ({ head: offset, headEnd: offset + 1, node: nodeOf(block.items[at]) }))
  }
  return block.items.map(({ key, value, srcToken }) => {
    const keyRange = isScalar(key) ? key.range : undefined
    const question = srcToken?.start.find(({ type }) => type === 'explicit-key-ind')
    const colon = srcToken?.sep?.find(({ type }) => type === 'map-value-ind')
    const head = question?.offset ?? keyRange?.[0] ?? 0
    return { head, headEnd: colon ? colon.offset + 1 : (keyRange?.[1] ?? head), node: nodeOf(value) }
  })
}

/** The end of the last line of a value. */
function endOf(source: string, node: Node | null, headEnd: number): number {
  if (isBlock(node)) return entriesOf(source, node, headEnd).at(-1)?.to ?? headEnd
  const [start, stop] = node?.range ?? [headEnd, headEnd]
  const end = start === stop ? headEnd : stop
  return source[end - 1] === '\n' ? end : lineEnd(source, end)
}

function firstStart(source: string, head: number) {
  const start = lineStart(source, head)
  return source.slice(start, head).trim() === '' ? start : head
}

/** The end of the last comment line below with an indent deeper than `column`, with blank lines above it. */
function endOfComments(source: string, from: number, column: number): number {
  let end = from
  for (let at = from; at < source.length;) {
    const stop = lineEnd(source, at)
    const line = source.slice(at, stop)
    const indent = line.search(/\S/)
    if (indent !== -1 && line[indent] !== '#') break
    if (indent > column) end = stop
    else if (indent !== -1) break
    at = stop
  }
  return end
}

function startOfComments(source: string, { from }: BlockEntry, above: number): number {
  let start = from
  while (start > above) {
    const before = lineStart(source, start - 1)
    if (before <= above || !/^[ \t]*#/.test(source.slice(before, start))) break
    start = before
  }
  return start
}

/** The start of the next line that is not blank. */
function skipBlank(source: string, from: number): number {
  let at = from
  while (at < source.length && source.slice(at, lineEnd(source, at)).trim() === '') at = lineEnd(source, at)
  return at
}

function lineStart(source: string, offset: number) {
  return source.lastIndexOf('\n', offset - 1) + 1
}

function lineEnd(source: string, offset: number) {
  const end = source.indexOf('\n', offset)
  return end === -1 ? source.length : end + 1
}
