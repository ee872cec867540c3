import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { isRecord } from '#app/cms/content/compare/content-words.ts'
import * as YAML from 'yaml'
import { stringify, type ToStringOptions } from 'yaml'
import { parseByEntries, parseLongYaml, prepareLongYaml, rewriteByEntries, rewriteLongYaml } from './long-yaml.ts'
import * as whole from './yaml-document.ts'

const RUNS = Number(process.env['YAML_RUNS'] ?? 120)

const PLAIN = { noNullPrototype: true } as const

const word = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    '- a',
    '# a',
    'a: b',
    'a\n- b\n# c\n',
    '\n\na\n\n',
    'a\n  - b',
    ' a',
    '---',
    'é 🙂',
    'true',
    '1.0',
    '[a',
    '"',
  ),
  fc.string({ maxLength: 12 }).filter((text) => !/[^\n -~]/.test(text)),
)
const leaf = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null))
const { entry } = fc.letrec((tie) => ({
  entry: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.record({ _id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), title: word, text: word }, PLAIN),
    fc.array(tie('entry'), { maxLength: 3 }),
    fc.record({ list: fc.array(tie('entry'), { maxLength: 3 }), text: word }, PLAIN),
  ),
}))
const content = fc.record(
  {
    title: word,
    items: fc.array(entry, { minLength: 1, maxLength: 8 }),
    about: fc.record({ list: fc.array(entry, { maxLength: 6 }), note: word }, PLAIN),
  },
  PLAIN,
)

/** A text as the yaml library writes it, in one of its styles, with comments and blank lines added to it. */
const written = fc
  .record({
    value: content,
    style: fc.record<Required<Pick<ToStringOptions, 'indentSeq' | 'blockQuote' | 'lineWidth'>> & { indent: number }>({
      indent: fc.constantFrom(2, 4),
      indentSeq: fc.boolean(),
      blockQuote: fc.constantFrom<(boolean | 'literal' | 'folded')[]>(true, false, 'literal', 'folded'),
      lineWidth: fc.constantFrom(0, 20),
    }),
    added: fc.array(
      fc.tuple(fc.nat(60), fc.constantFrom('', '# note', '  # note', '    # note', '      # note', '  ')),
      { maxLength: 3 },
    ),
  })
  .map(({ value, style, added }) => {
    const lines = stringify(value, style).split('\n')
    for (const [at, line] of added) lines.splice(at % lines.length, 0, line)
    return lines.join('\n')
  })

/** Such a text with characters changed: mostly not valid YAML, or YAML with another value. */
const damaged = fc
  .tuple(
    written,
    fc.array(
      fc.tuple(
        fc.nat(400),
        fc.nat(2),
        fc.constantFrom(
          '',
          '- ',
          '\n',
          '  ',
          '#',
          ' #',
          ':',
          '"',
          "'",
          '|',
          '>+',
          '[',
          '{',
          '}',
          '&a ',
          '*a',
          '!t ',
          '\t',
          '---\n',
          '%',
          '?',
        ),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([text, changes]) =>
    changes.reduce(
      (now, [at, removed, added]) =>
        now.slice(0, at % (now.length + 1)) + added + now.slice((at % (now.length + 1)) + removed),
      text,
    ),
  )

test('any text, also a damaged one: if it can be parsed by entries, it says the same as when parsed as a whole', () => {
  let cuts = 0
  fc.assert(
    fc.property(fc.oneof(written, damaged), (text) => {
      const parsed = parseByEntries(text)
      if (!parsed) return
      cuts += 1
      expect(parsed.value).toEqual(whole.parseYaml(text).value)
    }),
    { numRuns: RUNS },
  )
  // About a third of the texts can be parsed by entries.
  expect(cuts).toBeGreaterThan(RUNS / 6)
})

test('any text and any next content: rewritten by entries it says that content', async () => {
  let cuts = 0
  await fc.assert(
    fc.asyncProperty(written, content, fc.nat(3), async (text, other, from) => {
      let value: Record<string, unknown>
      try {
        value = whole.parseYaml(text).value as typeof value
      } catch {
        // Not valid: a comment was added in the middle of a text value.
        return
      }
      const next = mixed(value, other, from)
      const rewritten = await rewriteByEntries(text, next)
      if (rewritten === undefined) return
      cuts += 1
      expect(whole.parseYaml(rewritten).value).toEqual(next)
    }),
    { numRuns: RUNS },
  )
  expect(cuts).toBeGreaterThan(RUNS / 3)
})

/** The content `value` with entries of `other` in its lists, and its own entries in another order. */
function mixed(value: unknown, other: unknown, from: number): unknown {
  if (Array.isArray(value))
    return [...value.slice(from), ...(Array.isArray(other) ? other.slice(from) : []), ...value.slice(0, from)]
  if (!isRecord(value)) return from > 1 && other !== undefined ? other : value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, mixed(part, isRecord(other) ? other[key] : undefined, from)]),
  )
}

