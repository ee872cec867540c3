import { beforeAll, expect, test } from 'vitest'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { loader as productPage } from '#app/site/pages/products/product.tsx'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { redirected } from '#test/edit-responses.ts'
import { action, loader } from './remove-entry.tsx'

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

test('a page of its own: the question asks where its visitors go; gone if nothing is chosen', async () => {
  const value = content.read(productPages.entry('pvc-compound')).value
  await content.update(productPages.entry('eighth'), {
    ...{ author: 'admin', reason: 'Test' },
    change: () => value,
    create: () => value,
  })
  expect((await loader(remove('eighth'))).hasOtherPage).toBe(false)
  const { flash } = await redirected(action(remove('eighth', 'remove')))
  expect(flash?.message).toContain('Visitors of /products/eighth read that the page is gone (410).')
  expect(statusOf('eighth')).toBe(410)
})

function remove(key: string, intent?: string) {
  const version = content.find(productPages.entry(key))?.version ?? ''
  const body = intent === undefined ? undefined : new URLSearchParams({ intent, version })
  const method = body ? 'POST' : 'GET'
  const request = ownRequest(`/admin/product-pages/${key}/remove`, {
    method,
    ...(body && { body }),
    headers: { cookie },
  })
  return routeArgs(request, { key })
}

function statusOf(slug: string) {
  return productPage(routeArgs(ownRequest(`/products/${slug}`), { slug })).init?.status ?? 200
}
