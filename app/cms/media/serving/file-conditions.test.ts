import { expect, test } from 'vitest'
import { fileOutcome } from './file-conditions.ts'

test.each([
  ['GET', { status: 206, start: 2, end: 5 }],
  // RFC 9110, 14.2: only GET has ranges.
  ['HEAD', { status: 200, start: 0, end: 10 }],
])('%s with a range', (method, outcome) => {
  const header = (name: string) => (name === 'range' ? 'bytes=2-4' : undefined)
  expect(fileOutcome({ method, header }, { version: 'v', size: 10, modified: 0 })).toEqual(outcome)
})
