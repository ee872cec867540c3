import { expect, test } from 'vitest'
import { keyOfTitle } from './entry-address.ts'

test.each([
  ['Crème brûlée, twice', 'creme-brulee-twice'],
  ['  – Price (2025) – ', 'price-2025'],
  ['Łódź’s Straße', 'lodzs-strasse'],
  ['Łódź’s Straße', 'lodzs-strasse'],
  // The key is in an address that never changes, so a long title ends with a whole word.
  [
    'Code of Practices for Fair Disclosure of Unpublished Price Sensitive Information',
    'code-of-practices-for-fair-disclosure-of-unpublished-price-sensitive',
  ],
  [`${'a'.repeat(34)} ${'b'.repeat(35)} c`, `${'a'.repeat(34)}-${'b'.repeat(35)}`],
  ['w'.repeat(90), 'w'.repeat(70)],
  // Keys have Latin letters only: the form asks for an address.
  ['केबल', 'plain-page'],
  ['كابلات', 'plain-page'],
  ['केबल PVC', 'pvc'],
  ['–', undefined],
])('%s: %s', (title, key) => {
  expect(keyOfTitle(title, 'plain page')).toBe(key)
})
