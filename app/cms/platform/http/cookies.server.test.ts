import { describe, expect, test } from 'vitest'
import { cookieHeader, ownRequest } from '#test/administrator.ts'
import { flashCookies, type Flash } from './cookies.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

await createExampleSite()

const { flashRedirect, readFlash } = flashCookies({ isSecure: false })

const saved = {
  kind: 'success',
  message: 'Stats “updated” – <b>successfully</b>; really!',
  detail: 'Kept: Title & Image.',
  undo: { address: '/admin/stats', entry: '2026-11-20T10-00-00.000Z-0a1b' },
} satisfies Flash

describe('a cookie that is not a flash of ours: no message, and the cookie is cleared', () => {
  test.each([
    ['', 'empty'],
    ['%00', 'no base64'],
    [encode('text'), 'no JSON'],
    [encode('null'), 'null'],
    [encode('{"kind":"alert","message":"x"}'), 'another kind'],
    [encode('{"kind":"success","message":{"html":"<b>"}}'), 'no text'],
    [encode(`{"kind":"success","message":"${'x'.repeat(301)}"}`), 'too long'],
    [encode(`{"kind":"success","message":"x","detail":"${'x'.repeat(301)}"}`), 'too long a detail'],
    [encode('{"kind":"success","message":"x","undo":{"address":"/admin/stats"}}'), 'half an undo'],
  ])('%s (%s)', (value) => {
    const { flash, headers } = readFlash(ownRequest('/admin', { headers: { cookie: `flash=${value}` } }))
    expect(flash).toBeUndefined()
    expect(headers.get('set-cookie')).toMatch(/^flash=; .*Max-Age=0/)
  })
})

test('no cookie: no message and nothing to clear', () => {
  const { flash, headers } = readFlash(ownRequest('/admin', { headers: { cookie: 'other=1; xflash=2' } }))
  expect(flash).toBeUndefined()
  expect(headers.has('set-cookie')).toBe(false)
})

test('a redirect with a message: 303, read once by the next page', () => {
  const response = flashRedirect('/admin/stats', saved)
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/admin/stats')
  expect(response.headers.get('set-cookie')).toMatch(/^flash=[\w-]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/)

  const cookie = cookieHeader(response.headers.get('set-cookie'))
  const first = readFlash(ownRequest('/admin/stats', { headers: { cookie: `other=1; ${cookie}` } }))
  expect(first.flash).toEqual(saved)
  const second = readFlash(ownRequest('/', { headers: { cookie: cookieHeader(first.headers.get('set-cookie')) } }))
  expect(second.flash).toBeUndefined()
})

test('texts longer than 300 characters: are cut, and still fit a cookie', () => {
  const long = '漢'.repeat(5000)
  const response = flashRedirect('/admin', { ...saved, message: long, detail: long })
  const setCookie = response.headers.get('set-cookie')
  expect(setCookie?.length).toBeLessThan(4096)
  const { flash } = readFlash(ownRequest('/admin', { headers: { cookie: cookieHeader(setCookie) } }))
  expect(flash?.message).toBe(`${'漢'.repeat(299)}…`)
  expect(flash?.detail).toBe(`${'漢'.repeat(299)}…`)
})

test('an https origin: the cookie is tied to the host and to https', () => {
  const secure = flashCookies({ isSecure: true })
  expect(secure.flashRedirect('/admin', saved).headers.get('set-cookie')).toMatch(
    /^__Host-flash=.*; Path=\/;.*; Secure; SameSite=Lax$/,
  )
})

function encode(text: string) {
  return Buffer.from(text).toString('base64url')
}
