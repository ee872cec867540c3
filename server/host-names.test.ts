import { expect, test } from 'vitest'
import { sendRaw, startTestHost } from '../test/start-test-host.ts'

async function statusUnder(host: string, settings: Parameters<typeof startTestHost>[0], headers = '') {
  const { port } = await startTestHost({ documents: ['/'], ...settings })
  const request = `GET / HTTP/1.1\r\nHost: ${host}\r\n${headers}Connection: close\r\n\r\n`
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await sendRaw(port, request))?.[1])
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
