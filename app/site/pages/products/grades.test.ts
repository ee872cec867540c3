import { expect, test } from 'vitest'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { ownRequest } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { loader } from './grades.tsx'

const { content } = await createTestSite()

/** The grades at an address, and what else its page shows. */
function visit(query = '') {
  const { families, shown } = loader({ request: ownRequest(`/products/grades${query}`) })
  if (!shown) throw new Error('The site has grades')
  return { families, shown, grades: shown.rows.map(({ grade }) => grade) }
}

test('no query, or the name of no family: the grades of the first family, all of them', () => {
  const first = visit()
  expect(first.families.map(({ id }) => id)).toEqual(['power-cables', 'pipe-coating', 'optical-fibre-cables'])
  expect(first.shown.part).toMatchObject({ total: first.shown.part.ofAll, family: 'Power cables', pageCount: 1 })
  expect(visit('?family=none').grades).toEqual(first.grades)
})

test('a voltage: the grades that a voltage table names, or whose use names one of that class', () => {
  expect(visit('?voltage=Medium+voltage').grades).toEqual(['XL 33 P', 'CF 95', 'CF 100'])
})

test('standard and application: only what fits both', () => {
  expect(visit('?standard=IEC+60502-1&application=Sheath').grades).toEqual(['HF 60 S', 'PV 90 S'])
})

test('nothing fits: what each filter taken away would find', () => {
  const { shown } = visit('?standard=IEC+60502-1&application=Bedding&voltage=none')
  expect(shown.rows).toEqual([])
  expect(shown.wider).toEqual([])
  const wider = visit('?standard=IEC+60502-1&application=Bedding').shown.wider
  expect(wider.map(({ without, count }) => [without, count])).toEqual([
    ['IEC 60502-1', 1],
    ['Bedding', 2],
  ])
})

test('columns: what several products have; of one product all. Every other value is beside them', () => {
  const { shown } = visit('?family=pipe-coating')
  expect(shown.properties.map(({ name }) => name)).toEqual([
    'Melt flow, g/10 min',
    'Peel at 23 °C, N/mm',
    'Peel at 80 °C, N/mm',
  ])
  expect(shown.rows[0]?.others).toEqual([
    ['Density, g/cm³', '0.952'],
    ['Hardness, Shore D', '61'],
  ])
  const one = visit('?product=XLPE+Compound').shown
  expect(one.properties.map(({ name }) => name)).toEqual(['Cure', 'Hot set, %', 'Elongation, %'])
  expect(one.rows.every(({ others }) => others.length === 0)).toBe(true)
})

test('500 grades of a product: 100 a page, and a changed page of a product is known at once', async () => {
  await content.update(productPages.entry('drop-cable'), {
    author: 'admin',
    reason: 'test',
    change: (page) => ({
      ...page,
      grades: Array.from({ length: 500 }, (_, index) => ({
        ...{ grade: `FD ${index}`, use: 'Homes', application: 'Indoor' },
        values: page.properties.map(() => '1'),
      })),
    }),
  })
  const { shown, grades } = visit('?family=optical-fibre-cables&product=Drop+cable&page=5')
  expect(shown.part).toMatchObject({ page: 5, pageCount: 5, total: 500 })
  expect([grades[0], grades.length]).toEqual(['FD 400', 100])
})
