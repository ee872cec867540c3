import { isMap, isScalar, isSeq } from 'yaml'
import type { Node, YAMLMap, YAMLSeq } from 'yaml'
import type { Part } from './yaml-parts.ts'

/** An entry of a flow collection, such as `[a, b]`, as offsets in the source. */
interface FlowEntry {
  start: number
  end: number
  /** The end of the key and its colon. Undefined for a list entry. */
  keyEnd: number | undefined
  node: Node | undefined
}

export function flowEntries(flow: YAMLMap | YAMLSeq): FlowEntry[] {
  const nodeOf = (node: unknown) => (isMap(node) || isSeq(node) || isScalar(node) ? node : undefined)
  if (isSeq(flow)) {
    return flow.items.map((item) => {
      const node = nodeOf(item)
      return { start: node?.range?.[0] ?? 0, end: node?.range?.[1] ?? 0, keyEnd: undefined, node }
    })
  }
  return flow.items.map(({ key, value, srcToken }) => {
    const [start = 0, keyStop = 0] = (isScalar(key) ? key.range : undefined) ?? []
    const question = srcToken?.start.find(({ type }) => type === 'explicit-key-ind')
    const colon = srcToken?.sep?.find(({ type }) => type === 'map-value-ind')
    const keyEnd = colon ? colon.offset + 1 : keyStop
    const node = colon ? nodeOf(value) : undefined
    return { start: question?.offset ?? start, end: Math.max(keyEnd, node?.range?.[1] ?? 0), keyEnd, node }
  })
}

/** What stands around an entry: the line break or comments before it, and a comment behind it on its line. */
interface Surroundings {
  before: string
  behind: string
}

/** The parts as the text of a flow collection. Each keeps its comments. */
export function joinFlow(
  source: string,
  flow: YAMLMap | YAMLSeq,
  entries: readonly FlowEntry[],
  parts: readonly Part[],
): string {
  const [open = 0, stop = 0] = flow.range ?? []
  const isInOrder = parts.length === entries.length && parts.every(({ at }, index) => at === index)
  if (isInOrder) {
    const texts = parts.map(({ text }, at) => text + source.slice(entries[at]?.end, entries[at + 1]?.start ?? stop))
    return source.slice(open, entries[0]?.start) + texts.join('')
  }

  const opening = cutComment(source.slice(open + 1, entries[0]?.start))
  const surroundings: Surroundings[] = []
  let before = opening.rest
  let closing = ''
  let hasLastComma = false
  entries.forEach(({ end }, at) => {
    const following = entries[at + 1]
    const { beforeComma, afterComma } = cutComma(source.slice(end, following?.start ?? stop - 1))
    const { comment, rest } = cutComment(afterComma ?? beforeComma)
    const behind = afterComma === undefined ? comment : beforeComma.trimEnd() + comment
    surroundings.push({ before, behind })
    before = rest
    if (!following) [closing, hasLastComma] = [rest, afterComma !== undefined]
  })

  const [first] = surroundings
  const plain = surroundings.slice(1).find((each) => !each.before.includes('#'))?.before
  const usual = plain ?? (opening.rest.includes('\n') && !opening.rest.includes('#') ? opening.rest : ' ')
  const lineBreak = /\n[ \t]*$/.exec([usual, ...surroundings.map((each) => each.before)].join(''))?.[0] ?? '\n  '
  let isBesideComment = opening.comment !== ''
  const spaced = (space: string) => (isBesideComment && !space.includes('\n') ? lineBreak : space)
  const texts = parts.map(({ at, text }, index) => {
    const own = at === undefined ? undefined : surroundings[at]
    const isInPlace = own && (index === 0 ? at === 0 : parts[index - 1]?.at === (at ?? 0) - 1)
    const position = index === 0 && !first?.before.includes('#') ? (first?.before ?? '') : usual
    const space = spaced(own && (isInPlace || own.before.includes('#')) ? own.before : position)
    const comma = index < parts.length - 1 || hasLastComma ? ',' : ''
    isBesideComment = own !== undefined && own.behind !== ''
    return space + text + comma + (own?.behind ?? '')
  })
  return `${source.charAt(open)}${opening.comment}${texts.join('')}${spaced(closing)}${source.charAt(stop - 1)}`
}

/** Cuts the text between two entries at its comma. Commas in comments do not count. */
function cutComma(text: string): { beforeComma: string; afterComma: string | undefined } {
  const before = /^(?:\s|#.*)*/.exec(text)?.[0] ?? ''
  const hasComma = text[before.length] === ','
  return { beforeComma: before, afterComma: hasComma ? text.slice(before.length + 1) : undefined }
}

/** Cuts off a comment at the start, on the line of what is before it. */
function cutComment(text: string): { comment: string; rest: string } {
  const comment = /^[ \t]*#.*/.exec(text)?.[0] ?? ''
  return { comment, rest: text.slice(comment.length) }
}
