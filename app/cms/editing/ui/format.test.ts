import { expect, test } from 'vitest'
import { countOf, enumerate, formatTime } from './format.ts'

const now = new Date('2026-11-20T06:30:00Z')

test.each([
  ['2026-11-20T06:12:00Z', 'Today, 11:42'],
  // 23:59 and 00:00 in India.
  ['2026-11-19T18:29:59Z', '19 Nov, 23:59'],
  ['2026-11-19T18:30:00Z', 'Today, 00:00'],
  ['2025-10-02T03:50:00Z', '2 Oct 2025, 09:20'],
])('the time %s: %s', (iso, words) => {
  expect(formatTime(iso, now)).toBe(words)
})

test.each([
  [0, '0 slides'],
  [1, '1 slide'],
  [1200, '1,200 slides'],
])('%i: %s', (count, words) => {
  expect(countOf(count, 'slide')).toBe(words)
})

test.each([
  [[], ''],
  [['Title'], 'Title'],
  [['Title', 'Text', 'Image'], 'Title, Text and Image'],
  [['Title', 'Text', 'Image', 'Link', 'Alt'], 'Title, Text, Image and 2 more'],
])('%j, at most three named: %s', (words, sentence) => {
  expect(enumerate(words, 3)).toBe(sentence)
})

test.each([
  ['policy', '2 policies'],
  ['key', '2 keys'],
])('two of %s: %s', (noun, words) => {
  expect(countOf(2, noun)).toBe(words)
})
