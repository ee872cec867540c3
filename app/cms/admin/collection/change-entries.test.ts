import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { origin, screenArgs, signIn, signInAs } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { redirected } from '#test/edit-responses.ts'
import { bakery } from '#test/example-site/bakery/bakery.ts'
import { recipes } from '#test/example-site/recipes/recipes.ts'
import { loader as loadDashboard } from '#app/cms/admin/shell/dashboard.tsx'
import { loader as loadEditor } from '#app/cms/admin/editor/section/section-editor.tsx'
import { action, loader } from './collection-list.tsx'

const { content, env } = await createExampleSite()
const KEYS = ['apple-pie', 'baguette', 'cake']

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

beforeEach(async () => {
  for (const [at, key] of KEYS.entries()) {
    const value = recipes.schema.parse({
      title: key,
      minutes: 30 - at,
      body: 'Bake.',
      address: at === 2 ? 'torte' : '',
    })
    await content.update(recipes.entry(key), {
      author: 'asha',
      reason: 'Test',
      change: () => value,
      create: () => value,
    })
  }
  await content.update(bakery, { author: 'asha', reason: 'Test', change: (now) => ({ ...now, redirects: [] }) })
})

const chosen = (key: string) => `${key}:${content.find(recipes.entry(key))?.version ?? ''}`
const visibilities = () => KEYS.map((key) => content.find(recipes.entry(key))?.value.visibility)
const list = (search = '') => loader(screenArgs(`/admin/recipes${search}`, cookie))

function post(fields: Record<string, string>, ids: readonly string[] = [], search = '') {
  const args = screenArgs(`/admin/recipes${search}`, cookie, { fields })
  const body = new URLSearchParams([...Object.entries(fields), ...ids.map((id) => ['id', id])])
  const { headers } = args.request
  const plain = new Headers(headers)
  plain.set('content-type', 'application/x-www-form-urlencoded')
  const request = new Request(args.request.url, { method: 'POST', headers: plain, body })
  return redirected(action({ ...args, request }))
}

const undo = (flash: Awaited<ReturnType<typeof post>>['flash']) =>
  post({ intent: 'restore', entry: flash?.undo?.entry ?? '' })

