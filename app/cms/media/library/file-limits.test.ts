import { expect, test } from 'vitest'
import { formatLimit } from '#app/cms/platform/format/bytes.ts'
import { FILE_KINDS } from './library-file.ts'

test.each(Object.entries(FILE_KINDS))('%s: a file of the size that is named as the limit is accepted', (_, kind) => {
  const [number = 0, unit] = formatLimit(kind.maxBytes).split(' ')
  expect(unit).toBe('MB')
  expect(Number(number) * 1e6).toBeLessThanOrEqual(kind.maxBytes)
  expect(Number(number) * 1024 ** 2).toBeLessThanOrEqual(kind.maxBytes)
})
