import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { sectionEditorAction as editorAction } from '#app/cms/admin/editor/section/section-editor.server.ts'
import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { defineCollection } from '#app/cms/define/define-collection.ts'
import { defineSite } from '#app/cms/define/define-site.ts'
import { signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { redirected } from '#test/edit-responses.ts'
import { recipe } from '#test/example-site/recipes/recipes.ts'
import definition from '#test/example-site/site.config.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'

/** Loaves that staff arrange. */
const loaves = defineCollection({
  id: 'loaves',
  label: 'Loaves',
  names: { noun: 'loaf', title: ({ title }) => title },
  icon: 'news',
  form: { module: 'recipes/recipe-editor.tsx' },
  files: 'loaves/*.md',
  schema: recipe,
  pages: { below: '/loaves' },
  order: 'manual',
})
const KEYS = ['apple', 'milk', 'nut', 'rye']

const site = await createExampleSite({
  definition: defineSite({ ...definition, groups: [...definition.groups, { label: 'Shelf', items: [loaves] }] }),
  prepare({ contentDir }) {
    mkdirSync(path.join(contentDir, 'loaves'))
    for (const key of KEYS)
      writeFileSync(path.join(contentDir, 'loaves', `${key}.md`), `---\ntitle: ${key}\nminutes: 5\n---\n\nMix.\n`)
    return Promise.resolve()
  },
})
const { content } = site
const order = loaves.orderSection
if (!order) throw new Error('The order has no section')
const by = { author: 'ravi', reason: 'Test' }

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

const shownKeys = () =>
  pagesOf(site, loaves)
    .listed()
    .map(({ key }) => key)
const arrange = (keys: readonly string[], version: string) =>
  editorAction(sectionPost(order.id, { ...fieldsOf({ keys }), version }, { cookie }))
const version = () => content.find(order)?.version ?? ''

function make(key: string) {
  const value = loaves.schema.parse({ title: key, minutes: 5, body: 'Mix.' })
  return content.update(loaves.entry(key), { ...by, change: () => value, create: () => value })
}

test('one arranges the entries while another makes and removes some: the order is that of those that exist', async () => {
  const before = version()
  await make('walnut')
  await content.remove(loaves.entry('apple'), by)
  await arrange(['rye', 'nut', 'apple', 'milk'], before)
  expect(shownKeys()).toEqual(['rye', 'nut', 'milk', 'walnut'])
  await content.remove(loaves.entry('walnut'), by)
  await make('apple')
  expect(shownKeys()).toEqual(['rye', 'nut', 'apple', 'milk'])
})

test.each([
  ['that were never arranged', []],
  ['of which one was arranged', ['apple']],
  ['that were arranged', KEYS],
])('two people move entries %s: both moves hold', async (_case, from) => {
  await content.update(order, { ...by, change: () => ({ keys: from }) })
  const before = version()
  await redirected(arrange(['rye', 'apple', 'milk', 'nut'], before))
  await redirected(arrange(['milk', 'apple', 'nut', 'rye'], before))
  expect(content.read(order).value.keys).toEqual(['milk', 'rye', 'apple', 'nut'])
})