describe('several entries', () => {
  test('hidden, and shown again by one undo', async () => {
    const { flash } = await post({ intent: 'hide' }, KEYS.slice(0, 2).map(chosen))
    expect(flash).toMatchObject({ kind: 'success', message: '2 recipes hidden', undo: { address: '/admin/recipes' } })
    expect(visibilities()).toEqual(['hidden', 'hidden', 'listed'])
    expect((await undo(flash)).flash).toMatchObject({ kind: 'success', message: 'The change of 2 recipes was undone' })
    expect(visibilities()).toEqual(['listed', 'listed', 'listed'])
    expect((await undo(flash)).flash?.kind).toBe('failure')
  })

  test('of a part of the list: staff come back to this part, also after the undo', async () => {
    const part = '/admin/recipes?q=a&show=listed&sort=title&order=descending&page=2'
    const { flash, url } = await post(
      { intent: 'hide' },
      KEYS.slice(0, 1).map(chosen),
      part.slice('/admin/recipes'.length),
    )
    expect(url).toBe(part)
    expect(flash?.undo?.address).toBe(part)
  })

  test('removed, gone for visitors, and restored by one undo', async () => {
    const ids = KEYS.map(chosen)
    const question = await list(`?confirm=remove&${ids.map((id) => `id=${encodeURIComponent(id)}`).join('&')}`)
    expect(question.toRemove?.rows.map(({ title }) => title)).toEqual(KEYS)
    const { flash } = await post({ intent: 'remove' }, ids)
    expect(flash?.message).toBe('3 recipes removed')
    expect(visibilities()).toEqual([undefined, undefined, undefined])
    const redirects = () => content.read(bakery).value.redirects.map(({ from, to }) => [from, to])
    expect(redirects()).toEqual(['apple-pie', 'baguette', 'torte'].map((last) => [`/recipes/${last}`, '']))
    await undo(flash)
    expect(visibilities()).toEqual(['listed', 'listed', 'listed'])
    expect(redirects()).toEqual([])
  })

  test('one of which was changed meanwhile: named, and nothing is changed', async () => {
    const ids = KEYS.map(chosen)
    await content.update(recipes.entry('cake'), {
      author: 'ravi',
      reason: 'Test',
      change: (now) => ({ ...now, title: 'Cheesecake' }),
    })
    const { flash } = await post({ intent: 'remove' }, ids)
    expect(flash).toMatchObject({ kind: 'failure' })
    expect(flash?.message).toMatch(/^Cheesecake was changed by someone else/)
    expect(visibilities()).toEqual(['listed', 'listed', 'listed'])
  })

  test('of which one is changed before the undo: named, and the others stay as they are', async () => {
    const { flash } = await post({ intent: 'hide' }, KEYS.map(chosen))
    await content.update(recipes.entry('cake'), {
      author: 'ravi',
      reason: 'Test',
      change: (now) => ({ ...now, title: 'Cheesecake' }),
    })
    const undone = await undo(flash)
    expect(undone.flash?.message).toMatch(/^Cheesecake was changed by someone else/)
    expect(visibilities()).toEqual(['hidden', 'hidden', 'hidden'])
  })

  test.each([
    ['none', []],
    ['one that is no entry', ['Ä:1']],
    ['too many', Array.from({ length: 51 }, (_, at) => `x${at}:1`)],
  ])('%s chosen: refused', async (_case, ids) => {
    expect((await post({ intent: 'hide' }, ids)).flash?.kind).toBe('failure')
    expect(visibilities()).toEqual(['listed', 'listed', 'listed'])
  })

  test('whose files are missing or not valid: together on the dashboard and in the list, and written back at once', async () => {
    const fileOf = (key: string) => path.join(env.contentDir, recipes.entry(key).file)
    expect((await list()).states).not.toContain('fault')
    await writeFile(fileOf('apple-pie'), '---\ntitle: 7\n---\n')
    for (const key of ['baguette', 'cake']) await rm(fileOf(key))
    await vi.waitFor(() => {
      expect(content.faults()).toHaveLength(3)
    })
    const { faults } = await loadDashboard(screenArgs('/admin', cookie))
    expect(faults.single).toEqual([])
    expect(faults.together).toMatchObject([
      { id: 'recipes', count: 3, labels: KEYS, href: '/admin/recipes?show=fault' },
    ])
    const { rows, states } = await list('?show=fault')
    expect(states).toContain('fault')
    expect(rows.map(({ key, state, fault }) => [key, state, fault])).toEqual([
      ['apple-pie', 'listed', 'invalid'],
      ['baguette', 'listed', 'missing'],
      ['cake', 'listed', 'missing'],
    ])
    const { flash } = await post({ intent: 'write-back' }, KEYS.map(chosen))
    expect(flash).toMatchObject({
      kind: 'success',
      message: 'The last valid versions of 3 recipes were written to the files',
    })
    expect(content.faults()).toEqual([])
    expect((await list('?show=fault')).rows).toEqual([])
    const again = await post({ intent: 'write-back' }, KEYS.map(chosen))
    expect(again.flash?.message).toBe('The files of the selected entries are already valid')
  })

  test('by an editor: refused', async () => {
    const editor = await signInAs('editor')
    const args = screenArgs('/admin/recipes', editor, { fields: { intent: 'hide', id: chosen('cake') } })
    expect((await redirected(action(args))).flash?.kind).toBe('failure')
    expect((await loader(screenArgs('/admin/recipes', editor))).mayChangeMany).toBe(false)
    expect(visibilities()).toEqual(['listed', 'listed', 'listed'])
  })
})

test.each([
  ['?sort=title&order=descending', ['Soda bread', 'cake', 'baguette', 'apple-pie']],
  ['?sort=0', ['cake', 'baguette', 'apple-pie', 'Soda bread']],
  ['?sort=99', ['apple-pie', 'baguette', 'cake', 'Soda bread']],
  ['?q=torte', ['cake']],
  ['?q=apple', ['apple-pie']],
  ['?q=nothing', []],
])('the list at %s: its entries in this order', async (search, titles) => {
  expect((await list(search)).rows.map(({ title }) => title)).toEqual(titles)
})

test('Duplicate asks for a title, and opens the form with the content of the entry; nothing is saved', async () => {
  expect((await list('?duplicate=cake')).duplicated).toEqual({ from: 'cake', title: 'cake' })
  expect((await list('?duplicate=none')).duplicated).toBeUndefined()
  const { url } = await post({ intent: 'make', title: 'Nut cake', from: 'cake' })
  expect(url).toBe(`/admin/recipes/nut-cake?title=Nut+cake&from=cake`)
  const search = new URL(url ?? '', origin).search
  const editor = await loadEditor(
    screenArgs(`/admin/recipes/nut-cake${search}`, cookie, { params: { key: 'nut-cake' } }),
  )
  expect(editor).toMatchObject({
    label: 'New recipe',
    version: '',
    content: { title: 'Nut cake', minutes: 28, address: '', body: 'Bake.' },
  })
  expect(content.find(recipes.entry('nut-cake'))).toBeUndefined()
})
