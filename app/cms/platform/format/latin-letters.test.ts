import { expect, test } from 'vitest'
import { inLatinLetters } from './latin-letters.ts'

test.each([
  ['Łódź Straße Ærø Ørsted', 'lodz-strasse-aero-orsted'],
  ['India’s largest', 'indias-largest'],
  ["the company's plant", 'the-companys-plant'],
  ['được đặt', 'duoc-dat'],
  ['Crème brûlée, 2½ times', 'creme-brulee-21-2-times'],
  ['5 µm film', '5-um-film'],
  ['Dezeg™ – new', 'dezeg-new'],
  ['🎉 Party', 'party'],
])('%s: %s, with all of its letters', (text, words) => {
  expect(inLatinLetters(text)).toEqual({ words, isWhole: true })
})

test.each([
  ['दिवाली', ''],
  ['पॉलिमर नई मशीन Dezeg', 'dezeg'],
  ['كابلات PVC', 'pvc'],
  ['२०२६', ''],
])('%s: “%s”, and letters are left out', (text, words) => {
  expect(inLatinLetters(text)).toEqual({ words, isWhole: false })
})
