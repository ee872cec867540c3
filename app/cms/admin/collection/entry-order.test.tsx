import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import SectionEditorPage, {
  action as editorAction,
  loader as loadEditor,
} from '#app/cms/admin/editor/section/section-editor.tsx'
import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { defineCollection } from '#app/cms/define/define-collection.ts'
import { defineSite } from '#app/cms/define/define-site.ts'
import { ownRequest, routeArgs, screenArgs, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { renderInRouter } from '#test/render-in-router.tsx'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import { recipe } from '#test/example-site/recipes/recipes.ts'
import definition from '#test/example-site/site.config.ts'
import CollectionList, { action as listAction, loader as loadList } from './collection-list.tsx'
import EntryOrderEditor, { handle, loader as loadTitles } from './entry-order-editor.tsx'

/** Recipes that staff arrange. */
const arranged = defineCollection({
  id: 'recipes',
  label: 'Recipes',
  names: { noun: 'recipe', title: ({ title }) => title },
  icon: 'news',
  form: { module: 'recipes/recipe-editor.tsx' },
  files: 'recipes/*.md',
  schema: recipe,
  pages: { below: '/recipes' },
  order: 'manual',
})
const [shop, ...groups] = definition.groups
const site = await createExampleSite({
  definition: defineSite({
    ...definition,
    groups: [
      { label: 'Shop', items: [...(shop?.items ?? []).filter(({ id }) => id !== 'recipes'), arranged] },
      ...groups,
    ],
  }),
  prepare({ contentDir }) {
    rmSync(path.join(contentDir, 'recipes'), { recursive: true })
    mkdirSync(path.join(contentDir, 'recipes'))
    for (const key of ['apple-cake', 'milk-bread', 'rye-bread'])
      writeFileSync(
        path.join(contentDir, 'recipes', `${key}.md`),
        `---\ntitle: Recipe of ${key}\nminutes: 10\n---\n\nMix and bake.\n`,
      )
    return Promise.resolve()
  },
})
const file = path.join(site.env.contentDir, 'recipes/order.yaml')
const order = site.definition.findSection('recipes-order')
if (!order) throw new Error('The order has no section')
const address = '/admin/recipes-order'

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})
beforeEach(async () => {
  await site.content.update(order, {
    author: 'asha',
    reason: 'Test',
    change: () => ({ keys: ['milk-bread', 'no-such-bread', 'apple-cake'] }),
  })
})

const load = () => loadEditor(screenArgs(address, cookie))
const shownKeys = () =>
  pagesOf(site, arranged)
    .listed()
    .map(({ key }) => key)
const post = (fields: Record<string, string>) => editorAction(sectionPost('recipes-order', fields, { cookie }))

describe('the order', () => {
  test('keys without an entry have no effect, and entries that are not arranged are the last', () => {
    expect(shownKeys()).toEqual(['milk-bread', 'apple-cake', 'rye-bread'])
    expect(site.sections.entriesOf(arranged).map(({ entry }) => entry?.key)).toEqual(shownKeys())
    expect(site.sections.all().map(({ id }) => id)).toContain('recipes-order')
  })

  test('it is changed by hand: shown at once', async () => {
    writeFileSync(file, 'keys: [rye-bread]\n')
    await expect.poll(shownKeys).toEqual(['rye-bread', 'apple-cake', 'milk-bread'])
  })
})

