import { type RequestHandler } from 'express'
import { expect, test, vi } from 'vitest'
import { sendRaw, startTestHost } from '../../test/start-test-host.ts'
import { isAdminAddress, plainTarget } from './request-address.ts'

test.each([
  '/admin',
  '/admin/',
  '/admin.data',
  '/admin?x=1',
  '/admin/inbox.data?_routes=x',
  '/%61dmin/inbox',
  '/%61%64%6d%69%6e',
  '/a%64min%2Fx',
  '//admin',
  '/./admin',
  '/x/../admin',
  '/x/%2e%2E/admin',
  '/x\\..\\admin',
  '/%E0%A4%A/../admin',
])('%s: in the administrator area', (target) => {
  expect(isAdminAddress(target)).toBe(true)
})

test.each(['/', '/administrator', '/Admin', '/products/admin', '/%2561dmin', '/?/admin', '/admin/../products'])(
  '%s: not in the administrator area',
  (target) => {
    expect(isAdminAddress(target)).toBe(false)
  },
)

test.each([
  ['/%70roducts/%50%56%43%2d%31%5F%7e', '/products/PVC-1_~'],
  ['/%61dmin?q=%61', '/admin?q=%61'],
  ['/x/%2E%2e/y', '/x/../y'],
  ['/a%2Fb%20c%C3%A9%25%3F%00', '/a%2Fb%20c%C3%A9%25%3F%00'],
  ['/%2561dmin', '/%2561dmin'],
  ['/%E0%A4%A', '/%E0%A4%A'],
])('%s: written plainly it is %s', (target, plain) => {
  expect(plainTarget(target)).toBe(plain)
})

async function statusUnder(host: string, settings: Parameters<typeof startTestHost>[0], headers = '') {
  const { port } = await startTestHost({ documents: ['/'], ...settings })
  const request = `GET / HTTP/1.1\r\nHost: ${host}\r\n${headers}Connection: close\r\n\r\n`
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await sendRaw(port, request))?.[1])
}

/** The address of the app's request: Remix's adapter builds it from these values. */
async function addressUnder(host: string, settings: Parameters<typeof startTestHost>[0], headers: string) {
  let seen: string | undefined
  const render: RequestHandler = (request, response) => {
    seen = `${request.protocol}://${request.get('X-Forwarded-Host') ?? request.get('Host') ?? ''}${request.originalUrl}`
    response.end()
  }
  await statusUnder(host, { ...settings, render, documents: [] }, headers)
  return seen
}

const site = { publicOrigin: 'https://www.example.com', allowedHosts: ['example.com', 'intern:8080'] }

test.each([
  'evil.example',
  'www.example.com.evil.example',
  'www.example.com:8443',
  'sub.www.example.com',
  'intern',
  'intern:80',
  'localhost.evil.example',
  '127.0.0.1.nip.io',
  '10.0.0.1',
  '[2001:db8::1]',
])('Host %s, which is not ours: 421', async (host) => {
  expect(await statusUnder(host, site)).toBe(421)
})

test.each([
  'www.example.com',
  'WWW.Example.com',
  'www.example.com:443',
  'example.com',
  'example.com:8080',
  'intern:8080',
  'localhost',
  'localhost:4000',
  '127.0.0.1:3000',
  '[::1]:3000',
])('Host %s, which is ours: answered', async (host) => {
  expect(await statusUnder(host, site)).toBe(200)
})

