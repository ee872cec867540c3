import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { fileKey, PAGES } from '#app/cms/platform/http/shared-cache-headers.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { createTestSite } from '#test/create-test-site.ts'

/** The keys that were purged since the last look. */
let purged: string[] = []
const cache = createServer((request, response) => {
  purged.push(...String(request.headers['surrogate-key']).split(' '))
  response.end()
}).listen(0, '127.0.0.1')
await once(cache, 'listening')
afterAll(() => cache.close())
const address = cache.address()
const port = typeof address === 'object' && address ? address.port : 0

const { content, sharedCaches } = await createTestSite({
  settings: { PURGE_URLS: `varnish+http://127.0.0.1:${port}`, PURGE_SECRET: 'secret-of-these-tests' },
})

const FILE = fileKey('documents/group-companies-2024.pdf')

async function edit(change: Partial<(typeof documents.schema)['_output']>) {
  await sharedCaches.confirmed()
  purged = []
  const section = documents.entry('group-companies-2024')
  await content.update(section, { author: 'asha', reason: 'Test', change: (now) => ({ ...now, ...change }) })
  await sharedCaches.confirmed()
  return purged
}

test('caches in front: drop the file and the fixed address of a document at the moment when it is withdrawn', async () => {
  const withdrawn = await edit({ withdrawnBecause: 'A wrong figure' })
  expect(withdrawn).toEqual(expect.arrayContaining([FILE, PAGES]))
  // Nothing about the file changes.
  expect(await edit({ title: 'Another title' })).not.toContain(FILE)
  expect(await edit({ withdrawnBecause: '' })).toContain(FILE)
})

test('caches in front: drop the file when visitors have to confirm a text first, and when they need not any more', async () => {
  expect(await edit({ kind: 'rhp', financialYear: '' })).toContain(FILE)
  expect(await edit({ kind: 'policy' })).toContain(FILE)
})