const entryOf = (n: number) => ({ _id: `e${n}`, title: `Entry ${n}` })
const long = (count: number) => `# Pictures.
title: Gallery
items:
${Array.from({ length: count }, (_, n) => `  # Number ${n}.\n  - _id:   e${n} # the id\n    title: "Entry ${n}"\n`).join('\n')}  # The end.
note: Below
`

test('one of many entries changed: no other line differs, not even its spaces', async () => {
  const text = long(3_000)
  const items = Array.from({ length: 3_000 }, (_, n) => (n === 2_000 ? { ...entryOf(n), title: 'Other' } : entryOf(n)))
  const lines = text.split('\n')
  const at = lines.indexOf('    title: "Entry 2000"')
  const rewritten = (await rewriteLongYaml(text, { title: 'Gallery', items, note: 'Below' })).split('\n')
  expect(rewritten.splice(at - 1, 2)).toEqual(['  - _id:   e2000 # the id', '    title: "Other"'])
  expect(rewritten).toEqual(lines.toSpliced(at - 1, 2))
})

test('entries added, moved and removed: each keeps its comment, and a blank line stays between them', async () => {
  const text = long(3_000)
  const items = [entryOf(-1), ...Array.from({ length: 2_999 }, (_, n) => entryOf(n)).toReversed()]
  const rewritten = await rewriteLongYaml(text, { title: 'Gallery', items, note: 'Below' })
  expect(rewritten).toContain(
    'items:\n  # Number 0.\n  - _id: e-1\n    title: Entry -1\n\n  # Number 2998.\n  - _id:   e2998 # the id\n',
  )
  expect(rewritten).toMatch(/\n\n {2}- _id: {3}e0 # the id\n.*\n {2}# The end\.\nnote: Below\n$/)
})

test('a list that is emptied, and a list in flow style: not rewritten by entries', async () => {
  const emptied = { title: 'Gallery', items: [], note: 'Below' }
  expect(whole.parseYaml(await rewriteLongYaml(long(3_000), emptied)).value).toEqual(emptied)
  const flow = `items: [${'{ _id: a }, '.repeat(3_000)}]\n`
  expect(await rewriteLongYaml(flow, { items: [{ _id: 'b' }] })).toBe('items: [{ _id: b }, ]\n')
})

test('a fault in a long list: its message and place are those of the whole text', () => {
  const text = long(3_000).replace('    title: "Entry 2000"', '    title: "Entry 2000')
  expect(() => parseLongYaml(text)).toThrow(whole.YamlParseError)
  const { locate } = parseLongYaml(long(3_000))
  const paths = [['items', 2_000, 'title']]
  expect(locate(paths)).toEqual(whole.parseYaml(long(3_000)).locate(paths))
})

test('4,000 entries: parsed and rewritten in slices, between which other work has its turn', async () => {
  const text = long(4_000)
  let turns = 0
  const ticking = setInterval(() => (turns += 1), 0)
  await prepareLongYaml(text)
  expect(turns).toBeGreaterThan(5)
  turns = 0
  const items = Array.from({ length: 4_000 }, (_, n) => ({ ...entryOf(n), title: 'Other' }))
  await rewriteLongYaml(text, { title: 'Gallery', items, note: 'Below' })
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(5)
})

test('one of 10,000 entries changed: only that one is parsed again', async () => {
  const text = long(10_000)
  parseLongYaml(text)
  const parse = vi.spyOn(YAML.Parser.prototype, 'end')
  const rewritten = await rewriteLongYaml(text, { ...(parseLongYaml(text).value as object), title: 'Pictures' })
  parseLongYaml(rewritten.replace('Entry 77"', 'Seventy-seven"'))
  // Only the lines around the entries and the changed entry are parsed, for each text.
  expect(parse.mock.calls.length).toBeLessThan(10)
})
