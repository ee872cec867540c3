import { expect, test } from 'vitest'
import { otherForms } from './english-forms.ts'

test.each([
  ['policy', 'policies'],
  ['cable', 'cables'],
  ['report', 'reports'],
  ['branch', 'branches'],
  ['box', undefined],
  ['boxes', 'box'],
  ['process', 'processes'],
  ['bus', undefined],
  ['status', 'statuses'],
])('%s: %s, and back', (one, other) => {
  expect(otherForms(one)).toEqual(other === undefined ? [] : [other])
})

test.each([
  ['policies', 'policy'],
  ['cables', 'cable'],
  ['processes', 'process'],
])('%s: %s', (many, one) => {
  expect(otherForms(many)).toEqual([one])
})

test('-ise and -ize, in both numbers', () => {
  expect(otherForms('stabilizer')).toEqual(['stabilizers', 'stabiliser', 'stabilisers'])
  expect(otherForms('familiarisation')).toContain('familiarization')
})

test.each(['दिल्ली', 'pv90s', 'is', 'süß'])('%s, which is no English word: none', (word) => {
  expect(otherForms(word)).toEqual([])
})
