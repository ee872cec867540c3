import { beforeAll, expect, test } from 'vitest'
import { loader as loadList } from '#app/cms/admin/collection/collection-list.tsx'
import { formerPagesOf } from '#app/cms/admin/collection/former-page.ts'
import { action, loader } from '#app/cms/admin/collection/remove-entry.tsx'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { ownRequest, routeArgs, screenArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { redirected } from '#test/edit-responses.ts'
import { loader as productPage } from './product.tsx'

const { content } = await createTestSite()

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

test('a page whose address a card has as well: the question says that it stays, and it does', async () => {
  const { hasOtherPage, links } = await loader(remove('hffr-compound'))
  expect(hasOtherPage).toBe(true)
  expect(links.map(({ label }) => label)).toContain('Power Cable')
  const { flash } = await redirected(action(remove('hffr-compound', 'remove')))
  expect(flash?.message).toBe(
    'HFFR Compound page was removed. Other content still leads to /products/hffr-compound: visitors then see a short page that is made from it.',
  )
  expect(statusOf('hffr-compound')).toBe(200)
})

test.each([
  ['one whose address a card has as well', ['pvc-compound'], ['/products/pvc-compound'], []],
  ['one of its own', ['ninth'], [], ['/products/ninth']],
  ['both', ['pvc-compound', 'ninth'], ['/products/pvc-compound'], ['/products/ninth']],
])('several at once, %s: the question says which pages stay', async (_case, keys, staying, gone) => {
  await make('ninth')
  const ids = keys.map((key) => `id=${key}:${versionOf(key)}`).join('&')
  const { toRemove } = await loadList(screenArgs(`/admin/product-pages?confirm=remove&${ids}`, cookie))
  expect(toRemove?.formerPages).toEqual({ areGone: true, staying })
  const told = formerPagesOf(keys.length, { areGone: true, staying })
  expect(told.some((text) => text.includes('(410)'))).toBe(gone.length > 0)
  expect(told.filter((text) => text.startsWith('Other content still leads to'))).toHaveLength(staying.length)
})

function remove(key: string, intent?: string) {
  const body = intent === undefined ? undefined : new URLSearchParams({ intent, version: versionOf(key) })
  const method = body ? 'POST' : 'GET'
  const request = ownRequest(`/admin/product-pages/${key}/remove`, {
    method,
    ...(body && { body }),
    headers: { cookie },
  })
  return routeArgs(request, { key })
}

const versionOf = (key: string) => content.find(productPages.entry(key))?.version ?? ''

/** Makes a page that no card leads to. */
function make(key: string) {
  const { value } = content.read(productPages.entry('pvc-compound'))
  return content.update(productPages.entry(key), {
    ...{ author: 'admin', reason: 'Test' },
    change: () => value,
    create: () => value,
  })
}

function statusOf(slug: string) {
  return productPage(routeArgs(ownRequest(`/products/${slug}`), { slug })).init?.status ?? 200
}
