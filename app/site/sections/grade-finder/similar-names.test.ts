import { expect, test } from 'vitest'
import { similarNames } from './similar-names.ts'

const NAMES = ['XL 33 P', 'XL 11 S', 'PV 90 S', 'PV 90 L', 'DC 288']

test.each([
  ['xl33b', ['XL 33 P']],
  ['PV 90', ['PV 90 S', 'PV 90 L']],
  ['dc-28', ['DC 288']],
  ['zzzz', []],
  ['PV', []],
  ['sheath of a cable for the mine', []],
])('%s: %j', (typed, expected) => {
  expect(similarNames(typed, NAMES)).toEqual(expected)
})
