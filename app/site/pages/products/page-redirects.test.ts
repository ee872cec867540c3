import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { log } from '#app/cms/platform/log.server.ts'
import { loader as layout } from '#app/site/layout/site-layout.tsx'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { powerCables } from '#app/site/sections/power-cables/power-cables.ts'
import type { Product } from '#app/site/sections/product-page/product-list.ts'
import { fibreCables } from '#app/site/sections/fibre-cables/fibre-cables.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { loader as notFound } from '#app/site/layout/not-found.tsx'
import { loader as productPage } from './product.tsx'
import { createTestSite } from '#test/create-test-site.ts'
import { makeTimePassFaster } from '#test/fast-clock.ts'

const testSite = await createTestSite()
// What follows from an edit by hand is tried again after five seconds.
makeTimePassFaster(5)
const { content: siteContent, drafts, releases } = testSite

const drop: Product = {
  _id: 'sample',
  slug: 'new-drop',
  title: 'Drop cable',
  description: '',
  image: '',
  imageAlt: '',
}
const by = { author: 'admin', reason: 'Test' }

beforeEach(async () => {
  for (const { section, release } of drafts.list()) await drafts.discard(section, { release, author: 'asha' })
  await change((current) => [...current.filter(({ _id }) => _id !== drop._id), drop])
  await siteContent.update(siteDetails, { ...by, change: (content) => ({ ...content, redirects: [] }) })
})

test('a product with a new address: the old one leads there, in the same publication', async () => {
  const seen: [string, number][] = []
  const unsubscribe = siteContent.subscribe((section) => seen.push([section, visit('/products/new-drop').status]))
  await rename('flat-drop')
  unsubscribe()
  expect(seen).toEqual([
    ['products', 308],
    ['site', 308],
  ])
  expect(visit('/products/new-drop')).toEqual({ status: 308, location: '/products/flat-drop' })
  expect(redirects()).toEqual([['/products/new-drop', '/products/flat-drop']])
  expect((await siteContent.history(siteDetails))[0]).toMatchObject({
    author: 'website',
    reason: 'Redirect added for a changed address',
  })
})

test('a disk that refuses the file of the redirects: they work at once, and are in it after the next save', async () => {
  const commit = testSite.storage.commit.bind(testSite.storage)
  const refuse = vi
    .spyOn(testSite.storage, 'commit')
    .mockImplementation((puts, options) =>
      puts.some(({ name }) => name === `content/${siteDetails.file}`)
        ? Promise.reject(new StorageError('disk-full'))
        : commit(puts, options),
    )
  await rename('flat-drop')
  expect(visit('/products/new-drop')).toEqual({ status: 308, location: '/products/flat-drop' })
  await expect(rename('flat-drops')).rejects.toThrow(StorageError)
  refuse.mockRestore()
  await rename('flat-drops')
  expect(visit('/products/new-drop')).toEqual({ status: 308, location: '/products/flat-drops' })
  const text = readFileSync(path.join(testSite.env.contentDir, siteDetails.file), 'utf8')
  expect(text.match(/(?<=from: ).*/g)).toEqual(['/products/flat-drop', '/products/new-drop'])
})

test('equal redirects are equal in every field, so that two servers make the same', async () => {
  const made = async () => {
    await rename('flat-drop')
    const [redirect] = siteContent.read(siteDetails).value.redirects
    await siteContent.update(siteDetails, { ...by, change: (content) => ({ ...content, redirects: [] }) })
    await rename('new-drop')
    return redirect
  }
  expect(await made()).toEqual(await made())
})

test('an address that is changed by hand in the file: redirects soon; while the disk refuses it, logged once', async () => {
  const file = path.join(testSite.env.contentDir, fibreCables.file)
  const text = readFileSync(file, 'utf8')
  const commit = testSite.storage.commit.bind(testSite.storage)
  const refuse = vi
    .spyOn(testSite.storage, 'commit')
    .mockImplementation((puts, options) =>
      puts.some(({ name }) => name === `content/${siteDetails.file}`)
        ? Promise.reject(new StorageError('disk-full'))
        : commit(puts, options),
    )
  const error = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  writeFileSync(file, text.replace('slug: new-drop', 'slug: by-hand'))
  await vi.waitFor(() => {
    expect(error).toHaveBeenCalledOnce()
  })
  refuse.mockRestore()
  await saved([['/products/new-drop', '/products/by-hand']], 10_000)
  expect(error).toHaveBeenCalledOnce()
  error.mockRestore()
})

