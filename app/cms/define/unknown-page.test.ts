import { expect, test } from 'vitest'
import { unknownPage } from './unknown-page.ts'

const pages = ['/', '/certificate', '/products', '/products/drop-cable', '/investors/Drhp']

test.each([
  ['/certificat', { path: '/certificat', likely: '/certificate' }],
  ['/products/drop-cable-2?x=1#y', { path: '/products/drop-cable-2', likely: '/products' }],
  ['/investors/drhp', { path: '/investors/drhp', likely: '/investors/Drhp' }],
  ['/nothing-like-it', { path: '/nothing-like-it', likely: undefined }],
])('%s: no such page', (link, expected) => {
  expect(unknownPage(link, pages)).toEqual(expected)
})

test.each([
  '/',
  '/certificate#iso',
  '/products?x=1',
  'https://example.com/certificat',
  '//example.com',
  'mailto:info@example.com',
  '#contact',
  '',
  '/uploads/reports/a.pdf',
  '/menus/a.pdf',
  '/feed.xml',
])('%j: nothing to say', (link) => {
  expect(unknownPage(link, pages)).toBeUndefined()
})

test('no list of pages: nothing to say', () => {
  expect(unknownPage('/certificat', [])).toBeUndefined()
})
