import { rm } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { env } from '#app/platform/env.server.ts'

beforeAll(async () => {
  await rm(path.join(env.contentDir, 'pages'), { recursive: true })
  await rm(path.join(env.contentDir, 'investors'), { recursive: true })
  await rm(path.join(env.contentDir, 'site.yaml'))
})

// Imported only in the test: the store reads its files when it is first imported.
const pages = {
  '/aboutus': () => import('./about.tsx'),
  '/certificate': () => import('./certificate.tsx'),
  '/services': () => import('./services.tsx'),
  '/careers': () => import('./careers.tsx'),
  '/investors/Drhp': () => import('#app/site/investors/drhp.tsx'),
  '/investors/industry-report': () => import('#app/site/investors/industry-report.tsx'),
}

test.each(Object.entries(pages))('%s, no content file: 503 without content, and no throw', async (_path, load) => {
  const { loader } = await load()
  const { data, init } = loader()
  expect(init?.status).toBe(503)
  expect(data.content).toBeUndefined()
})
