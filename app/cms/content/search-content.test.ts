import { describe, expect, test } from 'vitest'
import { fibreCables } from '#app/site/sections/fibre-cables/fibre-cables.ts'
import { searchContent } from './search-content.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'

const products = {
  section: { id: 'products', label: 'Fiber Cable', schema: fibreCables.schema },
  content: {
    title: 'Optical fibre',
    products: [
      { _id: 'gel', title: 'Filling gel', description: 'Keeps water out of the tube.' },
      { _id: 'tube', title: 'Loose tube', description: '' },
    ],
  },
}
const site = {
  section: { id: 'site', label: 'Site details', schema: siteDetails.schema },
  content: { tagline: 'A TUBE of steel' },
}

const find = (query: string) => searchContent([products, site], query)

describe('nothing is found', () => {
  test.each(['marine', 'gel tube', '_id', '.*', 'tube ('])('%j', (query) => {
    expect(find(query)).toEqual([])
  })

  test('what only a key of an entry says: staff never see it', () => {
    const content = { list: [{ _id: 'secret-key', title: 'x' }] }
    expect(searchContent([{ section: site.section, content }], 'secret-key')).toEqual([])
  })
})

test('in any case, by section, one hit a field, each with the name and the address of its field', () => {
  const found = find('tube').map(({ section, hits }) => [section, hits.map(({ href, field }) => [field, href])])
  expect(found).toEqual([
    [
      { id: 'products', label: 'Fiber Cable' },
      [
        ['Products › 1 › Description', '/admin/products#editor-products%5B0%5D.description'],
        ['Products › 2 › Title', '/admin/products#editor-products%5B1%5D.title'],
      ],
    ],
    [{ id: 'site', label: 'Site details' }, [['Tagline', '/admin/site#editor-tagline']]],
  ])
})

test.each(['0000000001', '+910000000001', '00000 00001'])('a telephone number, typed as %s: found', (query) => {
  const content = { phone: '+91 00000 00001' }
  expect(searchContent([{ section: site.section, content }], query)).toHaveLength(1)
})

test('the words as they are written, with what stands around them', () => {
  expect(find('tube').at(-1)?.hits[0]).toMatchObject({ before: 'A ', match: 'TUBE', after: ' of steel' })
})

test('in a long text: only what is near', () => {
  const content = { body: `${'a'.repeat(200)}needle${'b'.repeat(200)}` }
  const [found] = searchContent([{ section: site.section, content }], 'needle')
  expect(found?.hits[0]).toMatchObject({ before: `…${'a'.repeat(60)}`, match: 'needle', after: `${'b'.repeat(60)}…` })
})
