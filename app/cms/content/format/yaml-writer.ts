import { Document, isScalar, isSeq, visit } from 'yaml'
import { columnOf, entriesOf, isBlock } from './yaml-blocks.ts'
import type { Node, Scalar, ToStringOptions, YAMLMap, YAMLSeq } from 'yaml'

/** Writes new values in the style of a document. */
export interface Writer {
  /** A new entry of a block collection as whole lines. Without a key it is a list entry. */
  lines(key: string | undefined, value: unknown, column: number): string
  /**
   * What follows the dash or the colon of an entry whose head is in this column: the rest of the line, and the lines
   * below it. A text keeps the quotes or the wrapping of the one that it takes the place of.
   */
  afterHead(
    value: unknown,
    head: { isItem: boolean; column: number; instead: Node | undefined },
  ): { inline: string; below: string }
  inFlow(value: unknown, instead?: Scalar): string
  pairInFlow(key: string, value: unknown): string
}

/** The document that values are written with, one after the other: to make one takes longer than to write a value. */
const document = new Document<Node>(null)

/** A writer for the document with this root. */
export function makeWriter(root: YAMLMap | YAMLSeq, source: string, areTextsQuoted: boolean): Writer {
  let blockStyle: ToStringOptions | undefined
  const nodeOf = (value: unknown) => (document.contents = document.createNode(value))
  const written = (options: ToStringOptions) =>
    document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: MAX_LINE, ...options })
  const block = (width = 0) => {
    if (areTextsQuoted) quoteTexts(document)
    return written({ ...(blockStyle ??= styleOf(root, source)), lineWidth: width })
  }
  const flow = () => {
    quoteTexts(document)
    // Without the brackets, and the spaces within them.
    return written({ collectionStyle: 'flow' }).trimEnd().slice(2, -2)
  }
  return {
    lines(key, value, column) {
      nodeOf(key === undefined ? [value] : { [key]: value })
      return indent(block(), column)
    },
    afterHead(value, { isItem, column, instead }) {
      nodeOf(isItem ? [value] : { k: value })
      const width = isScalar(instead) ? keepStyle(document.getIn([isItem ? 0 : 'k'], true), instead, source) : 0
      const text = block(width && Math.max(width - column, MIN_WIDTH)).slice(isItem ? 1 : 2)
      const lineEnd = text.indexOf('\n')
      return { inline: text.slice(0, lineEnd).replace(/^ /, ''), below: indent(text.slice(lineEnd + 1), column) }
    },
    inFlow(value, instead) {
      nodeOf([value])
      if (instead) keepStyle(document.getIn([0], true), instead, source)
      return flow()
    },
    pairInFlow(key, value) {
      nodeOf({ [key]: value })
      return flow()
    },
  }
}

/** No text is as long as this, so none is broken. */
const MAX_LINE = 1e9

/** Shorter lines are not made. */
const MIN_WIDTH = 40

/** Gives a new text the quotes or the wrapping of the earlier one. Returns the length of its lines; 0: not wrapped. */
function keepStyle(made: unknown, instead: Scalar, source: string): number {
  if (!isScalar(made) || typeof made.value !== 'string') return 0
  const hasLines = made.value.includes('\n')
  if (instead.type === 'BLOCK_FOLDED') {
    made.type = 'BLOCK_FOLDED'
    const lines = source.slice(instead.range?.[0], instead.range?.[1]).trimEnd().split('\n').slice(1)
    return lines.length > 1 ? Math.max(...lines.map(({ length }) => length)) : 0
  }
  if (hasLines) made.type = 'BLOCK_LITERAL'
  else if (instead.type === 'QUOTE_SINGLE' || instead.type === 'QUOTE_DOUBLE') made.type = instead.type
  return 0
}

/** Writes texts of several lines in quotes, on one line. */
function quoteTexts(document: Document) {
  visit(document, {
    Scalar(key, node) {
      if (key !== 'key' && typeof node.value === 'string' && node.value.includes('\n')) node.type = 'QUOTE_DOUBLE'
    },
  })
}

/** How the document indents: by the first block collection in another one. */
function styleOf(root: Node, source: string): ToStringOptions {
  const style: { indentSeq?: boolean; indent?: number } = {}
  visit(root, {
    Map(_key, map) {
      if (!isBlock(map)) return
      for (const entry of entriesOf(source, map)) {
        if (!isBlock(entry.node)) continue
        const inner = entriesOf(source, entry.node, entry.headEnd)[0]?.head ?? 0
        const step = columnOf(source, inner) - columnOf(source, entry.head)
        if (isSeq(entry.node)) style.indentSeq ??= step > 0
        if (step > 1 && step < 9) style.indent ??= step
      }
      return style.indent !== undefined && style.indentSeq !== undefined ? visit.BREAK : undefined
    },
  })
  return style
}

/** Indents lines. Block texts move as a whole, so their values stay. */
function indent(lines: string, by: number): string {
  return by === 0 ? lines : lines.replaceAll(/^(?=.)/gm, ' '.repeat(by))
}
