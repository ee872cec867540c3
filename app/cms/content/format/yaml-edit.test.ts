import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMap, isNode, isPair, isSeq, parseDocument, type Node } from 'yaml'
import { isRecord } from '#app/cms/content/compare/content-words.ts'
import { yamlLayouts } from '#test/yaml-layouts.ts'
import { parseYaml } from './yaml-document.ts'
import { editYaml } from './yaml-edit.ts'

const RUNS = Number(process.env['YAML_RUNS'] ?? 12)

const contentDir = path.resolve(import.meta.dirname, '../../../../content')
const shipped = readdirSync(contentDir, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:yaml|md)$/.test(file) && file !== 'README.md')
  .map((file): [string, string] => {
    const text = readFileSync(path.join(contentDir, file), 'utf8')
    return [file, file.endsWith('.md') ? (text.split('---\n')[1] ?? '') : text]
  })
const texts: [string, string][] = [...Object.entries(yamlLayouts), ...shipped]

type Path = readonly (string | number)[]

/** A single change of a content, and how to check the lines of a text after it. */
interface Change {
  next: unknown
  /** The value or list that changes. */
  path: Path
  kind: 'value' | 'inserted' | 'removed' | 'moved'
}

const newValue = fc.oneof(
  fc.constantFrom<unknown>(
    'Other',
    'two\nlines',
    'a paragraph\n\nand another\n',
    '',
    ' padded ',
    '- dash',
    'a: b # c',
    "it's “so” 🙂",
    'true',
    '007',
    '[x, y]',
    'ends with a colon:',
    'a text that is long enough to be broken over several lines when it is folded, as people do it by hand, and longer',
    12,
    1.5,
    true,
    null,
  ),
  fc.string({ maxLength: 20, unit: 'grapheme' }).filter((text) => !/\p{Cc}/u.test(text)),
)
const newEntry = fc.oneof(
  newValue,
  fc.constant<unknown>({ _id: 'new', title: 'New', tags: ['x', 'y'], more: { a: 'two\nlines' } }),
  fc.constant<unknown>(['x', ['y']]),
)

/** One of the changes that are possible in a content. */
const changeOf = (value: unknown): fc.Arbitrary<Change> => {
  const [leaves, lists, maps]: [Path[], Path[], Path[]] = [[], [], []]
  const collect = (part: unknown, at: Path): void => {
    if (Array.isArray(part)) part.forEach((entry, index) => collect(entry, [...at, index]))
    else if (isRecord(part)) Object.entries(part).forEach(([key, entry]) => collect(entry, [...at, key]))
    ;(Array.isArray(part) ? lists : isRecord(part) ? maps : leaves).push(at)
  }
  collect(value, [])
  const filled = lists.filter((at) => get(value, at).length > 0)
  const long = lists.filter((at) => get(value, at).length > 1)
  const changes: fc.Arbitrary<Change>[] = [
    fc.tuple(fc.constantFrom(...maps), newEntry).map(([at, entry]) => ({
      next: set(value, at, (map) => ({ ...(map as object), 'new key': entry })),
      path: at,
      kind: 'inserted',
    })),
  ]
  if (leaves.length > 0) {
    changes.push(
      fc.tuple(fc.constantFrom(...leaves), newValue).map(([at, entry]) => ({
        next: set(value, at, () => entry),
        // Another _id makes another entry.
        path: at.at(-1) === '_id' ? at.slice(0, -1) : at,
        kind: 'value',
      })),
    )
  }
  const several = maps.filter((at) => get(value, at).length > 1)
  if (several.length > 0) {
    changes.push(
      fc.tuple(fc.constantFrom(...several), fc.nat()).map(([at, n]) => ({
        next: set(value, at, (map) => Object.fromEntries(without(Object.entries(map as object), n))),
        path: at,
        kind: 'removed',
      })),
    )
  }
  const add = (
    paths: Path[],
    kind: Change['kind'],
    edit: (list: unknown[], n: number, m: number, entry: unknown) => unknown[],
  ) => {
    if (paths.length === 0) return
    changes.push(
      fc.tuple(fc.constantFrom(...paths), fc.nat(), fc.nat(), newEntry).map(([at, n, m, entry]) => ({
        next: set(value, at, (list) => edit(list as unknown[], n, m, entry)),
        path: at,
        kind,
      })),
    )
  }
  add(lists, 'inserted', (list, n, _m, entry) => list.toSpliced(n % (list.length + 1), 0, entry))
  add(filled, 'removed', without)
  add(long, 'moved', (list, n, m) => without(list, n).toSpliced(m % list.length, 0, list[n % list.length]))
  return fc.oneof(...changes)
}