test('renamed twice: every old address leads to the last one', async () => {
  await rename('flat-drop')
  await rename('flat-drops')
  await saved([
    ['/products/flat-drop', '/products/flat-drops'],
    ['/products/new-drop', '/products/flat-drops'],
  ])
  expect(visit('/products/new-drop')).toEqual({ status: 308, location: '/products/flat-drops' })
})

test('renamed and back: the address serves its page again, no redirect leads away from it', async () => {
  await rename('flat-drop')
  await rename('new-drop')
  await saved([['/products/flat-drop', '/products/new-drop']])
  expect(visit('/products/new-drop')).toEqual({ status: 200, location: null })
})

test('renamed by an edit that is undone at once: nothing is left of the address', async () => {
  await rename('flat-drop')
  const [newest] = await siteContent.history(fibreCables)
  await siteContent.restore(fibreCables, newest?.id ?? '', { author: 'admin' })
  expect(redirects()).toEqual([])
  expect(visit('/products/new-drop').status).toBe(200)
  expect(visit('/products/flat-drop').status).toBe(404)
})

test('a removed product: its address leads to all products', async () => {
  await change((current) => current.filter(({ _id }) => _id !== drop._id))
  expect(visit('/products/new-drop')).toEqual({ status: 308, location: '/products' })
  await saved([['/products/new-drop', '/products']])
})

test('a card of a product with a page of its own: the page stays, no redirect is made', async () => {
  const { value } = siteContent.read(powerCables)
  await siteContent.update(powerCables, {
    ...by,
    change: (content) => ({
      ...content,
      products: content.products.map((card) => (card.slug === 'xlpe-compound' ? { ...card, slug: 'xlpe' } : card)),
    }),
  })
  expect(visit('/products/xlpe-compound')).toEqual({ status: 200, location: null })
  await siteContent.update(powerCables, { ...by, change: () => value })
  await saved([['/products/xlpe', '/products/xlpe-compound']])
})

test('a redirect that staff have added: leads from any address without a page, never from one with a page', async () => {
  const redirects = [
    { _id: 'a', from: '/old-page', to: '/about' },
    { _id: 'b', from: '/products/xlpe-compound', to: '/products' },
  ]
  await siteContent.update(siteDetails, { ...by, change: (content) => ({ ...content, redirects }) })
  expect(responseOf(() => notFound(argsFor('/old-page')))).toEqual({ status: 308, location: '/about' })
  expect(visit('/products/xlpe-compound').status).toBe(200)
  expect(responseOf(() => notFound(argsFor('/other'))).status).toBe(404)
})

test.each([
  [
    'to another old address',
    [
      { from: '/a', to: '/b' },
      { from: '/b', to: '/a' },
    ],
  ],
  ['to itself', [{ from: '/a', to: '/a' }]],
  ['to itself with a slash at the end', [{ from: '/a', to: '/a/' }]],
  ['to itself in escapes', [{ from: '/a', to: '/%61' }]],
  ['to itself with a query', [{ from: '/a', to: '/a?b=1' }]],
  ['to itself with a fragment', [{ from: '/a', to: '/a#b' }]],
  ['to itself by dots', [{ from: '/a', to: '/b/../a' }]],
  [
    'to another spelling of an old address',
    [
      { from: '/a', to: '/b//' },
      { from: '/b', to: '/%61/' },
    ],
  ],
  [
    'from one old address in two spellings',
    [
      { from: '/a', to: '/c' },
      { from: '/a/', to: '/d' },
    ],
  ],
  ['to another site after dots', [{ from: '/a', to: '/\\example.com' }]],
  ['from the administrator area', [{ from: '/admin/login', to: '/products' }]],
  ['from the API', [{ from: '/api/stats', to: '/products' }]],
  ['from the state of the host', [{ from: '/healthz', to: '/products' }]],
  ['from a script', [{ from: '/assets/x.js', to: '/products' }]],
  ['from an icon', [{ from: '/favicon.ico', to: '/products' }]],
  ['from a page', [{ from: '/aboutus', to: '/products' }]],
  ['from a page in another spelling', [{ from: '/%61boutus/', to: '/products' }]],
  ['from a generated file', [{ from: '/sitemap.xml', to: '/products' }]],
  ['from an address with a query', [{ from: '/page?id=3', to: '/products' }]],
  ['to another site', [{ from: '/a', to: '//example.com' }]],
  ['from the home page', [{ from: '/', to: '/products' }]],
])('a redirect that leads %s: is refused', async (_, entries) => {
  const redirects = entries.map((entry, index) => ({ _id: `r${index}`, ...entry }))
  const saving = siteContent.update(siteDetails, { ...by, change: (content) => ({ ...content, redirects }) })
  await expect(saving).rejects.toMatchObject({ name: 'InvalidContent' })
})

