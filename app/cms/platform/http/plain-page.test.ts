import { createHash } from 'node:crypto'
import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { plainPage } from './plain-page.server.tsx'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

function open(message: string, { isTemporary = false, requestId }: { isTemporary?: boolean; requestId?: string } = {}) {
  const { headers = [], body = '' } = plainPage(BROWSER, { message, isTemporary, requestId }) ?? {}
  return { policy: new Map(headers).get('Content-Security-Policy'), document: new JSDOM(body).window.document }
}

test.each([undefined, '*/*', 'application/json', 'image/avif,image/webp,*/*;q=0.8'])(
  'a program, a script or an image, Accept %s: no page',
  (accept) => {
    expect(plainPage(accept, { message: 'Not found.', isTemporary: false })).toBeUndefined()
  },
)

test('a text and a request id with markup: shown as they are', () => {
  const { document } = open('<script>alert(1)</script> was deleted.', { requestId: '"><img src=x>' })
  expect(document.querySelector('script, img')).toBeNull()
  expect(document.querySelector('h1')?.textContent).toBe('<script>alert(1)</script> was deleted')
  expect(document.body.textContent).toContain('Request "><img src=x>')
})

test('what is temporary: the first sentence as the heading, and the same address again', () => {
  const { document } = open('Too many visitors. Try again in 2 seconds.', { isTemporary: true })
  expect([document.title, document.querySelector('h1')?.textContent]).toEqual([
    'Too many visitors',
    'Too many visitors',
  ])
  expect(document.querySelector('p')?.textContent).toBe('Try again in 2 seconds.')
  expect(document.querySelector('a')?.getAttribute('href')).toBe('')
})

test('anything else: the way to the home page, no empty line and no id', () => {
  const { document } = open('There is no such file.')
  const lines = [...document.querySelectorAll('main > *')].map(({ textContent }) => textContent)
  expect(lines).toEqual(['There is no such file', 'Go to the home page'])
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/')
})

test('its policy: its own style and nothing else', () => {
  const { policy = '', document } = open('Not found.')
  const style = document.querySelector('style')?.textContent ?? ''
  expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect(policy).toMatch(/^default-src 'none'; /)
})
