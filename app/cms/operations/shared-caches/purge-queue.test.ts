import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { EVERYTHING } from '#app/cms/platform/http/shared-cache-headers.ts'
import type { CacheKind, SharedCache } from '#app/cms/platform/env-variables.server.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import { silentLog } from '../../../../test/temporary-content.ts'
import { openTemporaryStorage } from '../../../../test/temporary-storage.ts'
import { openPurgeQueue, type PurgeQueue } from './purge-queue.server.ts'

const secret = 'secret of these tests'
/** The second call comes only if a test shortens `repeats`. */
const times = { acknowledge: 10_000, repeats: [3_600_000], call: 10_000, retry: 1, late: 0 }

interface Call {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

let calls: Call[]
let respond: (call: Call) => Promise<{ status: number; body?: string }>
let server: Server
let origin: string
let health: Health
let temporary: ReturnType<typeof openTemporaryStorage>
let queues: PurgeQueue[]

beforeEach(async () => {
  calls = []
  respond = () => Promise.resolve({ status: 200, body: '{"success":true}' })
  server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const call = { method: request.method, url: request.url, headers: request.headers, body }
      calls.push(call)
      const { status, body: sent = '' } = await respond(call)
      response.writeHead(status).end(sent)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  health = new Health(silentLog)
  temporary = openTemporaryStorage()
  queues = []
})

afterEach(async () => {
  for (const queue of queues) await queue.close()
  await temporary.dispose()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

function open(kind: CacheKind = 'varnish', options: Partial<Parameters<typeof openPurgeQueue>[0]> = {}) {
  const caches: SharedCache[] = [{ kind, url: `${origin}/cache` }]
  const queue = openPurgeQueue({
    caches,
    secret,
    storage: temporary.storage,
    log: silentLog,
    health,
    times,
    ...options,
  })
  queues.push(queue)
  return queue
}

const namedKeys = ({ headers }: Call) => String(headers['surrogate-key']).split(' ')

test.each<[CacheKind, Partial<Call>, Record<string, string>]>([
  [
    'varnish',
    { method: 'PURGE', url: '/cache', body: '' },
    { authorization: `Bearer ${secret}`, 'surrogate-key': 'stats about' },
  ],
  [
    'cloudflare',
    { method: 'POST', url: '/cache/purge_cache', body: '{"tags":["stats","about"]}' },
    { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
  ],
  [
    'fastly',
    { method: 'POST', url: '/cache/purge', body: '' },
    { 'fastly-key': secret, 'surrogate-key': 'stats about' },
  ],
])('%s: is told in its own way', async (kind, call, headers) => {
  const queue = open(kind)
  queue.add(['stats', 'about'])
  await queue.confirmed()
  expect(calls).toEqual([expect.objectContaining({ ...call, headers: expect.objectContaining(headers) })])
})

test('Cloudflare: more keys than a call may name go in several calls', async () => {
  const queue = open('cloudflare')
  const keys = Array.from({ length: 65 }, (_, number) => `key-${number}`)
  queue.add(keys)
  await queue.confirmed()
  const tags = calls.map(({ body }) => body.match(/key-\d+/g) ?? [])
  expect(tags.map(({ length }) => length)).toEqual([30, 30, 5])
  expect(tags.flat()).toEqual(keys)
})

test('a key is told twice, and then no more', async () => {
  const queue = open('varnish', { times: { ...times, repeats: [20] } })
  queue.add(['stats'])
  await queue.confirmed()
  await vi.waitFor(() => {
    expect(calls).toHaveLength(2)
  })
  await vi.waitFor(async () => {
    expect(await temporary.storage.stat('data/purges.json')).toBeUndefined()
  })
  queue.add(['about'])
  await queue.confirmed()
  expect(calls.slice(0, 3).map(namedKeys)).toEqual([['stats'], ['stats'], ['about']])
})

test('the further calls with a key keep their waits, whatever else is added meanwhile', async () => {
  const queue = open('varnish', { times: { ...times, repeats: [150, 100] } })
  const added = performance.now()
  queue.add(['stats'])
  await queue.confirmed()
  queue.add(['about'])
  await queue.confirmed()
  expect(calls.map(namedKeys)).toEqual([['stats'], ['about']])
  await vi.waitFor(() => {
    expect(queue.size()).toBe(0)
  })
  expect(performance.now() - added).toBeGreaterThanOrEqual(250)
  const ofKey = (key: string) => calls.filter((call) => namedKeys(call).includes(key))
  expect([ofKey('stats').length, ofKey('about').length]).toEqual([3, 3])
})

test('what is added while a call is under way: waits for a call of its own', async () => {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  respond = async () => {
    await held
    return { status: 200 }
  }
  const queue = open()
  queue.add(['stats'])
  queue.add(['stats', 'about'])
  let isConfirmed = false
  const confirmed = queue.confirmed().then(() => (isConfirmed = true))
  await vi.waitFor(() => {
    expect(calls).toHaveLength(1)
  })
  expect(isConfirmed).toBe(false)
  release()
  await confirmed
  expect(calls.map(namedKeys)).toEqual([['stats'], ['stats', 'about']])
})

test.each<[string, CacheKind, { status: number; body?: string }]>([
  ['an error', 'varnish', { status: 503 }],
  ['a wrong secret', 'fastly', { status: 401 }],
  ['a redirect', 'varnish', { status: 302 }],
  ['200 with a refusal in it', 'cloudflare', { status: 200, body: '{"success":false,"errors":[]}' }],
  ['200 with something else in it', 'cloudflare', { status: 200, body: '<html>' }],
])('%s: the dashboard says so, and it is tried again until it is done', async (_case, kind, failure) => {
  let isBroken = true
  respond = () => Promise.resolve(isBroken ? failure : { status: 200, body: '{"success":true}' })
  const queue = open(kind)
  queue.add(['stats'])
  await vi.waitFor(() => {
    expect(health.problems()).toEqual([expect.objectContaining({ id: `cache-not-told-${new URL(origin).host}` })])
  })
  expect(JSON.stringify(health.problems())).not.toContain(secret)
  isBroken = false
  await queue.confirmed()
  expect(health.problems()).toEqual([])
})

test('a cache that does not respond: the change is acknowledged all the same', async () => {
  respond = () => new Promise(() => undefined)
  const queue = open('varnish', { times: { ...times, acknowledge: 20 } })
  queue.add(['stats'])
  await queue.confirmed()
  await vi.waitFor(() => {
    expect(calls).toHaveLength(1)
  })
})

/** Collects garbage again and again until the test ends. */
function collectGarbageAllTheTime() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const timer = setInterval(collect, 10)
  onTestFinished(() => {
    clearInterval(timer)
  })
}

test('a cache that accepts calls and does not respond, while garbage is collected: each call ends at its limit, the next one is sent, and everything once it responds', async () => {
  collectGarbageAllTheTime()
  respond = () => new Promise(() => undefined)
  const queue = open('varnish', { times: { ...times, call: 100 } })
  queue.add(['document'])
  await vi.waitFor(() => {
    expect(calls.length).toBeGreaterThan(2)
  })
  queue.add(['stats'])
  const unanswered = calls.length
  respond = () => Promise.resolve({ status: 200 })
  await queue.confirmed()
  expect(new Set(calls.slice(unanswered).flatMap(namedKeys))).toEqual(new Set(['document', 'stats']))
})

test.each(['at once', 'after the head of a response'])(
  'a cache that closes the connection %s: the next call is sent, and everything once it responds',
  async (when) => {
    collectGarbageAllTheTime()
    let connections = 0
    let isUp = false
    const closing = createTcpServer((socket) => {
      connections += 1
      socket.on('error', () => undefined)
      if (isUp) socket.end('HTTP/1.1 200 Purged\r\nContent-Length: 0\r\n\r\n')
      else if (when === 'at once') socket.destroy()
      else socket.end('HTTP/1.1 200 Purged\r\nContent-Length: 9\r\n\r\nPur')
    }).listen(0, '127.0.0.1')
    await once(closing, 'listening')
    onTestFinished(() => {
      closing.close()
    })
    const address = closing.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const queue = open('varnish', { caches: [{ kind: 'varnish', url: `http://127.0.0.1:${port}` }] })
    queue.add(['stats'])
    await vi.waitFor(() => {
      expect(connections).toBeGreaterThan(2)
    })
    isUp = true
    await queue.confirmed()
    expect(health.problems()).toEqual([])
  },
)

test('a key that could not be sent for a while: its age is known, and a problem, however often it is added again', async () => {
  respond = () => new Promise(() => undefined)
  const queue = open('varnish', { times: { ...times, call: 3_600_000, late: 200 } })
  const added = performance.now()
  queue.add(['stats'])
  await vi.waitFor(() => {
    queue.add(['stats'])
    expect(queue.oldest()).toBeGreaterThan(0.15)
  })
  await vi.waitFor(() => {
    expect(health.problems()).toHaveLength(1)
  })
  expect(queue.oldest()).toBeLessThanOrEqual((performance.now() - added) / 1000)
  expect(health.problems()[0]?.message).toContain('files that were removed')
})

test('further calls with a key that are not due yet: nothing is late', async () => {
  const queue = open()
  queue.add(['stats'])
  await queue.confirmed()
  expect([queue.size(), queue.oldest(), health.problems()]).toEqual([1, 0, []])
})

test('closed while a cache does not respond: nobody waits for it any more', async () => {
  respond = () => new Promise(() => undefined)
  const queue = open('varnish', { times: { ...times, acknowledge: 3_600_000 } })
  queue.add(['stats'])
  await queue.close()
  await queue.confirmed()
  expect(queue.size()).toBe(1)
})

test('what was not told when the process ended: told by the next one', async () => {
  respond = () => Promise.resolve({ status: 503 })
  const first = open('varnish', { times: { ...times, acknowledge: 20, repeats: [1], retry: 3_600_000 } })
  first.add(['stats'])
  await first.confirmed()
  await first.close()
  calls = []
  respond = () => Promise.resolve({ status: 200 })
  const next = open()
  next.start()
  await vi.waitFor(() => {
    expect(calls).not.toHaveLength(0)
  })
  expect(calls.map(namedKeys)).toEqual([['stats']])
})

test('more keys than are worth naming: everything', async () => {
  const queue = open()
  queue.add(Array.from({ length: 300 }, (_, number) => `key-${number}`))
  await queue.confirmed()
  expect(calls.map(namedKeys)).toEqual([[EVERYTHING]])
})
