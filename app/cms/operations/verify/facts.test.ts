import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import definition from '#test/example-site/site.config.ts'
import { verifySite } from './verify-site.server.ts'

const { storage, env } = await createExampleSite()

test('a number and a text that differ from a fact: a note each, with the address of the field', async () => {
  const differing = async () =>
    (await verifySite({ storage, definition })).findings.filter(({ what }) => what.includes('differs from the fact'))
  expect(await differing()).toEqual([])
  const numbers = path.join(env.contentDir, 'home', 'numbers.yaml')
  writeFileSync(numbers, "_id: numbers\nyearsOpen: 35\nloavesADay: 300\nflour: '6000'\n")
  const recipe = path.join(env.contentDir, 'recipes', 'rye-bread.md')
  writeFileSync(recipe, '---\ntitle: Rye bread\nminutes: 90\n---\n\nWe bake 120 loaves of it.\n')
  const severity = 'note'
  const remedy = 'Correct the text, or the fact if the text is right.'
  const fact = 'differs from the fact Loaves a day, 250 loaves.'
  expect(await differing()).toEqual([
    {
      ...{ severity, remedy, href: '/admin/numbers#editor-loavesADay' },
      what: `Numbers, Loaves a day: “Loaves a day: 300” ${fact}`,
    },
    {
      ...{ severity, remedy, href: '/admin/recipes/rye-bread#editor-body' },
      what: expect.stringMatching(new RegExp(`^.*: “We bake 120 loaves of it.” ${fact}$`)) as string,
    },
  ])
})
