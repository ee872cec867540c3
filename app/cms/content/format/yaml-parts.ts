import { isScalar, isSeq } from 'yaml'
import { matchItems } from './match-items.ts'
import type { Pair, YAMLMap, YAMLSeq } from 'yaml'

/** An entry of the next collection: the index of the entry it is made of, if any, and its text. */
export interface Part {
  at: number | undefined
  text: string
}

/** The entries of the next collection in their order: keys keep theirs, and new ones come last. */
export function mergeEntries(
  node: YAMLMap | YAMLSeq,
  value: unknown,
  next: unknown,
  changed: (at: number, value: unknown, next: unknown) => string,
  made: (key: string | undefined, next: unknown) => string,
): Part[] {
  if (isSeq(node)) {
    const [before, after] = [value, next] as [unknown[], unknown[]]
    const matches = matchItems(before, after)
    return after.map((entry, index) => {
      const at = matches[index]
      return { at, text: at === undefined ? made(undefined, entry) : changed(at, before[at], entry) }
    })
  }
  const [before, after] = [value, next] as [Record<string, unknown>, Record<string, unknown>]
  const keys = node.items.map(keyOf)
  const known = new Set(keys)
  return [
    ...keys.flatMap((key, at) => (Object.hasOwn(after, key) ? { at, text: changed(at, before[key], after[key]) } : [])),
    ...Object.keys(after)
      .filter((key) => !known.has(key))
      .map((key) => ({ at: undefined, text: made(key, after[key]) })),
  ]
}

function keyOf({ key }: Pair) {
  return isScalar(key) ? String(key.value) : ''
}
