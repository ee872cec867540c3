import { expect, test } from 'vitest'
import { isFromBrowser, isSameOrigin } from './same-origin.server.ts'

const own = 'http://localhost:3000'
const foreign = 'https://evil.example'

test.each([
  { site: 'cross-site', origin: null, isOwn: false },
  { site: 'cross-site', origin: own, isOwn: false },
  { site: 'cross-site', origin: foreign, isOwn: false },
  { site: 'same-origin', origin: foreign, isOwn: false },
  { site: 'same-origin', origin: 'null', isOwn: false },
  { site: 'same-site', origin: null, isOwn: false },
  { site: 'same-site', origin: own, isOwn: false },
  { site: 'none', origin: null, isOwn: false },
  { site: 'none', origin: foreign, isOwn: false },
  { site: 'none', origin: 'null', isOwn: false },
  { site: 'SAME-ORIGIN', origin: null, isOwn: false },
  { site: '', origin: own, isOwn: false },
  { site: null, origin: null, isOwn: false },
  { site: null, origin: 'null', isOwn: false },
  { site: null, origin: foreign, isOwn: false },
  { site: null, origin: 'http://localhost:3001', isOwn: false },
  { site: null, origin: 'https://localhost:3000', isOwn: false },
  { site: null, origin: `${own}.evil.example`, isOwn: false },
  { site: null, origin: `${own}, ${foreign}`, isOwn: false },
  { site: null, origin: own, isOwn: true },
  { site: 'none', origin: own, isOwn: true },
  { site: 'same-origin', origin: null, isOwn: true },
  { site: 'same-origin', origin: own, isOwn: true },
])('Sec-Fetch-Site $site, Origin $origin: $isOwn', ({ site, origin, isOwn }) => {
  expect(isSameOrigin(post({ site, origin }), own)).toBe(isOwn)
})

test('another name of the site: own, as the address of the request', () => {
  const named = new Request('http://staff.example.com/admin', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', origin: 'https://staff.example.com' },
  })
  expect(isSameOrigin(named, own)).toBe(true)
})

test('a forged Host or X-Forwarded-Host: does not make a foreign origin ours', () => {
  const headers = { origin: foreign, host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  expect(isSameOrigin(new Request(`${foreign}/admin`, { method: 'POST', headers }), own)).toBe(false)
})

test.each([
  { site: null, origin: null, isBrowser: false },
  { site: 'none', origin: null, isBrowser: true },
  { site: null, origin: 'null', isBrowser: true },
])('Sec-Fetch-Site $site, Origin $origin: from a browser $isBrowser', ({ site, origin, isBrowser }) => {
  expect(isFromBrowser(post({ site, origin }))).toBe(isBrowser)
})

function post({ site, origin }: { site: string | null; origin: string | null }) {
  const headers = new Headers()
  if (site !== null) headers.set('sec-fetch-site', site)
  if (origin !== null) headers.set('origin', origin)
  return new Request(`${own}/admin/stats`, { method: 'POST', headers })
}
