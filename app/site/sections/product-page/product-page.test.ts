import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { keyOfFile } from '#app/cms/define/define-collection.ts'
import { entryOrder } from '#app/cms/define/entry-order.ts'
import { contentFormat } from '#app/cms/content/format/content-file.ts'
import { grades } from '#app/site/collections/grades/grades.ts'
import { productPages } from './product-page.ts'

const { schema } = productPages
const page = productPages.entry('hffr-compound')
const order = entryOrder.parse(contentOf('products/order.yaml')).keys
const pages = order.map((key) => ({ ...productPages.entry(key), key }))
const shippedGrades = readdirSync('content/grades').map((name) => grades.schema.parse(contentOf(`grades/${name}`)))
const written = z.record(z.string(), z.unknown()).parse(contentOf(page.file))

test('a column of values without a property: is refused; one of another kind needs none', () => {
  const faulty = { ...written, columns: [{ shows: 'cure' }, { title: 'Density' }] }
  expect(faultsOf(faulty)).toEqual([{ path: ['columns', 1, 'property'], message: 'Choose the property of the column' }])
})

test('a temperature that ends where it begins: is refused', () => {
  const faulty = { ...written, temperatures: [{ form: 'Liquid', from: 100, to: 100 }] }
  expect(faultsOf(faulty)).toEqual([{ path: ['temperatures', 0, 'to'], message: 'To must be higher than from' }])
})

test('the seven products have the titles and addresses of the specification', () => {
  const titles = pages.map(({ page: address, file }) => [address, schema.parse(contentOf(file)).title])
  expect(Object.fromEntries(titles.slice(0, 7))).toEqual({
    '/products/hffr-compound': 'HFFR Compound',
    '/products/pvc-compound': 'PVC Compounds',
    '/products/pe-compound': 'PE Compounds',
    '/products/xlpe-compound': 'XLPE Compound',
    '/products/pipe-coating': 'HDPE Coating',
    '/products/adhesive': 'Adhesives',
    '/products/cable-filling': 'Cable Filling Compound',
  })
})

test('the ids, files and names of the first pages, on which their histories depend', () => {
  const content = schema.parse(contentOf(page.file))
  expect(productPages.entry('hffr-compound', content)).toMatchObject({
    id: 'product-hffr-compound',
    file: 'products/hffr-compound.md',
    label: 'HFFR Compound page',
    page: '/products/hffr-compound',
    messages: { updated: 'HFFR Compound updated successfully!', failed: 'Failed to update HFFR Compound' },
  })
})

test('the order: names every page that is shipped', () => {
  const files = readdirSync('content/products').flatMap((name) => keyOfFile(productPages, `products/${name}`) ?? [])
  expect([...order].sort()).toEqual(files.sort())
})

describe.each(pages)('$file', ({ file, key }) => {
  const content = schema.parse(contentOf(file))

  test('grades: the page has some, and the note says that values are typical', () => {
    expect(gradesOf(key)).not.toEqual([])
    expect(content.gradesNote).toMatch(/^Typical values .*not a specification\.$/)
  })

  test('voltages: name only grades of the page', () => {
    const names = gradesOf(key)
    const named = content.voltages.flatMap(({ grades }) => grades.split(', '))
    expect(named.filter((name) => !names.includes(name))).toEqual([])
  })
})

function gradesOf(key: string) {
  return shippedGrades.flatMap(({ product, title }) => (product === key ? title : []))
}

function contentOf(file: string) {
  return contentFormat(file).parse(readFileSync(`content/${file}`, 'utf8')).value
}

function faultsOf(content: unknown) {
  return schema.safeParse(content).error?.issues.map(({ path, message }) => ({ path, message }))
}
