import { expect, test } from 'vitest'
import { canonicalPath } from './seo.ts'

test.each([
  ['/', '/'],
  ['/products/', '/products'],
  ['//products///pvc//', '/products/pvc'],
  ['//evil.example/', '/evil.example'],
  ['///', '/'],
])('%s: %s, which never leads to another site', (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical)
})
