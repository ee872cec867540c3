import { expect, test } from 'vitest'
import { splitFirstSentence } from './quality-control-section.tsx'

test.each([
  ['no full stop: all of it', 'Melt flow of every lot', 'Melt flow of every lot', ''],
  ['one sentence: all of it', 'Every lot is tested.', 'Every lot is tested.', ''],
  ['two sentences: split between them', 'On the line. Torque is logged.', 'On the line.', ' Torque is logged.'],
  ['a decimal point: no end', 'Density of 0.92 is held. Always.', 'Density of 0.92 is held.', ' Always.'],
  [
    'an abbreviation before a small letter: no end',
    'Kept approx. five years. Dry.',
    'Kept approx. five years.',
    ' Dry.',
  ],
  ['a closing quotation mark: belongs to the sentence', '“Tested.” Then sent.', '“Tested.”', ' Then sent.'],
  ['a line break: ends like a space', 'At dispatch.\nA certificate.', 'At dispatch.', '\nA certificate.'],
  ['Devanagari: ends at the danda', 'जाँच होती है। फिर भेजा जाता है।', 'जाँच होती है।', ' फिर भेजा जाता है।'],
])('%s', (_, text, first, rest) => {
  expect(splitFirstSentence(text)).toEqual({ first, rest })
})
