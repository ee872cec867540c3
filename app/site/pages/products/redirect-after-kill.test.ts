import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { openContentStore } from '#app/cms/content/store/store.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import definition from '#app/site.config.ts'
import { derivedRedirects } from '#app/cms/content/redirects/derived-redirects.server.ts'
import { fibreCables } from '#app/site/sections/fibre-cables/fibre-cables.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { createTestSite } from '#test/create-test-site.ts'

const { sections } = definition

const { content, storage, env, health } = await createTestSite({
  // A card without a product page: the address of a page stays, so no redirect would follow.
  prepare({ contentDir }) {
    const file = path.join(contentDir, fibreCables.file)
    writeFileSync(file, readFileSync(file, 'utf8').replace('slug: armoured-cable', 'slug: general-cable'))
    return Promise.resolve()
  },
})

test('an address changed by hand, whose redirect the disk refused until the site was killed: made by the next start', async () => {
  const [product] = content.read(fibreCables).value.products
  const commit = storage.commit.bind(storage)
  const refuse = vi
    .spyOn(storage, 'commit')
    .mockImplementation((puts, options) =>
      puts.some(({ name }) => name === `content/${siteDetails.file}`)
        ? Promise.reject(new StorageError('read-only'))
        : commit(puts, options),
    )
  const error = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  const file = path.join(env.contentDir, fibreCables.file)
  writeFileSync(file, readFileSync(file, 'utf8').replace(`slug: ${product?.slug ?? ''}`, 'slug: by-hand'))
  await vi.waitFor(() => {
    expect(error).toHaveBeenCalledOnce()
  })
  expect((await content.history(fibreCables))[0]?.author).toBe('by hand')
  // The kill: the retries end.
  await content.close()
  refuse.mockRestore()
  error.mockRestore()

  const next = openAgain()
  await next.recoverPublications()
  const redirect = { from: `/products/${product?.slug ?? ''}`, to: '/products/by-hand' }
  await vi.waitFor(() => {
    expect(next.read(siteDetails).value.redirects).toMatchObject([redirect])
  })

  // Staff may remove it: the start after that leaves it removed.
  await next.update(siteDetails, { author: 'admin', reason: 'Test', change: (now) => ({ ...now, redirects: [] }) })
  await next.close()
  const last = openAgain()
  await last.recoverPublications()
  await last.close()
  expect(last.read(siteDetails).value.redirects).toEqual([])
})

/** The content store as the next start opens it. */
function openAgain() {
  return openContentStore({
    storage,
    sections,
    log,
    health,
    derived: [derivedRedirects(definition) ?? []].flat(),
  })
}
