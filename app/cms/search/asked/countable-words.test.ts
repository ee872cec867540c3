import { expect, test } from 'vitest'
import { countableWords } from './countable-words.ts'

test.each([
  ['Whistle-Blower', 'whistle blower'],
  ['  PV 90 S ', 'pv 90 s'],
  ['Écran?', 'ecran'],
  ['वार्षिक रिपोर्ट', 'वार्षिक रिपोर्ट'],
  ['12345', '12345'],
  ['a'.repeat(40), 'a'.repeat(40)],
])('%s: counted as %s', (question, words) => {
  expect(countableWords(question)).toBe(words)
})

test.each([
  ['an e-mail address', 'a@b.example'],
  ['an e-mail address in wide letters', 'a＠b.example'],
  ['six digits in a row', '987654'],
  ['six digits with spaces and letters between them', '98 76 x 54'],
  ['six Devanagari digits', '९८७६५४'],
  ['41 characters', 'a'.repeat(41)],
  ['40 characters that are more in plain letters', '㏿'.repeat(40)],
  ['no word', '?!'],
  ['nothing', ''],
])('%s: not counted', (_, question) => {
  expect(countableWords(question)).toBeUndefined()
})
