import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readHome } from './home.server.ts'
import { createTestSite } from '#test/create-test-site.ts'

await createTestSite({
  prepare: async (env) => {
    await writeFile(path.join(env.contentDir, 'home', 'stats.yaml'), 'yearsExperience: [')
    await rm(path.join(env.contentDir, 'site.yaml'))
  },
})

test('files that never could be read: their content is undefined, and the rest stands', async () => {
  const { title, content } = readHome()
  expect(content.stats).toBeUndefined()
  expect(title).toBe('Home')
  expect(content.heroSlides?.slides).not.toEqual([])
})
