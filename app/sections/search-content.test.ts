import { describe, expect, test } from 'vitest'
import { searchContent } from './search-content.ts'

const products = {
  section: { id: 'products', label: 'Fiber Cable' },
  content: {
    title: 'Optical fibre',
    products: [
      { _id: 'gel', title: 'Filling gel', description: 'Keeps water out of the tube.' },
      { _id: 'tube', title: 'Loose tube', description: '' },
    ],
  },
}
const site = { section: { id: 'site', label: 'Site details' }, content: { tagline: 'A TUBE of steel' } }

const find = (query: string, limit = 50) => searchContent([products, site], query, limit)

describe('nothing is found', () => {
  test.each(['marine', 'gel tube', '_id', '.*', 'tube ('])('%j', (query) => {
    expect(find(query)).toEqual([])
  })

  test('what only a key of an entry says: staff never see it', () => {
    const content = { list: [{ _id: 'secret-key', title: 'x' }] }
    expect(searchContent([{ section: site.section, content }], 'secret-key', 50)).toEqual([])
  })
})

test('in any case, in the order of the sections, one hit a field, each with the address of its field', () => {
  expect(find('tube').map(({ href, section }) => [section, href])).toEqual([
    ['Fiber Cable', '/admin/products#editor-products%5B0%5D.description'],
    ['Fiber Cable', '/admin/products#editor-products%5B1%5D.title'],
    ['Site details', '/admin/site#editor-tagline'],
  ])
})

test('the words as they are written, with what stands around them', () => {
  expect(find('tube').at(-1)).toMatchObject({ before: 'A ', match: 'TUBE', after: ' of steel' })
})

test('in a long text: only what is near', () => {
  const content = { body: `${'a'.repeat(200)}needle${'b'.repeat(200)}` }
  const [hit] = searchContent([{ section: site.section, content }], 'needle', 50)
  expect(hit).toMatchObject({ before: `…${'a'.repeat(60)}`, match: 'needle', after: `${'b'.repeat(60)}…` })
})

test('more than asked for: the first ones', () => {
  expect(find('tube', 2)).toHaveLength(2)
})
