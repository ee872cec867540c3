import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { identify } from './request-identity.ts'

test.each([
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', '2001:db8::1'],
])('proxy not trusted, peer %s: address %s whatever the header says', (peer, expected) => {
  const request = requestFrom(peer, { 'x-forwarded-for': '198.51.100.1' })
  expect(identify(request, { trustProxy: false }).clientAddress).toBe(expected)
})

test.each([
  ['one address', '198.51.100.1', '198.51.100.1'],
  ['a chain: the right-most, the rest is hearsay', '10.0.0.1, 198.51.100.1', '198.51.100.1'],
  ['no address at all: the peer', 'unknown', '192.0.2.7'],
  ['nothing: the peer', undefined, '192.0.2.7'],
])('proxy trusted, header holds %s', (_case, header, expected) => {
  const request = requestFrom('192.0.2.7', { 'x-forwarded-for': header })
  expect(identify(request, { trustProxy: true }).clientAddress).toBe(expected)
})

test.each(['short', 'with space in it', 'x'.repeat(65), 'line\nbreak-in-it'])(
  'proxy trusted, request id %j: not taken over',
  (given) => {
    const request = requestFrom('192.0.2.7', { 'x-request-id': given })
    expect(identify(request, { trustProxy: true }).requestId).not.toBe(given)
  },
)

test('asked twice: the same id', () => {
  const request = requestFrom('192.0.2.7', {})
  expect(identify(request, { trustProxy: false })).toEqual(identify(request, { trustProxy: false }))
})

function requestFrom(peer: string, headers: IncomingMessage['headers']) {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  const request = new IncomingMessage(socket)
  request.headers = headers
  return request
}
