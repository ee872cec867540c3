import { isCollection, isMap, isNode, isScalar, isSeq, LineCounter } from 'yaml'
import { isRecord } from '#app/cms/content/compare/content-words.ts'
import { matchItems } from './match-items.ts'
import { readDocument } from './yaml-document.ts'
import { editYaml } from './yaml-edit.ts'
import type { Document, Node, YAMLMap, YAMLSeq } from 'yaml'

/**
 * Writes content into an existing YAML text and changes only what differs; see {@link editYaml}. List entries are matched
 * by {@link matchItems}. A text that the content has without the line break at its end stays as it is. Makes a new text
 * from an empty one.
 */
export function rewriteYaml(text: string, content: unknown): string {
  const nextOf = (written: unknown) => withLastLineBreaks(content, written)
  return editYaml(text, nextOf) ?? rewriteWhole(text, nextOf)
}

/**
 * The content with the line breaks that end its texts in the file, as below `|`. The schemas remove them, and a save is
 * to leave such a text as it is.
 */
function withLastLineBreaks(next: unknown, written: unknown): unknown {
  if (typeof next === 'string') return written === `${next}\n` ? written : next
  if (Array.isArray(next) && Array.isArray(written)) {
    const matches = matchItems(written, next)
    return next.map((entry, index) => withLastLineBreaks(entry, written[matches[index] ?? -1]))
  }
  if (!isRecord(next) || !isRecord(written)) return next
  return Object.fromEntries(Object.entries(next).map(([key, part]) => [key, withLastLineBreaks(part, written[key])]))
}

/** As {@link rewriteYaml}, with every node written anew: comments, key order and quotes stay, layout does not. */
function rewriteWhole(text: string, nextOf: (written: unknown) => unknown): string {
  const { document }: { document: Document } = readDocument(text, new LineCounter())
  document.contents = mergeNode(document, document.contents, nextOf(document.toJS({ maxAliasCount: 0 })))
  return document.toString({ lineWidth: 0 })
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

/** A blank line between entries belongs to the list, not to the entry below it. */
function spaceEvenly(seq: YAMLSeq, before: unknown[]) {
  const spaced = before.some((item, index) => index > 0 && isNode(item) && item.spaceBefore)
  seq.items.forEach((item, index) => {
    if (isNode(item)) item.spaceBefore = spaced && index > 0
  })
}

function copyComments(from: Node, to: Node) {
  if (from.commentBefore) to.commentBefore = from.commentBefore
  if (from.comment) to.comment = from.comment
  if (from.spaceBefore) to.spaceBefore = from.spaceBefore
}

function isContainer(value: unknown) {
  return typeof value === 'object' && value !== null
}