test('letters count: an address in capitals is another one', async () => {
  await redirect({ from: '/a', to: '/A' })
  expect(responseOf(() => notFound(argsFor('/a')))).toEqual({ status: 308, location: '/A' })
})

test.each([
  ['/हिन्दी', '/%E0%A4%B9%E0%A4%BF%E0%A4%A8%E0%A5%8D%E0%A4%A6%E0%A5%80'],
  ['/日本?q=東#京', '/%E6%97%A5%E6%9C%AC?q=%E6%9D%B1#%E4%BA%AC'],
  ['/é', '/%C3%A9'],
  ['/😀', '/%F0%9F%98%80'],
  ['/about\u200bus', '/aboutus'],
  ['/about us', '/about%20us'],
  ['/%C3%A9?a=100%&b="<>', '/%C3%A9?a=100%25&b=%22%3C%3E'],
])('a redirect to %s: is stored and sent as %s', async (to, location) => {
  await redirect({ from: '/old', to })
  expect(siteContent.read(siteDetails).value.redirects[0]?.to).toBe(location)
  expect(responseOf(() => notFound(argsFor('/old')))).toEqual({ status: 308, location })
  // Storing it again changes nothing.
  await redirect({ from: '/old', to: location })
  expect(siteContent.read(siteDetails).value.redirects[0]?.to).toBe(location)
})

test('a redirect to letters of another script that was written into the file: is sent encoded', async () => {
  await redirect({ from: '/old', to: '/products' })
  const file = path.join(testSite.env.contentDir, siteDetails.file)
  writeFileSync(file, readFileSync(file, 'utf8').replace(/to: .products.?$/m, 'to: "/हि\\u200B/"'))
  await vi.waitFor(
    () => {
      expect(responseOf(() => notFound(argsFor('/old')))).toEqual({ status: 308, location: '/%E0%A4%B9%E0%A4%BF/' })
    },
    { timeout: 10_000 },
  )
})

test('an old address with a slash at the end: redirects as the one without', async () => {
  await redirect({ from: '/old/', to: '/products' })
  expect(redirects()).toEqual([['/old', '/products']])
  expect(responseOf(() => notFound(argsFor('/old')))).toEqual({ status: 308, location: '/products' })
})

test('a product that moves: redirects to its former address in any spelling lead to the new one', async () => {
  await redirect({ from: '/old', to: '/products/new-drop/?from=catalogue' })
  await rename('flat-drop')
  expect(redirects()).toEqual([
    ['/products/new-drop', '/products/flat-drop'],
    ['/old', '/products/flat-drop'],
  ])
})

