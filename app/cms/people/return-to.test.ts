import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeReturnTo } from './password-forms.ts'

test.each([
  [null],
  [undefined],
  [['/admin/stats']],
  [''],
  ['admin/stats'],
  ['//evil.example/admin'],
  ['///evil.example/admin'],
  ['/\\evil.example/admin'],
  ['\\/evil.example/admin'],
  ['/\t/evil.example/admin'],
  ['/\n/evil.example/admin'],
  [' //evil.example/admin'],
  ['https://evil.example/admin'],
  ['http://localhost:3000/admin'],
  ['javascript:alert(1)//admin'],
  ['/admin/..//evil.example'],
  ['/admin/%2e%2e//evil.example'],
  ['/admin\\..\\..\\evil.example'],
  ['/admin/stats\r\nset-cookie: a=b'],
  ['/admin/stats\u0000'],
  ['/admin/../'],
  ['/'],
  ['/products'],
  ['/administration'],
  ['/Admin'],
  ['/admin/login'],
  ['/admin/login?returnTo=%2Fadmin%2Fstats'],
  ['/admin/./login'],
  ['/admin/logout'],
  [`/admin/${'x'.repeat(512)}`],
])('%j: is refused', (value) => {
  expect(safeReturnTo(value)).toBe('/admin')
  expect(safeReturnTo(value, '/admin/stats')).toBe('/admin/stats')
})

test.each([
  ['/admin', '/admin'],
  ['/admin?page=2', '/admin?page=2'],
  ['/admin/herocarousel/new', '/admin/herocarousel/new'],
  ['/admin/reports?edit=a%26b#row', '/admin/reports?edit=a%26b#row'],
  ['/admin/stats/../clients', '/admin/clients'],
  ['/admin/loginhistory', '/admin/loginhistory'],
  ['/admin/stats?from=//evil.example', '/admin/stats?from=//evil.example'],
])('%s: leads to %s', (value, target) => {
  expect(safeReturnTo(value)).toBe(target)
})

test('whatever is asked for: a browser stays on the site, inside the administrator area', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '//',
    'admin',
    '@',
    ':',
    'evil.example',
    '?',
    '#',
    '\t',
    'é',
  )
  const path = fc.array(piece, { maxLength: 10 }).map((pieces) => `/admin${pieces.join('')}`)
  fc.assert(
    fc.property(path, (value) => {
      const { origin, pathname } = new URL(safeReturnTo(value), 'https://www.example.com/admin/login')
      expect(origin).toBe('https://www.example.com')
      expect(pathname).toMatch(/^\/admin(\/|$)/)
    }),
    { numRuns: 1000 },
  )
})
