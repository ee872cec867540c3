import { describe, expect, test } from 'vitest'
import { album } from '#test/example-site/album/album.ts'
import { bakery } from '#test/example-site/bakery/bakery.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { hitsIn, textsWithNames } from './content-hits.ts'

const pictures = {
  title: 'Tools',
  pictures: [
    { _id: 'gel', title: 'Filling gel', description: 'Keeps water out of the tube.' },
    { _id: 'tube', title: 'Loose tube of a TUBE', description: '' },
  ],
}

function find(content: unknown, ...terms: string[]) {
  return findWhole(content, '', ...terms)
}

function findWhole(content: unknown, phrase: string, ...terms: string[]) {
  const section: Pick<SectionDefinition, 'schema'> = album
  return hitsIn({ section, content, texts: textsWithNames(content), href: '/admin/album' }, { terms, phrase })
}

test('one hit a field, with the name and the address of its field', () => {
  expect(find(pictures, 'tube').map(({ href, field }) => [field, href])).toEqual([
    ['Pictures › Filling gel › Description', '/admin/album#editor-pictures%5B0%5D.description'],
    ['Pictures › Loose tube of a TUBE › Title', '/admin/album#editor-pictures%5B1%5D.title'],
  ])
})

test('fields that have more of the words come first', () => {
  expect(find(pictures, 'tube', 'loose').map(({ field }) => field)[0]).toBe('Pictures › Loose tube of a TUBE › Title')
})

test('a field that has the whole phrase comes first, with the phrase marked', () => {
  const [hit] = findWhole(pictures, 'Out of the', 'tube', 'loose')
  expect(hit?.field).toBe('Pictures › Filling gel › Description')
  expect(hit?.parts).toContainEqual({ text: 'out of the', isMarked: true })
})

test('titles come first, addresses and names of files last, unless an address is asked for', () => {
  const content = { image: 'tube-cable.jpg', href: '/tube', body: 'A tube.', title: 'The tube' }
  const fieldsFor = (phrase: string) => findWhole(content, phrase, 'tube').map(({ href }) => href.split('-')[1])
  expect(fieldsFor('tube')).toEqual(['title', 'body', 'image', 'href'])
  expect(fieldsFor('/tube')[0]).toBe('href')
})

describe('nothing is found', () => {
  test('what only a key of an entry says: staff never see it', () => {
    expect(find({ list: [{ _id: 'secret', title: 'x' }] }, 'secret')).toEqual([])
  })

  test('no terms', () => {
    expect(find(pictures)).toEqual([])
  })
})

test.each([
  ['दिल्ली', 'नई दिल्ली में', 'दिल्ली'],
  ['prufung', 'Jede Prüfung', 'Prüfung'],
  ['strasse', 'Lange Straße 1', 'Straße'],
  ['pv90s', 'Sheath of PV 90 S', 'PV 90 S'],
  ['910000000001', 'Call +91 00000 00001 today', '91 00000 00001'],
])('%s in “%s”: the words as they are written', (term, welcome, match) => {
  const section: Pick<SectionDefinition, 'schema'> = bakery
  const [hit] = hitsIn(
    { section, content: { welcome }, texts: textsWithNames({ welcome }), href: '/admin/bakery' },
    { terms: [term], phrase: '' },
  )
  expect(hit?.field).toBe('Welcome')
  expect(hit?.parts).toContainEqual({ text: match, isMarked: true })
})

test('in a long text: only what is near', () => {
  const [hit] = find({ body: `${'a '.repeat(200)}needle ${'b '.repeat(200)}` }, 'needle')
  const [start, before, , after] = hit?.parts ?? []
  expect(start?.text).toBe('…')
  expect(before?.text).toMatch(/^(?: ?a)+ $/)
  expect(after?.text).toMatch(/^ (?:b ?)+…$/)
})
