import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { inAscii } from './compact-code.ts'

test('texts, patterns, names and comments with other characters: the same values, in ASCII', () => {
  const code = "/* – 🦄 */ ({ ü: 'a “b” 🦄', [`–${1}`]: /^[ßø–]🦄\\.$/u.test('–🦄.') })"
  const written = inAscii(code)
  expect(written).toMatch(/^[\0-\x7F]+$/)
  expect(runInNewContext(written)).toEqual({ ü: 'a “b” 🦄', '–1': true })
})
