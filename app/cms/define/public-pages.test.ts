import { expect, test } from 'vitest'
import { publicPages, whereShown } from './public-pages.ts'
import site from '#test/example-site/site.config.ts'

test('pages: each once, the home page first, and no parts of pages', () => {
  const addresses = publicPages(site).map(({ href }) => href)
  expect(addresses[0]).toBe('/')
  expect(addresses).toContain('/album')
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
  ['numbers', 'Part of the', 'home page'],
  ['album', 'The page', '/album'],
  ['team', 'The page', '/team'],
  ['bakery', 'On every page of the', 'website'],
  // An entry without a page of its own, and one with a page.
  ['courses--first-loaf-2099', 'Shown on', 'Team'],
  ['recipes--soda-bread', 'The page', '/recipes/soda-bread'],
])('%s: %s %s', (id, relation, place) => {
  const section = site.findSection(id)
  expect(section && whereShown(section, site)).toEqual({ relation, place })
})
