import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { Health } from '#app/cms/platform/health.server.ts'
import { readEnv } from '#app/cms/platform/env.server.ts'
import { PAGES } from '#app/cms/platform/http/shared-cache-headers.ts'
import { openPublicDocuments } from '#app/cms/public-documents.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { numbers } from '#test/example-site/home/numbers.ts'
import { silentLog } from '#test/temporary-content.ts'
import { openTemporaryStorage } from '#test/temporary-storage.ts'
import { openSharedCaches } from './shared-caches.server.ts'

/** The keys of each call that purges. */
const calls: string[][] = []
const cache = createServer((request, response) => {
  calls.push(String(request.headers['surrogate-key']).split(' '))
  response.end()
}).listen(0, '127.0.0.1')
await once(cache, 'listening')
const address = cache.address()
const port = typeof address === 'object' && address ? address.port : 0
afterAll(() => cache.close())

const settings = { PURGE_URLS: `varnish+http://127.0.0.1:${port}`, PURGE_SECRET: 'secret-of-these-tests' }
const site = await createExampleSite({ settings })
const documents = openPublicDocuments(site)

const keysOf = (document: string) => new Map(documents.sharedCacheHeaders(document)).get('Surrogate-Key')?.split(' ')

test('an edit: purges every page, its data and the generated files', async () => {
  await site.content.update(numbers, {
    author: 'admin',
    reason: 'Saved',
    change: (now) => ({ ...now, flour: '1' }),
  })
  await site.sharedCaches.confirmed()
  expect(calls.flat()).toContain('every-page')
  const addresses = documents.addresses()
  expect(addresses.length).toBeGreaterThan(15)
  for (const document of addresses) expect(keysOf(document), document).toContain('every-page')
})

test('the API: shared caches store nothing of it', () => {
  expect(documents.sharedCacheHeaders('/api/numbers')).toEqual([])
})

test.each<[boolean, string[]]>([
  [true, ['everything']],
  [false, ['left']],
])('a start, if caches may fetch former responses: %s', async (mayFetchFormer, expected) => {
  calls.length = 0
  const temporary = openTemporaryStorage()
  // What the process before could not send.
  await temporary.storage.commit([{ name: 'data/purges.json', bytes: JSON.stringify({ keys: ['left'] }) }])
  // The system may report the new folder of the uploads at any moment.
  vi.spyOn(temporary.storage, 'watch').mockReturnValue(() => undefined)
  const source = { subscribe: () => () => undefined }
  const caches = openSharedCaches({
    settings: readEnv({ NODE_ENV: 'test', ...settings }).purge,
    mayFetchFormer,
    storage: temporary.storage,
    content: source,
    media: { library: source, documents: source, hashes: source },
    log: silentLog,
    health: new Health(silentLog),
  })
  onTestFinished(async () => {
    await caches.close()
    await temporary.dispose()
  })
  caches.start()
  await vi.waitFor(() => {
    expect([...new Set(calls.flat())]).toEqual(expected)
  })
  calls.length = 0
  caches.purgePages()
  await caches.confirmed()
  // With readers, what a start has purged is purged again after some moments.
  expect([...new Set(calls.flat())].filter((key) => !expected.includes(key))).toEqual([PAGES])
})
