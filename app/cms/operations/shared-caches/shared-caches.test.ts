import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { openPublicDocuments } from '#app/cms/public-documents.server.ts'
import { stats } from '#app/site/sections/stats/stats.ts'
import { createTestSite } from '#test/create-test-site.ts'

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

const site = await createTestSite({
  settings: { PURGE_URLS: `varnish+http://127.0.0.1:${port}`, PURGE_SECRET: 'secret-of-these-tests' },
})
const documents = openPublicDocuments(site)

const keysOf = (document: string) => new Map(documents.sharedCacheHeaders(document)).get('Surrogate-Key')?.split(' ')

test('an edit: purges every page, its data and the generated files', async () => {
  await site.content.update(stats, {
    author: 'admin',
    reason: 'Saved',
    change: (now) => ({ ...now, capacity: '1' }),
  })
  await site.sharedCaches.confirmed()
  expect(calls.flat()).toContain('every-page')
  const addresses = documents.addresses()
  expect(addresses.length).toBeGreaterThan(40)
  for (const document of addresses) expect(keysOf(document), document).toContain('every-page')
})

test('the API: shared caches store nothing of it', () => {
  expect(documents.sharedCacheHeaders('/api/stats')).toEqual([])
})
