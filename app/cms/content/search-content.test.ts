import { describe, expect, test } from 'vitest'
import { album } from '#test/example-site/album/album.ts'
import { searchContent } from './search-content.ts'
import { bakery } from '#test/example-site/bakery/bakery.ts'

const pictures = {
  section: album,
  content: {
    title: 'Tools',
    pictures: [
      { _id: 'gel', title: 'Filling gel', description: 'Keeps water out of the tube.' },
      { _id: 'tube', title: 'Loose tube', description: '' },
    ],
  },
}
const shop = {
  section: bakery,
  content: { welcome: 'A TUBE of steel' },
}

const find = (query: string) => searchContent([pictures, shop], query)

describe('nothing is found', () => {
  test.each(['marine', 'gel tube', '_id', '.*', 'tube ('])('%j', (query) => {
    expect(find(query)).toEqual([])
  })

  test('what only a key of an entry says: staff never see it', () => {
    const content = { list: [{ _id: 'secret-key', title: 'x' }] }
    expect(searchContent([{ section: shop.section, content }], 'secret-key')).toEqual([])
  })
})

test('in any case, by section, one hit a field, each with the name and the address of its field', () => {
  const found = find('tube').map(({ section, hits }) => [section, hits.map(({ href, field }) => [field, href])])
  expect(found).toEqual([
    [
      { id: 'album', label: 'Album' },
      [
        ['Pictures › 1 › Description', '/admin/album#editor-pictures%5B0%5D.description'],
        ['Pictures › 2 › Title', '/admin/album#editor-pictures%5B1%5D.title'],
      ],
    ],
    [{ id: 'bakery', label: 'Bakery' }, [['Welcome', '/admin/bakery#editor-welcome']]],
  ])
})

test.each(['0000000001', '+910000000001', '00000 00001'])('a telephone number, typed as %s: found', (query) => {
  const content = { phone: '+91 00000 00001' }
  expect(searchContent([{ section: shop.section, content }], query)).toHaveLength(1)
})

test.each([
  ['दल', 'नई दिल्ली में', undefined],
  ['दिल्ली', 'नई दिल्ली में', 'दिल्ली'],
  ['prufung', 'Jede Prüfung', 'Prüfung'],
  ['STRASSE', 'Lange Straße 1', 'Straße'],
])('%s in “%s”: %s', (query, welcome, match) => {
  const [found] = searchContent([{ section: shop.section, content: { welcome } }], query)
  expect(found?.hits[0]?.match).toBe(match)
})

test('the words as they are written, with what stands around them', () => {
  expect(find('tube').at(-1)?.hits[0]).toMatchObject({ before: 'A ', match: 'TUBE', after: ' of steel' })
})

test('in a long text: only what is near', () => {
  const content = { body: `${'a'.repeat(200)}needle${'b'.repeat(200)}` }
  const [found] = searchContent([{ section: shop.section, content }], 'needle')
  expect(found?.hits[0]).toMatchObject({ before: `…${'a'.repeat(60)}`, match: 'needle', after: `${'b'.repeat(60)}…` })
})
