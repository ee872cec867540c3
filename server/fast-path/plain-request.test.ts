import { describe, expect, test } from 'vitest'
import { readPlainRequest } from './plain-request.ts'

const read = (text: string) => readPlainRequest(Buffer.from(text, 'latin1'), { headerBytes: 1_000, headerCount: 5 })

test('a plain read: its method, target and fields, names in lower case and values without the space around', () => {
  expect(read('HEAD /products?page=2 HTTP/1.1\r\nHost: localhost\r\nACCEPT-encoding:\t br, gzip \r\n\r\n')).toEqual({
    method: 'HEAD',
    url: '/products?page=2',
    headers: { host: 'localhost', 'accept-encoding': 'br, gzip' },
    rawHeaders: [],
    isKeptAlive: true,
    fields: 'Host: localhost\r\nACCEPT-encoding:\t br, gzip \r\n\r\n',
  })
})

test('the fields of the request before: taken over where they are the same, never without looking at the line', () => {
  const limits = { headerBytes: 1_000, headerCount: 5 }
  const next = (text: string) => readPlainRequest(Buffer.from(text, 'latin1'), limits, first)
  const first = readPlainRequest(Buffer.from('GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n'), limits)
  expect(next('HEAD /b HTTP/1.1\r\nHost: localhost\r\n\r\n')).toMatchObject({ method: 'HEAD', url: '/b' })
  expect(next('HEAD /b HTTP/1.1\r\nHost: localhost\r\n\r\n')?.headers).toBe(first?.headers)
  expect(next('GET /b HTTP/1.1\r\nHost: other\r\n\r\n')?.headers).toEqual({ host: 'other' })
  for (const line of [
    'POST /b HTTP/1.1',
    'GET /b HTTP/1.2',
    'GET /b c HTTP/1.1',
    'GET b HTTP/1.1',
    'GET /b HTTP/1.1\n',
  ]) {
    expect(next(`${line}\r\nHost: localhost\r\n\r\n`)).toBeUndefined()
  }
})

test.each([
  ['HTTP/1.1', '', true],
  ['HTTP/1.1', 'Connection: Keep-Alive\r\n', true],
  ['HTTP/1.1', 'Connection: Close\r\n', false],
  ['HTTP/1.0', '', false],
  ['HTTP/1.0', 'Connection: close\r\n', false],
])('%s, %j: kept alive %j', (version, field, isKeptAlive) => {
  expect(read(`GET / ${version}\r\nHost: localhost\r\n${field}\r\n`)).toMatchObject({ isKeptAlive })
})

test('the same fields after another version: the connection is closed by the version of each request', () => {
  const limits = { headerBytes: 1_000, headerCount: 5 }
  const first = readPlainRequest(Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'), limits)
  const second = readPlainRequest(Buffer.from('GET / HTTP/1.0\r\nHost: localhost\r\n\r\n'), limits, first)
  expect(second).toMatchObject({ isKeptAlive: false })
})

describe('left to Node', () => {
  const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n'
  test.each([
    ['another method', 'POST / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/1.2\r\nHost: localhost\r\n\r\n'],
    ['HTTP/1.0 with keep-alive', 'GET / HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n'],
    ['several connection options', `${GET}Connection: keep-alive, close\r\n\r\n`],
    ['no field at all', 'GET / HTTP/1.1\r\n\r\n'],
    ['a whole address as the target', 'GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a space in the target', 'GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['bytes beyond ASCII in the target', 'GET /ä HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['bytes beyond ASCII in a value', `${GET}X-Name: ä\r\n\r\n`],
    ['a control character in a value', `${GET}X-Name: a\0b\r\n\r\n`],
    ['lines that end in LF alone', 'GET / HTTP/1.1\nHost: localhost\n\n'],
    ['a bare CR in a value', `${GET}X-Name: a\rTransfer-Encoding: chunked\r\n\r\n`],
    ['a folded line', `${GET}X-Name: a\r\n b\r\n\r\n`],
    ['a space before the colon', `${GET}X-Name : a\r\n\r\n`],
    ['a field without a name', `${GET}: a\r\n\r\n`],
    ['a field that Node takes for Connection', `${GET}Proxy-Connection: close\r\n\r\n`],
    ['a repeated field, in whatever case', `${GET}HOST: evil.example\r\n\r\n`],
    ['a field with a name of objects in this language', `${GET}constructor: a\r\n\r\n`],
    ['a body by its length', `${GET}Content-Length: 0\r\n\r\n`],
    ['a body in chunks', `${GET}Transfer-Encoding: chunked\r\n\r\n`],
    ['a question before the body', `${GET}Expect: 100-continue\r\n\r\n`],
    ['another protocol', `${GET}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
    ['a request that has not come whole', GET],
    ['half a line end', `${GET}\r`],
    ['two requests at once', `${GET}\r\n${GET}\r\n`],
    ['a request and the start of something', `${GET}\r\nx`],
    ['more fields than allowed', `${GET}A: 1\r\nB: 1\r\nC: 1\r\nD: 1\r\nE: 1\r\n\r\n`],
    ['more bytes than allowed', `${GET}A: ${'1'.repeat(1_000)}\r\n\r\n`],
  ])('%s', (_case, text) => {
    expect(read(text)).toBeUndefined()
  })
})