test('several names by turns: each is checked for itself', async () => {
  const { port } = await startTestHost(site)
  for (const [host, status] of [
    ['example.com', 200],
    ['evil.example', 421],
    ['evil.example', 421],
    ['localhost', 200],
    ['a b', 400],
    ['localhost', 200],
  ] as const) {
    const response = await sendRaw(port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(response, host).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  }
})

test('an HTTP site on a port of its own: that port counts', async () => {
  const onPort = { publicOrigin: 'http://intranet:3000' }
  expect([await statusUnder('intranet:3000', onPort), await statusUnder('intranet', onPort)]).toEqual([200, 421])
})

test('behind a proxy: the name the visitor used counts, not what the proxy calls us', async () => {
  const proxied = { ...site, trustProxy: true }
  expect(await statusUnder('backend', proxied, 'X-Forwarded-Host: www.example.com\r\n')).toBe(200)
  expect(await statusUnder('www.example.com', proxied, 'X-Forwarded-Host: evil.example\r\n')).toBe(421)
  expect(await statusUnder('www.example.com', proxied, 'X-Forwarded-Host: a b\r\n')).toBe(400)
})

test.each(['localhost', 'localhost:99', '127.9.9.9', '[::1]:77'])(
  'behind a proxy, Host %s without a forwarded name: 421, but probes are answered',
  async (host) => {
    expect(await statusUnder(host, { ...site, trustProxy: true })).toBe(421)
    const { port } = await startTestHost({ ...site, trustProxy: true })
    for (const address of ['/healthz', '/readyz']) {
      const request = `GET ${address} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
      expect(await sendRaw(port, request)).toMatch(/^HTTP\/1\.1 200 /)
    }
  },
)

test.each([
  ['a name with a path', 'X-Forwarded-Host: www.example.com/x'],
  ['an empty name', 'X-Forwarded-Host: '],
  ['a list with something else in it', 'X-Forwarded-Host: a b, www.example.com'],
  ['a loopback name', 'X-Forwarded-Host: localhost:9'],
  ['a loopback address', 'X-Forwarded-Host: 127.0.0.1'],
  ['a scheme with an address behind it', 'X-Forwarded-Proto: http://evil.example/robots.txt?'],
  ['a scheme with a colon', 'X-Forwarded-Proto: https:'],
  ['another scheme', 'X-Forwarded-Proto: file'],
  ['a scheme in capitals', 'X-Forwarded-Proto: HTTPS'],
  ['two words', 'X-Forwarded-Proto: x y'],
  ['an empty scheme', 'X-Forwarded-Proto: '],
  ['an address that the proxy adds to', 'X-Forwarded-Proto: http://evil.example/?, https'],
  ['a second header', 'X-Forwarded-Proto: http://evil.example/?\r\nX-Forwarded-Proto: https'],
])('behind a proxy that forwards %s: 400, from memory and from the app', async (_case, header) => {
  const render = vi.fn<RequestHandler>((_request, response) => void response.send('page'))
  const proxied = { ...site, trustProxy: true, render }
  expect(await statusUnder('backend', proxied, `${header}\r\n`)).toBe(400)
  expect(await statusUnder('backend', { ...proxied, documents: [] }, `${header}\r\n`)).toBe(400)
  expect(render).not.toHaveBeenCalled()
})

test('behind a proxy that adds to what came: the last name and scheme count', async () => {
  const headers = 'X-Forwarded-Host: evil.example, example.com\r\nX-Forwarded-Proto: https, http\r\n'
  expect(await addressUnder('backend:8080', { ...site, trustProxy: true }, headers)).toBe('http://example.com/')
})

test.each([
  ['www.example.com', 'X-Forwarded-Proto: http', 'https://www.example.com/'],
  ['www.example.com:443', 'X-Forwarded-Proto: https', 'https://www.example.com/'],
  ['backend:3000', 'X-Forwarded-Host: www.example.com\r\nX-Forwarded-Proto: https', 'https://www.example.com/'],
  ['backend:3000', 'X-Forwarded-Host: intern:8080', 'http://intern:8080/'],
])('behind a proxy, Host %s, %s: the app is asked for %s', async (host, headers, address) => {
  expect(await addressUnder(host, { ...site, trustProxy: true }, `${headers}\r\n`)).toBe(address)
})

test('a site that is tried out behind a proxy on this machine: answered under its own name', async () => {
  const trial = { publicOrigin: 'http://localhost:8080', trustProxy: true }
  expect(await statusUnder('backend', trial, 'X-Forwarded-Host: localhost:8080\r\n')).toBe(200)
})

test('no proxy is trusted: a forwarded name changes nothing', async () => {
  expect(await statusUnder('evil.example', site, 'X-Forwarded-Host: www.example.com\r\n')).toBe(421)
  expect(await statusUnder('www.example.com', site, 'X-Forwarded-Host: evil.example\r\n')).toBe(200)
})

test('the refusal: tells whoever runs the site what to set, and probes of its health are answered under any name', async () => {
  const { port } = await startTestHost(site)
  const ask = (path: string) => sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: 10.1.2.3\r\nConnection: close\r\n\r\n`)
  expect(await ask('/')).toContain('PUBLIC_ORIGIN')
  expect(await ask('/healthz')).toMatch(/^HTTP\/1\.1 200 /)
})
