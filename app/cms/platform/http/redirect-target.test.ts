import { expect, test } from 'vitest'
import { withQueryOf } from './redirect-target.ts'

test.each([
  ['/news/old', '/news/new', '/news/new'],
  ['/news/old?utm_source=mail&x=%20', '/news/new', '/news/new?utm_source=mail&x=%20'],
  ['/news/old?a', '/products?family=wires', '/products?family=wires'],
  ['/news/old?a=1', '/products#wires', '/products?a=1#wires'],
  ['/news/old?a=1', '/products?b=2#wires', '/products?b=2#wires'],
  ['/news/old?a=1', 'https://example.com/x', 'https://example.com/x?a=1'],
])('%s moved to %s: visitors go to %s', (from, to, target) => {
  expect(withQueryOf({ url: `http://localhost:3000${from}` }, to)).toBe(target)
})
