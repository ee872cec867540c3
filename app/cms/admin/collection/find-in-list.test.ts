import { beforeAll, expect, test } from 'vitest'
import { screenArgs, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { recipes } from '#test/example-site/recipes/recipes.ts'
import { loader as loadList } from './collection-list.tsx'

const { content } = await createExampleSite()
let cookie: string

beforeAll(async () => {
  cookie = await signIn()
  const { value } = content.read(recipes.entry('soda-bread'))
  for (const [key, title] of Object.entries({ delhi: 'दिल्ली की रोटी', lentils: 'दल की रोटी', brule: 'Crème brûlée' })) {
    const recipe = { ...value, title }
    await content.update(recipes.entry(key), {
      author: 'asha',
      reason: 'Test',
      change: () => recipe,
      create: () => recipe,
    })
  }
})

test.each([
  ['दल', ['lentils']],
  ['दिल्ली', ['delhi']],
  ['की रोटी', ['delhi', 'lentils']],
  ['creme BRULEE', ['brule']],
])('words for which a list of entries is searched, %s: %j', async (query, keys) => {
  const { rows } = await loadList(screenArgs(`/admin/recipes?q=${encodeURIComponent(query)}`, cookie))
  expect(rows.map(({ key }) => key).sort()).toEqual(keys)
})
