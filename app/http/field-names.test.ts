import { expect, test } from 'vitest'
import { checkFieldNames } from './field-names.ts'

function times<Value>(count: number, make: (index: number) => Value) {
  return Array.from({ length: count }, (_, index) => make(index))
}

test.each([
  ['an index that no list can have', ['slides[10000]']],
  ['an index that is no safe number', [`slides[${'9'.repeat(400)}].title`]],
  ['more steps than any form has', [`a${'.b'.repeat(16)}`]],
  ['brackets instead of dots', [`a${'[0]'.repeat(16)}`]],
  ['one name a thousand times and once more', times(1001, () => 'a')],
  ['a list that is long and empty', ['a[201].text']],
  ['two lists that are long and empty', ['a[150].text', 'b[150].text']],
  ['lists in a list, each longer than its fields', times(200, (index) => `a[${index}].b[200]`)],
])('%s: refused', (_case, names) => {
  expect(() => checkFieldNames(names)).toThrow(expect.objectContaining({ name: 'MalformedBody', status: 400 }))
})

test('the longest list of a section, lists in its entries, unticked boxes between them: taken', () => {
  checkFieldNames(times(60_000, (index) => `items[${Math.floor(index / 6)}].field${index % 6}`))
  checkFieldNames(times(10_000, (index) => `tables[${Math.floor(index / 100)}].rows[${index % 100}].cell`))
  checkFieldNames(['boxes[9].isTicked', 'boxes[50].isTicked', 'boxes[199].isTicked'])
  checkFieldNames(times(1000, () => 'a[]'))
})