describe('a release that is undone', () => {
  test('with a new product: its address is an unknown one again, and nothing names it', async () => {
    const { id } = await publishRelease((current) => [...current, { ...drop, _id: 'secret', slug: 'secret-cable' }])
    expect(visit('/products/secret-cable').status).toBe(200)
    await releases.undo(id, 'admin')
    expect(visit('/products/secret-cable')).toEqual(visit('/products/unknown'))
    expect(visit('/products/secret').status).toBe(404)
    expect(readFileSync(path.join(testSite.env.contentDir, siteDetails.file), 'utf8')).not.toContain('secret')
    expect(JSON.stringify(layout(argsFor('/')))).not.toContain('secret')
  })

  test('with a new address of a product: the earlier one counts again, and earlier redirects lead there', async () => {
    await rename('flat-drop')
    const { id } = await publishRelease((current) => renamed(current, 'drop-2027'))
    expect(redirects()).toEqual([
      ['/products/flat-drop', '/products/drop-2027'],
      ['/products/new-drop', '/products/drop-2027'],
    ])
    await releases.undo(id, 'admin')
    expect(redirects()).toEqual([['/products/new-drop', '/products/flat-drop']])
    expect(visit('/products/flat-drop').status).toBe(200)
    expect(visit('/products/drop-2027').status).toBe(404)
  })

  test('that has removed a product: it is back, without a redirect', async () => {
    const { id } = await publishRelease((current) => current.filter(({ _id }) => _id !== drop._id))
    expect(visit('/products/new-drop')).toEqual({ status: 308, location: '/products' })
    await releases.undo(id, 'admin')
    expect(visit('/products/new-drop').status).toBe(200)
    expect(redirects()).toEqual([])
  })

  test('with a product at an old address: that one redirects again', async () => {
    await rename('flat-drop')
    const { id } = await publishRelease((current) => [...current, { ...drop, _id: 'other', slug: 'new-drop' }])
    expect(visit('/products/new-drop').status).toBe(200)
    await releases.undo(id, 'admin')
    expect(visit('/products/new-drop')).toEqual({ status: 308, location: '/products/flat-drop' })
  })

  test('with a draft of the redirects too: staff keep theirs, and the site adds its own', async () => {
    const release = await releases.create({ name: 'Both' }, 'admin')
    await draftOf(release.id, (current) => renamed(current, 'flat-drop'))
    const { value, version } = siteContent.read(siteDetails)
    const added = [{ _id: 'staff', from: '/old-page', to: '/about' }]
    await drafts.save(siteDetails, {
      release: release.id,
      content: { ...value, redirects: added },
      author: 'asha',
      version,
    })
    await releases.publish(release.id, 'admin')
    expect(redirects()).toEqual([
      ['/products/new-drop', '/products/flat-drop'],
      ['/old-page', '/about'],
    ])
    await releases.undo(release.id, 'admin')
    expect(redirects()).toEqual([])
    await releases.remove(release.id, 'discard', 'admin')
  })
})

function redirect(entry: { from: string; to: string }) {
  return siteContent.update(siteDetails, {
    ...by,
    change: (content) => ({ ...content, redirects: [{ _id: 'one', ...entry }] }),
  })
}

function change(edit: (current: Product[]) => Product[]) {
  return siteContent.update(fibreCables, {
    ...by,
    change: (content) => ({ ...content, products: edit(content.products) }),
  })
}

function rename(slug: string) {
  return change((current) => renamed(current, slug))
}

function renamed(current: readonly Product[], slug: string): Product[] {
  return current.map((product) => (product._id === drop._id ? { ...product, slug } : product))
}

async function draftOf(release: string, edit: (current: Product[]) => Product[]) {
  const { value, version } = siteContent.read(fibreCables)
  const content = { ...value, products: edit(value.products) }
  await drafts.save(fibreCables, { release, content, author: 'asha', version })
}

async function publishRelease(edit: (current: Product[]) => Product[]) {
  const { id } = await releases.create({ name: 'Release' }, 'admin')
  await draftOf(id, edit)
  return releases.publish(id, 'admin')
}

const redirects = () => siteContent.read(siteDetails).value.redirects.map(({ from, to }) => [from, to])

async function saved(expected: [from: string, to: string][], timeout = 1000) {
  await vi.waitFor(
    () => {
      expect(redirects()).toEqual(expected)
    },
    { timeout },
  )
}

function visit(address: string) {
  return responseOf(() => productPage({ ...argsFor(address), params: { slug: address.slice('/products/'.length) } }))
}

function argsFor(address: string) {
  return { request: new Request(`http://localhost:3000${address}`), params: {}, context: {} }
}

function responseOf(load: () => { init: ResponseInit | null }) {
  try {
    return { status: load().init?.status ?? 200, location: null }
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown
    return { status: thrown.status, location: thrown.headers.get('location') }
  }
}
