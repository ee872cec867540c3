import { expect, test } from 'vitest'
import { z } from 'zod'
import { jsonText } from './json-text.ts'

test('JSON as editors of Windows write it, with a byte order mark and CRLF: read', () => {
  expect(jsonText(z.object({ a: z.number() })).parse('\uFEFF{\r\n  "a": 1\r\n}\r\n')).toEqual({ a: 1 })
})

test('a text that is not JSON: refused', () => {
  expect(jsonText(z.unknown()).safeParse('{a}').error?.issues).toMatchObject([{ message: 'is not JSON' }])
})