const without = <Entry>(list: Entry[], n: number) => list.toSpliced(n % list.length, 1)

function get(value: unknown, at: Path): { length: number } {
  const found = at.reduce<unknown>((part, key) => (part as Record<string | number, unknown>)[key], value)
  return Array.isArray(found) ? found : { length: Object.keys(found as object).length }
}

function set(value: unknown, [key, ...rest]: Path, change: (part: unknown) => unknown): unknown {
  if (key === undefined) return change(value)
  if (Array.isArray(value)) return value.map((part: unknown, at) => (at === key ? set(part, rest, change) : part))
  return Object.fromEntries(
    Object.entries(value as object).map(([each, part]) => [each, each === key ? set(part, rest, change) : part]),
  )
}

/** The lines above and below those of the value at this path, which no change of it may touch. */
function linesAround(text: string, at: Path): { above: string; below: string } {
  const document = parseDocument(text, { keepSourceTokens: true })
  const parent = at.length === 0 ? undefined : document.getIn(at.slice(0, -1), true)
  const pair = isMap(parent) ? parent.items.find(({ key }) => String(key) === at.at(-1)) : undefined
  const node = document.getIn(at, true) as Node | null
  // An empty entry has no place of its own.
  if (!pair && node?.range && node.range[0] === node.range[1]) return linesAround(text, at.slice(0, -1))
  const start = (isNode(pair?.key) ? pair.key.range?.[0] : undefined) ?? node?.range?.[0] ?? 0
  const lastOf = (part: unknown): number => {
    if ((isMap(part) || isSeq(part)) && !part.flow && part.items.length > 0) return lastOf(part.items.at(-1))
    if (isPair(part)) return Math.max(lastOf(part.value), (part.key as Node).range?.[1] ?? 0)
    return isNode(part) ? (part.range?.[1] ?? 0) : 0
  }
  const end = Math.max(lastOf(node), start + 1)
  const above = text.slice(0, text.lastIndexOf('\n', start - 1) + 1)
  const lineEnd = text.indexOf('\n', text[end - 1] === '\n' ? end - 1 : end)
  // A line break is added at the end of the file where it is missing.
  return { above, below: lineEnd === -1 ? '' : text.slice(lineEnd + 1).replace(/(?<=.)$/, '\n') }
}

const inked = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

/** The lines of the first text that the second one does not have. */
function missing(text: string, other: string): string[] {
  const left = inked(other)
  return inked(text).filter((line) => {
    const at = left.indexOf(line)
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

test('there are layouts enough', () => {
  expect(Object.keys(yamlLayouts).length).toBeGreaterThanOrEqual(37)
  expect(shipped.length).toBeGreaterThan(25)
})

test.each(texts)('%s: without a change, byte for byte the same', (_name, text) => {
  expect(editYaml(text, () => parseYaml(text).value)).toBe(text)
})

test.each(texts)('%s: any one change is made in its place, and no other line differs', (_name, text) => {
  const { value } = parseYaml(text)
  fc.assert(
    fc.property(changeOf(value), ({ next, path: at, kind }) => {
      const edited = editYaml(text, () => next)
      // Undefined would be a rewrite of the whole text.
      if (edited === undefined) expect.fail(`Not edited in its place: ${JSON.stringify({ at, kind, next })}`)
      expect(parseYaml(edited).value).toEqual(next)
      if (isDeepStrictEqual(next, value)) return
      const { above, below } = linesAround(text, at)
      const report = JSON.stringify({ at, kind })
      expect(edited.startsWith(above), `${report}\n${edited}`).toBe(true)
      expect(edited.endsWith(below), `${report}\n${edited}`).toBe(true)
      if (!hasOwnLines(text, at)) return
      if (kind === 'inserted' || kind === 'moved') expect(missing(text, edited), report).toEqual([])
      if (kind === 'removed' || kind === 'moved') expect(missing(edited, text), report).toEqual([])
    }),
    { numRuns: RUNS },
  )
})

/** True for a block list or map whose first entry has a line of its own. */
function hasOwnLines(text: string, at: Path) {
  const node = parseDocument(text, { keepSourceTokens: true }).getIn(at, true)
  if (!(isMap(node) || isSeq(node)) || node.flow || node.items.length < 2) return false
  const start = node.range?.[0] ?? 0
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === ''
}
