import { expect, test } from 'vitest'
import { rewriteYaml } from './rewrite-yaml.ts'
import { MAX_YAML_BYTES, parseYaml, YamlParseError } from './yaml-document.ts'

function faultOf(text: string): YamlParseError {
  try {
    parseYaml(text)
  } catch (error) {
    if (error instanceof YamlParseError) return error
    throw error
  }
  throw new Error('The text was accepted')
}

test.each([
  ['a broken line', 'title: Cable\n\nlist: [1, 2\nmore: 3\n', { line: 4 }],
  ['an alias', 'a: &x [1, 2]\nb: *x\n', { line: 1, column: 7 }],
  ['a custom tag', 'a: 1\nb: !run rm\n', { line: 2 }],
  ['a core tag', 'a: !!str 1\n', { line: 1 }],
  ['a __proto__ key', 'a: 1\nb:\n  __proto__:\n    admin: true\n', { line: 3, column: 3 }],
  ['a duplicate key', 'a: 1\na: 2\n', { line: 2, column: 1 }],
  ['two documents', 'a: 1\n---\nb: 2\n', { line: 2 }],
])('%s: refused with its place', (_name, text, position) => {
  expect(faultOf(text).position).toMatchObject(position)
})

test.each([
  ['a set', 'a: 1\nb: !!set\n  ? x\n  ? y\n', { line: 3 }],
  ['an ordered map', 'a: !!omap\n  - x: 1\n', { line: 2 }],
  ['a block map', 'a: !!map\n  b: 1\n', { line: 2 }],
  ['a flow map', 'a: 1\nb: !!map {c: 1}\n', { line: 2, column: 10 }],
  ['a list', 'a: !!seq [1]\n', { line: 1 }],
  ['a list entry', '- !!str a\n', { line: 1 }],
  ['a map in a list', '- a: 1\n- !!map\n  b: 1\n', { line: 3 }],
  ['an empty value', 'a: !!null\n', { line: 1 }],
  ['a key', '!!str a: 1\n', { line: 1 }],
  ['a whole file', '--- !!map\na: 1\n', { line: 2 }],
  ['a pair in a flow list', 'a: [!!map {b: 1}]\n', { line: 1 }],
  ['a value, not specific', 'a: ! b\n', { line: 1 }],
  ['a value, in full', 'a: !<tag:yaml.org,2002:str> b\n', { line: 1 }],
  ['a value, with a prefix of its own', '%TAG !e! tag:example.com,2000:\n---\na: !e!b {c: 1}\n', { line: 3 }],
])('a tag on %s: refused with its place', (_name, text, position) => {
  expect(faultOf(text)).toMatchObject({ message: expect.stringMatching(/[Tt]ag/) as string, position })
})

test.each([
  ['a block map', 'a: &x\n  b: 1\n', { line: 2 }],
  ['a flow map', 'a: &x {b: 1}\n', { line: 1, column: 7 }],
  ['a list', 'a: &x\n  - b\n', { line: 2 }],
  ['a text', 'a: &x b\n', { line: 1 }],
  ['a block text', 'a: &x |\n  b\n', { line: 1 }],
  ['a key', '&x a: 1\n', { line: 1 }],
  ['an empty value', 'a: &x\nb: 1\n', { line: 1 }],
  ['a map in a list', '- &x a: 1\n', { line: 1 }],
  ['a map below its dash', '- &x\n  a: 1\n', { line: 2 }],
  ['a whole file', '&x\na: 1\n', { line: 2 }],
  ['a whole file after its start', '--- &x\na: 1\n', { line: 2 }],
])('an anchor on %s: refused with its place', (_name, text, position) => {
  expect(faultOf(text)).toMatchObject({ message: expect.stringContaining('Anchors') as string, position })
})

test('an alias or a map as a key: refused with its place', () => {
  const fault = { message: 'A key must be a text', position: { line: 2 } }
  expect(faultOf('a: 1\n*x : 2\n')).toMatchObject(fault)
  expect(faultOf('a: 1\n{b: 1}: 2\n')).toMatchObject(fault)
})

test('a second %YAML line: refused with its place', () => {
  expect(faultOf('%YAML 1.2\n%YAML 1.2\n---\na: 1\n').position).toEqual({ line: 2, column: 1 })
  expect(parseYaml('%YAML 1.2\n---\na: 1\n').value).toEqual({ a: 1 })
})

test('an alias bomb: refused before it is expanded', () => {
  const levels = Array.from({ length: 12 }, (_, n) => `l${n + 1}: &l${n + 1} [${Array(10).fill(`*l${n}`).join(', ')}]`)
  expect(faultOf(`l0: &l0 x\n${levels.join('\n')}\n`).message).toContain('aliases')
})

