import { expect, test } from 'vitest'
import { mapOrigin } from './map-address.ts'

test.each([
  ['https://maps.example.com/embed?pb=!1m18', 'https://maps.example.com'],
  ['https://maps.example.com:8443/', 'https://maps.example.com:8443'],
  ['https://maps.example.com/ x;sandbox', 'https://maps.example.com'],
  ['https://MÜNCHEN.example/', 'https://xn--mnchen-3ya.example'],
])('%s: loaded from %s', (address, origin) => {
  expect(mapOrigin(address)).toBe(origin)
})

test.each([
  '',
  'maps',
  'http://maps.example.com',
  'https://a@maps.example.com',
  'https://x;sandbox',
  'https://x,sandbox',
  'https://x%2Csandbox',
  "https://x'y",
  'https://*',
  'https://[::1]/',
])('%j: no origin', (address) => {
  expect(mapOrigin(address)).toBeUndefined()
})
