import { expect, test } from 'vitest'
import { mapAddressNote, mapOrigin } from './map-address.ts'

test.each([
  ['https://maps.example.com/embed?pb=!1m18', 'https://maps.example.com'],
  ['https://maps.example.com:8443/', 'https://maps.example.com:8443'],
  ['https://maps.example.com/ x;sandbox', 'https://maps.example.com'],
  ['https://MÜNCHEN.example/', 'https://xn--mnchen-3ya.example'],
])('%s: loaded from %s', (address, origin) => {
  expect(mapOrigin(address)).toBe(origin)
})

test('an address with a letter that is not ASCII, asked for as often as on a busy site', () => {
  for (let n = 0; n < 50_000; n += 1) mapOrigin('https://maps.example.com/')
  expect(mapOrigin('https://MÜNCHEN.example/')).toBe('https://xn--mnchen-3ya.example')
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

test.each(['', 'maps', 'http://maps', 'https://x;sandbox', '<iframe src="https://www.google.com/maps/embed?pb=1">'])(
  '%j, which is no address: how to find one',
  (address) => {
    expect(mapAddressNote(address)).toMatch(/^In the map service, copy the code to embed/)
  },
)

test.each([
  'https://www.google.com/maps/place/Goa',
  'https://maps.google.com/?q=Goa',
  'https://www.openstreetmap.org/#map=12/15.4/73.9',
  'https://www.bing.com/maps?cp=15.4',
])('%s, a page of a map service: warned that it shows no map', (address) => {
  expect(mapAddressNote(address)).toContain(`${new URL(address).host} does not allow other sites to show this address`)
})

test('a host that is not known: asks to look at the result', () => {
  expect(mapAddressNote('https://maps.example.com/embed')).toMatch(/^maps.example.com is not a known map service/)
})

test.each([
  'https://www.openstreetmap.org/export/embed.html?bbox=73.74%2C15.33%2C74.06%2C15.55',
  'https://www.google.com/maps/embed?pb=!1m18',
  'https://maps.google.com/maps?q=Goa&output=embed',
  'https://www.bing.com/maps/embed?h=400',
])('%s, given for embedding: where it is loaded from', (address) => {
  expect(mapAddressNote(address)).toBe(`Every visitor of the contact page loads the map from ${new URL(address).host}`)
})
