import { expect, test } from 'vitest'
import { withShortValues } from './log.server.ts'

test('a value that a stranger made long: cut, the others as they are', () => {
  const long = 'x'.repeat(5_000)
  const { path, ...others } = withShortValues({ path: `/${long}`, status: 404, query: ['a'], short: 'x'.repeat(300) })
  expect(path).toBe(`/${'x'.repeat(299)}…`)
  expect(others).toEqual({ status: 404, query: ['a'], short: 'x'.repeat(300) })
})
