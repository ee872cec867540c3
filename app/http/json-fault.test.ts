import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findJsonFault } from './json-fault.ts'

describe('names the first character that does not fit', () => {
  test.each([
    ['', 1, 1],
    ['   ', 1, 4],
    ['nul', 1, 1],
    ['{"a": 1,}', 1, 9],
    ['{"a": 1\n "b": 2}', 2, 2],
    ['{a: 1}', 1, 2],
    ['{"a" 1}', 1, 6],
    ["['a']", 1, 2],
    ['[1, 2', 1, 6],
    ['[1, 2}', 1, 6],
    ['[01]', 1, 3],
    ['[1.]', 1, 3],
    ['[,]', 1, 2],
    ['"a\nb"', 1, 3],
    ['"a\\x"', 1, 3],
    ['"\\u12g4"', 1, 2],
    ['"open', 1, 6],
    ['{} {}', 1, 4],
    ['\ufeff{}', 1, 1],
  ])('%j: line %i, column %i', (text, line, column) => {
    expect(findJsonFault(text)).toEqual({ line, column })
  })

  test('a hundred thousand open brackets: stops at the limit of nesting', () => {
    expect(findJsonFault('['.repeat(100_000))).toEqual({ line: 1, column: 66 })
  })
})

test('whatever JSON.stringify writes: has no fault before its end', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 10 }), (value) => {
      const text = JSON.stringify(value)
      expect(findJsonFault(text)).toEqual({ line: 1, column: text.length + 1 })
    }),
  )
})

test('JSON with characters put into it: no fault before the end if it still is JSON; what follows a fault does not move it', () => {
  const spot = fc.record({ value: fc.jsonValue({ maxDepth: 4 }), at: fc.nat(), inserted: fc.string({ maxLength: 2 }) })
  fc.assert(
    fc.property(spot, ({ value, at, inserted }) => {
      const json = JSON.stringify(value)
      const cut = at % (json.length + 1)
      const text = json.slice(0, cut) + inserted + json.slice(cut)
      const { column } = findJsonFault(text)
      if (isJson(text)) expect(column).toBe(text.length + 1)
      expect(findJsonFault(text.slice(0, column)).column).toBe(column)
    }),
    { numRuns: 500 },
  )
})

function isJson(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
