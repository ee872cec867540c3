import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { loader as loadDashboard } from '#app/cms/admin/shell/dashboard.tsx'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { loader as productPage } from '#app/site/pages/products/product.tsx'
import { stats } from '#app/site/sections/stats/stats.ts'
import { ownRequest, routeArgs, screenArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { redirected } from '#test/edit-responses.ts'
import { action as restore } from '#app/cms/admin/history/history-of-section.tsx'
import { loader as loadList } from './collection-list.tsx'
import { formerPagesOf } from './former-page.ts'
import { action, loader } from './remove-entry.tsx'

const { content, env } = await createTestSite()

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
  await make('eighth')
  expect((await loader(remove('eighth'))).hasOtherPage).toBe(false)
  const { flash } = await redirected(action(remove('eighth', 'remove')))
  expect(flash?.message).toContain('Visitors of /products/eighth read that the page is gone (410).')
  expect(statusOf('eighth')).toBe(410)
})

test('restored from the list of removed entries: it is there again, and staff see its form', async () => {
  await make('tenth')
  await redirected(action(remove('tenth', 'remove')))
  const { removed = [] } = await loadList(screenArgs('/admin/product-pages?show=removed', cookie))
  const { href = '', edit } = removed.find(({ key }) => key === 'tenth') ?? {}
  const body = new URLSearchParams({ intent: 'restore', entry: edit?.id ?? '' })
  const request = ownRequest(href, { method: 'POST', body, headers: { cookie } })
  const { url } = await redirected(restore(routeArgs(request, { section: productPages.entry('tenth').id })))
  expect(url).toBe('/admin/product-pages/tenth')
  expect(statusOf('tenth')).toBe(200)
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

test('a file that was deleted by hand: still public; the dashboard leads to its removal, which is one like any other', async () => {
  await make('eleventh')
  rmSync(path.join(env.contentDir, productPages.entry('eleventh').file))
  await vi.waitFor(() => {
    expect(content.faults()).toHaveLength(1)
  })
  expect(statusOf('eleventh')).toBe(200)
  const { faults } = await loadDashboard(screenArgs('/admin', cookie))
  expect(faults.single).toMatchObject([{ isMissing: true, removeHref: '/admin/product-pages/eleventh/remove' }])
  expect(await loader(remove('eleventh'))).toMatchObject({ isInvalid: false })
  const { flash } = await redirected(action(remove('eleventh', 'remove')))
  expect(flash?.message).toContain('Visitors of /products/eleventh read that the page is gone (410).')
  expect([statusOf('eleventh'), content.faults()]).toEqual([410, []])
  const [edit] = await content.history(productPages.entry('eleventh'))
  expect(edit?.reason).toContain('removed')
  await content.restore(productPages.entry('eleventh'), edit?.id ?? '', { author: 'asha' })
  expect(statusOf('eleventh')).toBe(200)
})

test('a file that is not valid: to be corrected, the dashboard offers no removal; its removal keeps both versions', async () => {
  await make('twelfth')
  const section = productPages.entry('twelfth')
  const file = path.join(env.contentDir, section.file)
  writeFileSync(file, 'title: [broken\n')
  await vi.waitFor(() => {
    expect(content.faults()).toHaveLength(1)
  })
  const { faults } = await loadDashboard(screenArgs('/admin', cookie))
  expect(faults.single).toMatchObject([{ isMissing: false, line: 1, removeHref: undefined }])
  expect(await loader(remove('twelfth'))).toMatchObject({ isInvalid: true })
  await redirected(action(remove('twelfth', 'remove')))
  expect([existsSync(file), content.faults()]).toEqual([false, []])
  const texts = await Promise.all(
    (await content.history(section)).map(async ({ id }) => (await content.pastTexts(section, id))?.[0]),
  )
  expect(texts).toEqual([expect.stringContaining('title:'), 'title: [broken\n', expect.anything()])
})

test('the file of a fixed section that was deleted by hand: the dashboard offers no removal', async () => {
  rmSync(path.join(env.contentDir, stats.file))
  await vi.waitFor(() => {
    expect(content.faults()).toHaveLength(1)
  })
  const { faults } = await loadDashboard(screenArgs('/admin', cookie))
  expect(faults.single.map(({ removeHref }) => removeHref)).toEqual([undefined])
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
