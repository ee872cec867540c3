import { expect, test } from 'vitest'
import { observatoryScore } from './observatory-score.ts'

const good = {
  'Content-Security-Policy':
    "default-src 'none'; script-src https://www.example.com/assets/ 'sha256-x'; style-src 'self'; form-action 'self'; frame-ancestors 'none'",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

function scoreWith(changes: Record<string, string | undefined>, html = '<script src="/assets/x.js"></script>') {
  const headers = new Headers(good)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) headers.delete(name)
    else headers.set(name, value)
  }
  return observatoryScore({ headers: headers, html })
}

test('no headers at all: 25 for the policy, 20 each for HSTS and frames, 5 for sniffing are subtracted', () => {
  expect(observatoryScore({ headers: new Headers(), html: '' })).toBe(30)
})

test.each([
  ['a policy with unsafe-inline', { 'Content-Security-Policy': "default-src 'none'; script-src 'unsafe-inline'" }],
  ['a policy with a scheme for scripts', { 'Content-Security-Policy': "default-src 'none'; script-src https:" }],
  ['no HSTS', { 'Strict-Transport-Security': undefined }],
  ['a cookie', { 'Set-Cookie': 'a=b' }],
])('%s: no extra credit any more', (_case, changes) => {
  expect(scoreWith(changes)).toBeLessThanOrEqual(80)
})

test.each([
  ['a short HSTS', { 'Strict-Transport-Security': 'max-age=86400' }, 120],
  ['no nosniff', { 'X-Content-Type-Options': undefined }, 125],
  ['resources for everyone', { 'Cross-Origin-Resource-Policy': 'cross-origin' }, 120],
  ['an origin that is sent to every site', { 'Referrer-Policy': 'unsafe-url' }, 120],
  ['everything as it should be', {}, 130],
])('%s: %i', (_case, changes, score) => {
  expect(scoreWith(changes)).toBe(score)
})

test('a script from another host: 50 less, and no extra credit', () => {
  expect(scoreWith({}, '<script src="//cdn.example.com/x.js"></script>')).toBe(50)
})