describe('its screen', () => {
  test('the list leads to it', async () => {
    const loaded = await loadList(screenArgs('/admin/recipes', cookie))
    renderInRouter(<CollectionList />, { loaded })
    expect(screen.getByRole('link', { name: 'Order of recipes' })).toHaveAttribute('href', address)
    const rows = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
    expect(rows).toEqual(['Recipe of milk-bread', 'Recipe of apple-cake', 'Recipe of rye-bread'])
  })

  test('every entry by its title, with buttons that move it', async () => {
    renderInRouter(<SectionEditorPage />, {
      loader: load,
      children: [
        { index: true, element: <EntryOrderEditor />, handle, loader: () => loadTitles(screenArgs(address, cookie)) },
      ],
    })
    const rows = await screen.findAllByRole('listitem')
    const names = rows.map((row) => row.querySelector('.item__title')?.textContent).filter(Boolean)
    expect(names).toEqual(['Recipe of milk-bread', 'Recipe of apple-cake', 'Recipe of rye-bread'])
    expect(screen.getByRole('button', { name: 'Move Recipe of milk-bread up' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Move Recipe of rye-bread up' })).toBeEnabled()
    expect(screen.getByRole('link', { name: 'Recipes' })).toHaveAttribute('href', '/admin/recipes')
  })

  test('without JavaScript: a button moves an entry in the form, a save publishes the order, and undo takes it back', async () => {
    const { content } = await load()
    const move = JSON.stringify({ type: 'reorder', payload: { name: 'keys', from: 2, to: 1 } })
    const moved = await refusal(post({ ...fieldsOf(content), __intent__: move }))
    expect(moved.reply.result.initialValue).toEqual({ keys: ['milk-bread', 'rye-bread', 'apple-cake'] })
    expect(shownKeys()).toEqual(['milk-bread', 'apple-cake', 'rye-bread'])
    const saved = await redirected(post(fieldsOf(moved.reply.result.initialValue)))
    expect(saved).toMatchObject({ url: address, flash: { message: 'Order of recipes updated successfully!' } })
    expect(shownKeys()).toEqual(['milk-bread', 'rye-bread', 'apple-cake'])
    await redirected(post({ intent: 'restore', entry: saved.flash?.undo?.entry ?? '' }))
    expect(shownKeys()).toEqual(['milk-bread', 'apple-cake', 'rye-bread'])
  })

  test('an address that has no order: 404', async () => {
    await expect(loadTitles(screenArgs('/admin/recipes', cookie))).rejects.toMatchObject({ status: 404 })
  })
})

test('approval of the collection: its order needs it as well', async () => {
  expect(site.approvals.isNeeded(order)).toBe(false)
  await site.approvals.setSections(new Set(['recipes']), 'asha')
  expect(site.approvals.isNeeded(order)).toBe(true)
  await site.approvals.setSections(new Set(), 'asha')
})

describe('the list: an entry moved to the position that was typed', () => {
  const move = (fields: Record<string, string>) => {
    const body = new URLSearchParams({ intent: 'move', version: site.content.find(order)?.version ?? '', ...fields })
    return listAction(routeArgs(ownRequest('/admin/recipes', { method: 'POST', body, headers: { cookie } })))
  }

  test('the link of its row asks for the position, with the one that it has', async () => {
    const loaded = await loadList(screenArgs('/admin/recipes', cookie))
    const others = Array.from({ length: 4 }, (_, copy) =>
      loaded.rows.map((row) => ({ ...row, key: `${row.key}-${copy}` })),
    )
    renderInRouter(<CollectionList />, { loaded: { ...loaded, rows: [...loaded.rows, ...others.flat()] } })
    // Step by step it would be a long way.
    expect(screen.queryByRole('button', { name: /^Move recipe 3/ })).toBeNull()
    const link = screen.getByRole('link', { name: '3: move Recipe of rye-bread to another position' })
    const { toMove } = await loadList(screenArgs(link.getAttribute('href') ?? '', cookie))
    expect(toMove).toEqual({ entry: 'rye-bread', title: 'Recipe of rye-bread', position: 3, count: 3 })
  })

  test.each([
    ['1', ['rye-bread', 'milk-bread', 'apple-cake']],
    ['2', ['milk-bread', 'rye-bread', 'apple-cake']],
    ['0', ['rye-bread', 'milk-bread', 'apple-cake']],
    ['99999999', ['milk-bread', 'apple-cake', 'rye-bread']],
  ])('position %s', async (position, keys) => {
    const { flash } = await redirected(move({ key: 'rye-bread', position }))
    expect(flash).toMatchObject({ kind: 'success', message: 'Order changed' })
    expect(
      pagesOf(site, arranged)
        .listed()
        .map(({ key }) => key),
    ).toEqual(keys)
  })

  test('no number: refused in plain words, and nothing moves', async () => {
    const { flash } = await redirected(move({ key: 'rye-bread', position: 'first' }))
    expect(flash).toMatchObject({ kind: 'failure', message: expect.stringContaining('position as a number') as string })
    expect(site.content.read(order).value['keys']).toEqual(['milk-bread', 'no-such-bread', 'apple-cake'])
  })
})
