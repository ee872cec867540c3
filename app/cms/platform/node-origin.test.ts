import { expect, test } from 'vitest'
import { readEnv } from './env.server.ts'
import { nodeOriginOf } from './node-origin.server.ts'

const address = (
  value: string,
  { family = 'IPv4', internal = false }: { family?: 'IPv4' | 'IPv6'; internal?: boolean } = {},
) => ({ address: value, family, internal, netmask: '', mac: '', cidr: null, scopeid: 0 }) as const
const interfaces = {
  lo: [address('127.0.0.1', { internal: true })],
  eth0: [
    address('fe80::1', { family: 'IPv6' }),
    address('2001:db8::5', { family: 'IPv6' }),
    address('10.0.0.5'),
    address('10.0.0.6'),
  ],
}

test.each([
  ['0.0.0.0', interfaces, 'http://10.0.0.5:3000'],
  ['::', { eth0: interfaces.eth0.slice(0, 2) }, 'http://[2001:db8::5]:3000'],
  ['0.0.0.0', { lo: interfaces.lo }, 'http://127.0.0.1:3000'],
  ['127.0.0.1', interfaces, 'http://127.0.0.1:3000'],
  ['10.0.0.6', interfaces, 'http://10.0.0.6:3000'],
])('a process that listens on %s is reached at one address', (host, of, origin) => {
  expect(nodeOriginOf({ host, port: 3000 }, of)).toBe(origin)
})

test('NODE_ORIGIN says it where the network is another', () => {
  const NODE_ENV = 'test'
  expect(readEnv({ NODE_ENV, NODE_ORIGIN: 'https://node-1.internal/' }).nodeOrigin).toBe('https://node-1.internal')
  expect(() => readEnv({ NODE_ENV, NODE_ORIGIN: '10.0.0.5:3000' })).toThrow('NODE_ORIGIN: must be an http')
  const both = { PUBLIC_ORIGIN: 'https://www.example.com', NODE_ORIGIN: 'https://www.example.com' }
  expect(() => readEnv({ NODE_ENV, ...both })).toThrow('NODE_ORIGIN: must not be PUBLIC_ORIGIN')
})
