import { expect, test } from 'vitest'
import { bindLastWords } from './bind-last-words.ts'

test('fewer than three words: as they are', () => {
  expect(bindLastWords('')).toBe('')
  expect(bindLastWords('Cable compounds')).toBe('Cable compounds')
})

test('last two words wider than a phone: as they are', () => {
  const text = 'Tests of crosslinkable polyethylenes'
  expect(bindLastWords(text)).toBe(text)
})

test('three words or more: the last space does not break', () => {
  expect(bindLastWords('Every layer of the cable')).toBe('Every layer of the\u00a0cable')
})
