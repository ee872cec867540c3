import { expect, test } from 'vitest'
import { hasNavbarOver, isForCustomers, type SiteHandle } from './site-handle.ts'

test.each([undefined, null, 'over', {}, { navbar: 'under' }])(
  'handle that says nothing of it, %j: not over',
  (handle) => {
    expect(hasNavbarOver([{ handle }])).toBe(false)
  },
)

test('one of the matched routes asks for it: over', () => {
  expect(hasNavbarOver([{ handle: undefined }, { handle: { navbar: 'over' } satisfies SiteHandle }])).toBe(true)
})

test('a page for investors or for those who look for work: says so by its handle, every other is for customers', () => {
  expect(isForCustomers([{ handle: undefined }, { handle: {} }])).toBe(true)
  expect(isForCustomers([{ handle: undefined }, { handle: { isForCustomers: false } satisfies SiteHandle }])).toBe(
    false,
  )
})
