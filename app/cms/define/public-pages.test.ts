import { expect, test } from 'vitest'
import { publicPages, whereShown } from './public-pages.ts'
import { findSection, sections } from '#app/site/sections/definitions.ts'

test('pages: each once, the home page first, and no parts of pages', () => {
  const addresses = publicPages().map(({ href }) => href)
  expect(addresses[0]).toBe('/')
  expect(addresses).toContain('/investors/Drhp')
  expect(addresses).toEqual([...new Set(addresses)])
  expect(addresses.filter((href) => href.includes('#'))).toEqual([])
})

test('a part of a page: the page it is part of is itself among the pages', () => {
  const places = sections
    .map(whereShown)
    .filter(({ relation }) => relation === 'Part of the page')
    .map(({ place }) => place)
  expect(places).not.toEqual([])
  const labels = publicPages().map(({ label }) => label)
  expect(places.filter((place) => !labels.includes(place))).toEqual([])
})

test.each([
  ['stats', 'Part of the', 'home page'],
  ['governance', 'Part of the page', 'Investor Relations'],
  ['drhp', 'The page', '/investors/Drhp'],
  ['site', 'On every page of the', 'website'],
])('%s: %s %s', (id, relation, place) => {
  const section = findSection(id)
  expect(section && whereShown(section)).toEqual({ relation, place })
})
