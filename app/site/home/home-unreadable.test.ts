import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { env } from '#app/platform/env.server.ts'

beforeAll(async () => {
  await writeFile(path.join(env.contentDir, 'home', 'stats.yaml'), 'yearsExperience: [')
  await rm(path.join(env.contentDir, 'site.yaml'))
})

test('files that never could be read: their content is undefined, and the rest stands', async () => {
  // Imported only now: the store reads its files when it is first imported.
  const { readHome } = await import('./home.server.ts')
  const { title, content } = readHome()
  expect(content.stats).toBeUndefined()
  expect(title).toBe('Home')
  expect(content.heroSlides?.slides).not.toEqual([])
})
