import { expect, test } from 'vitest'
import { publicPages, whereShown } from './public-pages.ts'
import site from '#app/site.config.ts'

test('pages: each once, the home page first, and no parts of pages', () => {
  const addresses = publicPages(site).map(({ href }) => href)
  expect(addresses[0]).toBe('/')
  expect(addresses).toContain('/investors/Drhp')
  expect(addresses).toEqual([...new Set(addresses)])
  expect(addresses.filter((href) => href.includes('#'))).toEqual([])
})

test('a part of a page: the page it is part of is itself among the pages', () => {
  const places = site.sections
    .map((section) => whereShown(section, site))
    .filter(({ relation }) => relation === 'Shown on')
    .map(({ place }) => place)
  expect(places).not.toEqual([])
  const labels = publicPages(site).map(({ label }) => label)
  expect(places.filter((place) => !labels.includes(place))).toEqual([])
})

test.each([
  ['stats', 'Part of the', 'home page'],
  ['management', 'The page', '/investors/board'],
  ['drhp', 'The page', '/investors/Drhp'],
  ['site', 'On every page of the', 'website'],
  // Entries without a page of their own.
  ['events--wire-and-cable-fair-2027', 'Shown on', 'Events Page'],
  ['documents--board-diversity', 'The page', '/investors/documents'],
])('%s: %s %s', (id, relation, place) => {
  const section = site.findSection(id)
  expect(section && whereShown(section, site)).toEqual({ relation, place })
})
