import { expect, test } from 'vitest'
import { withArticle, countOf, enumerate, spanOfDays } from './words.ts'

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

test.each([
  ['article', 'an article'],
  ['plain page', 'a plain page'],
])('a noun with its article: %s, %s', (noun, expected) => {
  expect(withArticle(noun)).toBe(expected)
})

test.each([
  [365, '1 year'],
  [366, '1 year'],
  [1096, '3 years'],
  [2922, '8 years'],
  [30, '30 days'],
  [400, '400 days'],
])('%i days in words: %s', (days, words) => {
  expect(spanOfDays(days)).toBe(words)
})
