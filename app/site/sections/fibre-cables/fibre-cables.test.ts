import { expect, test } from 'vitest'
import { productList } from '#app/site/sections/product-page/product-list.ts'

const xlpe = { _id: 'xlpe', slug: 'xlpe-compound', title: 'XLPE Compound' }

test('two entries with one _id: the later one is at fault', () => {
  expect(faults([xlpe, { _id: 'pvc', title: 'PVC' }, { _id: 'xlpe', title: 'Copy' }])).toEqual([
    ['2._id', '_id "xlpe" is used twice. Enter a different value for this entry'],
  ])
})

test('two entries with one slug: the later one is at fault', () => {
  expect(faults([xlpe, { ...xlpe, _id: 'copy' }])).toEqual([
    ['1.slug', 'Address "xlpe-compound" is used twice. Enter a different value for this entry'],
  ])
})

test('several entries without a slug: nothing is at fault', () => {
  expect(faults([xlpe, { _id: 'a', title: 'A' }, { _id: 'b', title: 'B', slug: '' }])).toEqual([])
})

function faults(entries: unknown[]) {
  const issues = productList().safeParse(entries).error?.issues ?? []
  return issues.map((issue) => [issue.path.join('.'), issue.message])
}
