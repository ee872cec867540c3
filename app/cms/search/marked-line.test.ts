import { expect, test } from 'vitest'
import { markedLine } from './marked-line.ts'

const written = (texts: string[], ...terms: string[]) =>
  markedLine(texts, terms)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('')

test('no text: no line', () => {
  expect(markedLine([], ['pvc'])).toEqual([])
})

test('none of the words in the texts: the beginning of the first one', () => {
  expect(written(['Insulation of wires and of all cables of a house', 'Other'], 'pv90s')).toBe(
    'Insulation of wires and of all cables of a house',
  )
})

test('the text with the most of the words, as they are written', () => {
  expect(written(['Sheath', 'The Sheath of PV 90 S, a sheath'], 'sheath', 'pv90s')).toBe(
    'The [Sheath] of [PV 90 S], a [sheath]',
  )
})

test('letters with marks', () => {
  expect(written(['Die Straße nach दिल्ली'], 'strasse', 'दिल्ली')).toBe('Die [Straße] nach [दिल्ली]')
})

test('a long text: cut between words, around the first word', () => {
  const line = written([`${'before '.repeat(100)}needle${' after'.repeat(100)}`], 'needle')
  expect(line).toMatch(/^…(?:before )+\[needle\](?: after)+…$/)
  expect(line.length).toBeLessThan(200)
})

test('a long text without spaces: cut all the same', () => {
  expect(written(['a'.repeat(500)], 'none')).toBe(`${'a'.repeat(180)}…`)
})

test('a few words: with what follows', () => {
  expect(written(['First', 'Sheath', 'Polyethylene', 'Marking'], 'sheath')).toBe('[Sheath] · Polyethylene · Marking')
})