test('more than 4 MB: refused', () => {
  expect(faultOf(`a: ${'x'.repeat(MAX_YAML_BYTES)}`).message).toBe('The file is larger than 4 MB')
})

test.each([
  ['brackets', '['.repeat(3_000_000), 'The file is nested too deeply'],
  ['blocks', '- '.repeat(250_000), 'The file is nested too deeply'],
  ['a list of a million entries', `a:\n${'- x\n'.repeat(950_000)}`, 'The file has too many entries'],
  ['a list on one line', `[${'1,'.repeat(1_900_000)}]`, 'The file has too many entries'],
])('nothing but %s: refused before it is built', (_name, text, message) => {
  expect(faultOf(text).message).toBe(message)
})

test('the place of what is too much: its line', () => {
  expect(faultOf(`title: Cable\n\nlist: ${'['.repeat(100)}\n`).position).toEqual({ line: 3, column: 1 })
})

test('many keys: compared by their names, not each with each', () => {
  const keys = Array.from({ length: 20_000 }, (_, n) => `k${n}: 1`).join('\n')
  expect(faultOf(`${keys}\nk9000: 2\n`)).toMatchObject({
    message: 'This key occurs more than once',
    position: { line: 20_001 },
  })
})

test('a path into the document: its line and column', () => {
  const { locate } = parseYaml('title: Cables\nproducts:\n  - name: XLPE\n  - name: PVC\n')
  const paths = [
    ['products', 1, 'name'],
    ['products', 1, 'missing'],
  ]
  expect(locate(paths)).toEqual([
    { line: 4, column: 11 },
    { line: 4, column: 5 },
  ])
})

const handWritten = `# Shown at the top of the home page.
title: "Three layers" # keep it short

# The order is the order on the page.
slides:
  - _id: power
    title: |-
      The layer
      between
    link: /products

  # For pipelines.
  - _id: pipe # coated
    title: Pipe
    link: /products/pipe
`

function parsed(text: string) {
  return parseYaml(text).value
}

test('nothing changed: the text stays byte for byte', () => {
  expect(rewriteYaml(handWritten, parsed(handWritten))).toBe(handWritten)
})

test('one value changed: only its line differs', () => {
  const { slides, ...rest } = parsed(handWritten) as { slides: object[] }
  const next = { ...rest, slides: [slides[0], { ...slides[1], title: 'Coated pipe' }] }
  expect(rewriteYaml(handWritten, next)).toBe(handWritten.replace('title: Pipe', 'title: Coated pipe'))
})

test.each(["a: 'one' # here\n", 'a: "one" # here\n', 'a: one # here\n'])(
  '%j with another text: its quotes stay',
  (text) => {
    expect(rewriteYaml(text, { a: 'two' })).toBe(text.replace('one', 'two'))
  },
)

test('entries reordered: each keeps its comments', () => {
  const { slides, ...rest } = parsed(handWritten) as { slides: unknown[] }
  const text = rewriteYaml(handWritten, { ...rest, slides: [...slides].reverse() })
  expect(parsed(text)).toEqual({ ...rest, slides: [...slides].reverse() })
  expect(text).toContain('slides:\n  # For pipelines.\n  - _id: pipe # coated\n')
  expect(text).toContain('products/pipe\n\n  - _id: power\n')
})

test('an entry without _id removed from the middle: the others keep their comments', () => {
  const text = 'list:\n  - one # 1\n  - two # 2\n  - three # 3\n'
  expect(rewriteYaml(text, { list: ['one', 'three'] })).toBe('list:\n  - one # 1\n  - three # 3\n')
})

test('keys added and removed: the order of the others stays', () => {
  expect(rewriteYaml('b: 1\na: 2\nc: 3\n', { a: 2, b: 1, d: 4 })).toBe('b: 1\na: 2\nd: 4\n')
})

test.each([
  'yes',
  'null',
  '1.0',
  '# no comment',
  'a: b',
  ' padded ',
  'line\nbreak',
  '- dash',
  "it's",
  '"q"',
  '…',
  '🙂',
  '&x',
  '*x',
  '!x',
  '',
])('a text that looks like YAML (%j): read back as it was', (value) => {
  expect(parsed(rewriteYaml('title: plain\nother: |-\n  block\n  text\n', { title: value, other: value }))).toEqual({
    title: value,
    other: value,
  })
})

test('a list with more entries than a list may have: rewritten in linear time', () => {
  const entries = Array.from({ length: 10_000 }, (_, n) => ({ _id: `e${n}`, title: `Entry ${n}` }))
  const text = rewriteYaml('entries: []\n', { entries })
  const next = { entries: entries.toReversed() }
  expect(parsed(rewriteYaml(text, next))).toEqual(next)
})
