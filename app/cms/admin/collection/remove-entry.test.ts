import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { loader as loadDashboard } from '#app/cms/admin/shell/dashboard.tsx'
import { recipes } from '#test/example-site/recipes/recipes.ts'
import { loader as recipePage } from '#test/example-site/pages/recipe.tsx'
import { numbers } from '#test/example-site/home/numbers.ts'
import { ownRequest, routeArgs, screenArgs, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { redirected } from '#test/edit-responses.ts'
import { action as restore } from '#app/cms/admin/history/history-of-section.tsx'
import { loader as loadList } from './collection-list.tsx'
import { action, loader } from './remove-entry.tsx'

const { content, env } = await createExampleSite()

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

test('a page of its own: the question asks where its visitors go; gone if nothing is chosen', async () => {
  await make('eighth')
  expect((await loader(remove('eighth'))).hasOtherPage).toBe(false)
  const { flash } = await redirected(action(remove('eighth', 'remove')))
  expect(flash?.message).toContain('Visitors of /recipes/eighth read that the page is gone (410).')
  expect(statusOf('eighth')).toBe(410)
})

test('restored from the list of removed entries: it is there again, and staff see its form', async () => {
  await make('tenth')
  await redirected(action(remove('tenth', 'remove')))
  const { removed = [] } = await loadList(screenArgs('/admin/recipes?show=removed', cookie))
  const { href = '', edit } = removed.find(({ key }) => key === 'tenth') ?? {}
  const body = new URLSearchParams({ intent: 'restore', entry: edit?.id ?? '' })
  const request = ownRequest(href, { method: 'POST', body, headers: { cookie } })
  const { url } = await redirected(restore(routeArgs(request, { section: recipes.entry('tenth').id })))
  expect(url).toBe('/admin/recipes/tenth')
  expect(statusOf('tenth')).toBe(200)
})

test('several at once: the question says that the pages are gone', async () => {
  await make('ninth')
  await make('thirteenth')
  const ids = ['ninth', 'thirteenth'].map((key) => `id=${key}:${versionOf(key)}`).join('&')
  const { toRemove } = await loadList(screenArgs(`/admin/recipes?confirm=remove&${ids}`, cookie))
  expect(toRemove?.formerPages).toEqual({ areGone: true, staying: [] })
})

test('a file that was deleted by hand: still public; the dashboard leads to its removal, which is one like any other', async () => {
  await make('eleventh')
  rmSync(path.join(env.contentDir, recipes.entry('eleventh').file))
  await vi.waitFor(() => {
    expect(content.faults()).toHaveLength(1)
  })
  expect(statusOf('eleventh')).toBe(200)
  const { faults } = await loadDashboard(screenArgs('/admin', cookie))
  expect(faults.single).toMatchObject([{ isMissing: true, removeHref: '/admin/recipes/eleventh/remove' }])
  expect(await loader(remove('eleventh'))).toMatchObject({ isInvalid: false })
  const { flash } = await redirected(action(remove('eleventh', 'remove')))
  expect(flash?.message).toContain('Visitors of /recipes/eleventh read that the page is gone (410).')
  expect([statusOf('eleventh'), content.faults()]).toEqual([410, []])
  const [edit] = await content.history(recipes.entry('eleventh'))
  expect(edit?.reason).toContain('removed')
  await content.restore(recipes.entry('eleventh'), edit?.id ?? '', { author: 'asha' })
  expect(statusOf('eleventh')).toBe(200)
})

test('a file that is not valid: to be corrected, the dashboard offers no removal; its removal keeps both versions', async () => {
  await make('twelfth')
  const section = recipes.entry('twelfth')
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
  rmSync(path.join(env.contentDir, numbers.file))
  await vi.waitFor(() => {
    expect(content.faults()).toHaveLength(1)
  })
  const { faults } = await loadDashboard(screenArgs('/admin', cookie))
  expect(faults.single.map(({ removeHref }) => removeHref)).toEqual([undefined])
})

function remove(key: string, intent?: string) {
  const body = intent === undefined ? undefined : new URLSearchParams({ intent, version: versionOf(key) })
  const method = body ? 'POST' : 'GET'
  const request = ownRequest(`/admin/recipes/${key}/remove`, {
    method,
    ...(body && { body }),
    headers: { cookie },
  })
  return routeArgs(request, { key })
}

const versionOf = (key: string) => content.find(recipes.entry(key))?.version ?? ''

/** Makes an entry with a page. */
function make(key: string) {
  const { value } = content.read(recipes.entry('soda-bread'))
  return content.update(recipes.entry(key), {
    ...{ author: 'admin', reason: 'Test' },
    change: () => value,
    create: () => value,
  })
}

function statusOf(address: string) {
  return recipePage(routeArgs(ownRequest(`/recipes/${address}`), { address })).init?.status ?? 200
}
