import { describe, expect, test } from 'vitest'
import { allowedErrors, termsIn, wordsIn } from './split-words.ts'

const terms = (text: string) => Array.from(termsIn(text), ({ term }) => term)

describe('a name with digits: one term, however it is written', () => {
  test.each([
    ['PV 90 S', 'pv90s'],
    ['PV90S', 'pv90s'],
    ['pv-90-s', 'pv90s'],
    ['PV 90\u00a0S', 'pv90s'],
    ['IS 5831', 'is5831'],
    ['IS5831:1984', 'is5831'],
    ['IEC 60502-1', 'iec605021'],
    ['IEC 60502-1', 'iec60502'],
    ['FY 2024-25', 'fy202425'],
    ['3.5 kV', '3.5kv'],
    ['MGT-7', 'mgt7'],
    ['1,23,456', '123456'],
    ['60,000', '60000'],
    ['+91 98765 43210', '9876543210'],
    ['+91 98765 43210', '919876543210'],
    ['3,5 kV', '3,5kv'],
  ])('%s: %s', (text, term) => {
    expect(terms(text)).toContain(term)
  })
})

describe('words of a sentence: not written together', () => {
  test.each([
    ['the 3 companies', ['3', 'companies']],
    ['in 2024 and 2025', ['2024', '2025']],
    ['grade 90', ['grade', '90']],
    ['PV 90, S', ['pv', 'pv90', '90', 's']],
    ['cable, 90 tonnes', ['cable', '90', 'tonnes']],
  ])('%s', (text, expected) => {
    expect(terms(text)).toEqual(expected)
  })
})

test('hyphens: the words and both together', () => {
  expect(terms('Whistle-blower')).toEqual(['whistle', 'whistleblower', 'blower'])
})

test.each([
  ['दिल्ली में केबल', ['दिल्ली', 'में', 'केबल']],
  ['क्\u200dष', ['क्ष']],
  ['Die Prüfung der Straße', ['die', 'prufung', 'der', 'strasse']],
  ["the company's own", ['companys', 'own']],
  ['com\u00adpound', ['compound']],
])('letters of all scripts: %s', (text, expected) => {
  expect(terms(text)).toEqual(expected)
})

test('the place of a word: that of its letters in the text', () => {
  const text = 'Straße: PV 90 S'
  expect(wordsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(['Straße', 'PV', '90', 'S'])
})

test('a word of 100,000 letters, and a text of as many hyphens: short terms, in little time', () => {
  expect(terms('x'.repeat(100_000))).toEqual(['x'.repeat(40)])
  const start = performance.now()
  expect(terms('a-'.repeat(50_000)).length).toBeLessThan(200_000)
  expect(performance.now() - start).toBeLessThan(5_000)
})

test.each([
  ['cabl', 0],
  ['cable', 1],
  ['compounds', 2],
  ['pv90s', 0],
  ['is5831', 0],
  ['दिल्ली', 0],
])('errors that are allowed in %s: %d', (word, count) => {
  expect(allowedErrors(word)).toBe(count)
})
