import { expect, test } from 'vitest'
import { markWords, type Mark } from './mark-words.ts'

const plenty = () => ({ steps: 1_000_000 })

/** Changed pieces in brackets. */
function shown(marks: Mark[]) {
  return marks.map(({ kind, text }) => (kind === 'changed' ? `[${text}]` : kind === 'skipped' ? '…' : text)).join('')
}

test.each([
  [
    'one word',
    'made in Goa since 2002',
    'made in Pune since 2002',
    'made in [Goa] since 2002',
    'made in [Pune] since 2002',
  ],
  ['words next to each other', 'a very old plant', 'a quite new plant', 'a [very old] plant', 'a [quite new] plant'],
  ['words put in', 'cable compounds', 'cable and pipe compounds', 'cable compounds', 'cable [and pipe ]compounds'],
  ['a sign', 'Yes, now', 'Yes; now', 'Yes[,] now', 'Yes[;] now'],
  ['texts with little in common', 'one of two', 'made of steel wires', '[one of two]', '[made of steel wires]'],
  ['another script', 'नमस्ते दुनिया', 'नमस्ते भारत', 'नमस्ते [दुनिया]', 'नमस्ते [भारत]'],
  ['line breaks', 'a\nb', 'a\n\nb', 'a[\n]b', 'a[\n\n]b'],
  ['nothing before', '', 'new', '', '[new]'],
])('%s: marked on both sides', (_, mine, theirs, mineShown, theirsShown) => {
  const marks = markWords(mine, theirs, plenty())
  expect([shown(marks.mine), shown(marks.theirs)]).toEqual([mineShown, theirsShown])
})

test('random edits: both sides stay whole, and what is the same is the same on both', () => {
  const words = ['polymer', 'cable', 'and', 'pipe', 'of', ' ', ', ']
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < 200; round++) {
    const text = Array.from({ length: random(30) }, () => `${words[random(words.length)] ?? ''} `)
    const edited = text.filter(() => random(5) > 0).flatMap((word) => (random(5) ? [word] : [word, 'new ']))
    const { mine, theirs } = markWords(text.join(''), edited.join(''), plenty())
    const whole = (marks: Mark[]) => marks.map((mark) => mark.text).join('')
    const same = (marks: Mark[]) => marks.flatMap(({ kind, text: piece }) => (kind === 'same' ? [piece] : [])).join('')
    expect([whole(mine), whole(theirs)]).toEqual([text.join(''), edited.join('')])
    expect(same(mine)).toBe(same(theirs))
  }
})

test('a long text with one change: the stretches far from it are left out', () => {
  const filler = 'many words that stay as they are '.repeat(100)
  const { mine } = markWords(`${filler}old ${filler}`, `${filler}new ${filler}`, plenty())
  expect(shown(mine)).toMatch(/^….{50,130}\[old\].{50,130}…$/)
})

test('two long texts with nothing in common: coarse marks, for a bounded price', () => {
  const text = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word}${at} same `).join('')
  const budget = { steps: 50_000 }
  const { theirs } = markWords(text('a'), text('b'), budget)
  expect(theirs.filter(({ kind }) => kind === 'changed')).toHaveLength(1)
  expect(budget.steps).toBeGreaterThan(-20_000)
})
