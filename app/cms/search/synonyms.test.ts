import { expect, test } from 'vitest'
import { synonymsOf } from './synonyms.ts'

const synonyms = synonymsOf([
  ['colour', 'Color'],
  ['XLPE', 'cross-linked'],
  ['AGM', 'annual general meeting'],
  ['whistleblower', 'whistle blower'],
  ['LS 0H', 'LSZH'],
  ['meeting', 'assembly'],
  ['meeting', 'gathering'],
  ['वार्षिक', 'varshik'],
  ['', '!'],
])

test.each([
  ['colour', [['color']]],
  ['color', [['colour']]],
  ['xlpe', [['crosslinked'], ['cross', 'linked']]],
  ['crosslinked', [['xlpe']]],
  ['agm', [['annual', 'general', 'meeting']]],
  ['annual general meeting', [['agm']]],
  ['whistle blower', [['whistleblower']]],
  ['ls0h', [['lszh']]],
  ['meeting', [['assembly'], ['gathering']]],
  ['varshik', [['वार्षिक']]],
])('%s: %j', (words, others) => {
  expect(synonyms.of(words)).toEqual(others)
})

test.each(['zebra', '', '!', 'general'])('%j: none', (words) => {
  expect(synonyms.of(words)).toBeUndefined()
})
