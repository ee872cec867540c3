import { expect, test } from 'vitest'
import { isAdminAddress, plainTarget } from './addresses.ts'

test.each([
  '/admin',
  '/admin/',
  '/admin.data',
  '/admin?x=1',
  '/admin/inbox.data?_routes=x',
  '/%61dmin/inbox',
  '/%61%64%6d%69%6e',
  '/a%64min%2Fx',
  '//admin',
  '/./admin',
  '/x/../admin',
  '/x/%2e%2E/admin',
  '/x\\..\\admin',
  '/%E0%A4%A/../admin',
])('%s: in the administrator area', (target) => {
  expect(isAdminAddress(target)).toBe(true)
})

test.each(['/', '/administrator', '/Admin', '/products/admin', '/%2561dmin', '/?/admin', '/admin/../products'])(
  '%s: not in the administrator area',
  (target) => {
    expect(isAdminAddress(target)).toBe(false)
  },
)

test.each([
  ['/%70roducts/%50%56%43%2d%31%5F%7e', '/products/PVC-1_~'],
  ['/%61dmin?q=%61', '/admin?q=%61'],
  ['/x/%2E%2e/y', '/x/../y'],
  ['/a%2Fb%20c%C3%A9%25%3F%00', '/a%2Fb%20c%C3%A9%25%3F%00'],
  ['/%2561dmin', '/%2561dmin'],
  ['/%E0%A4%A', '/%E0%A4%A'],
])('%s: written plainly it is %s', (target, plain) => {
  expect(plainTarget(target)).toBe(plain)
})
