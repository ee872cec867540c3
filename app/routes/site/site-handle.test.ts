import { expect, test } from 'vitest'
import { hasNavbarOver, type SiteHandle } from './site-handle.ts'

test.each([undefined, null, 'over', {}, { navbar: 'under' }])(
  'handle that says nothing of it, %j: not over',
  (handle) => {
    expect(hasNavbarOver([{ handle }])).toBe(false)
  },
)

test('one of the matched routes asks for it: over', () => {
  expect(hasNavbarOver([{ handle: undefined }, { handle: { navbar: 'over' } satisfies SiteHandle }])).toBe(true)
})
