import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { yamlLayouts } from '#test/yaml-layouts.ts'
import { contentFormat } from './content-file.ts'
import { YamlParseError } from './yaml-document.ts'

const contentDir = path.resolve(import.meta.dirname, '../../../../content')
const shipped = readdirSync(contentDir, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:yaml|md)$/.test(file) && file !== 'README.md')
  .map((file): [string, string] => [file, readFileSync(path.join(contentDir, file), 'utf8')])
const files: [string, string][] = [
  ...Object.entries(yamlLayouts).map(([name, text]): [string, string] => [`${name}.yaml`, text]),
  ...shipped,
]

const editors: [string, (text: string) => string][] = [
  ['Windows', (text) => text.replaceAll('\n', '\r\n')],
  ['Windows with a byte order mark', (text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`],
  ['a byte order mark alone', (text) => `\uFEFF${text}`],
  ['an old Mac', (text) => text.replaceAll('\n', '\r')],
]

const positionsOf = (file: string, text: string, keys: string[]) =>
  contentFormat(file)
    .parse(text)
    .locate(keys.map((key) => [key]))

test.each(editors)('as an editor of %s writes them: all files say the same at the same places', (_name, written) => {
  for (const [file, text] of files) {
    const { value } = contentFormat(file).parse(text)
    const keys = Object.keys(value as object)
    expect(contentFormat(file).parse(written(text)).value, file).toEqual(value)
    expect(positionsOf(file, written(text), keys), file).toEqual(positionsOf(file, text, keys))
  }
})

test.each(editors)('as an editor of %s writes them: all files keep that when they are saved', (_name, written) => {
  for (const [file, text] of files) {
    const { parse, rewrite } = contentFormat(file)
    const value = parse(text).value as object
    expect(rewrite(written(text), value), file).toBe(written(text))
    const next = { ...value, last: 'two\nlines', ...('body' in value && { body: 'two\n\nparagraphs' }) }
    expect(rewrite(written(text), next), file).toBe(written(rewrite(text, next)))
  }
})

test('line ends of two kinds: left as they are without a change, and all of the more frequent kind after one', () => {
  const { parse, rewrite } = contentFormat('a.yaml')
  const text = 'a: 1\r\nb: |\r\n  one\n  two\r\nc: 3\n'
  expect(parse(text).value).toEqual({ a: 1, b: 'one\ntwo\n', c: 3 })
  expect(rewrite(text, { a: 1, b: 'one\ntwo\n', c: 3 })).toBe(text)
  expect(rewrite(text, { a: 2, b: 'one\ntwo\n', c: 3 })).toBe('a: 2\r\nb: |\r\n  one\r\n  two\r\nc: 3\r\n')
})

test.each([
  ['a.yaml', 'a: 1\nb: *x\n', { line: 2, column: 4 }],
  ['a.md', '---\na: 1\nb: *x\n---\n\nText\n', { line: 3, column: 4 }],
])('a fault in %s: the same place for all line ends', (file, text, position) => {
  for (const [, written] of editors) {
    expect(() => contentFormat(file).parse(written(text))).toThrow(expect.objectContaining({ position }))
  }
})

test.each([
  ['a vertical tab', 'a: 1\nb: "x"\u000b\nc: 2\n', 'U+000B at column 7'],
  ['a next line', 'a: 1\nb: [x]\u0085c\n', 'U+0085 at column 7'],
  ['a space without a break', 'a: 1\n\u00a0b\nc: 2\n', 'U+00A0 at column 1'],
  ['a space without a width', 'a: 1\nb: "x"\u200b\n', 'U+200B at column 7'],
])('a fault beside %s, which no editor shows: named with its place', (_name, text, named) => {
  const fault = faultOf(text)
  expect(fault.message).toContain(`invisible character ${named}`)
})

test('a fault in a line of plain characters, a tab among them: no character is named', () => {
  expect(faultOf('a: 1\nb: "x" y\tz 👩‍👧 “é”\n').message).not.toContain('character')
})

function faultOf(text: string) {
  try {
    contentFormat('a.yaml').parse(text)
  } catch (error) {
    if (error instanceof YamlParseError) return error
    throw error
  }
  throw new Error('The text was accepted')
}
