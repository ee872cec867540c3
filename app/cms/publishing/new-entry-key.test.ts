import { expect, test } from 'vitest'
import { recipe, recipes, temporaryCollection } from '#test/temporary-collection.ts'
import { newKeyFor } from './new-entry-key.server.ts'

test('the key of a new entry: its title in words, never that of an entry, a removed one or a draft', async () => {
  const folders = temporaryCollection()
  const { store: content } = await folders.open()
  const publish = (key: string) =>
    content.update(recipes.entry(key), {
      author: 'asha',
      reason: 'Test',
      change: () => recipe(key),
      create: () => recipe(key),
    })
  await publish('rye-bread')
  await publish('rye-bread-2')
  await content.remove(recipes.entry('rye-bread-2'), { author: 'asha', reason: 'Test' })
  const draft = { section: recipes.entry('rye-bread-3') }
  const sources = {
    content,
    drafts: { list: () => [draft] as never },
    definition: { findSection: (id = '') => recipes.entry(id.slice(recipes.idPrefix.length)) },
  }
  const keyOf = (title: string) => newKeyFor(sources, recipes, title)
  expect(await keyOf('Rye bread')).toBe('rye-bread-4')
  expect(await keyOf('Rolls')).toBe('rolls')
  expect(await keyOf('रोटी')).toBe('recipe')
  expect(await keyOf('—')).toBeUndefined()
  await folders.dispose()
})
