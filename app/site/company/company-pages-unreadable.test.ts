import { rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as drhp from '#app/site/investors/drhp.tsx'
import * as industryReport from '#app/site/investors/industry-report.tsx'
import * as about from './about.tsx'
import * as careers from './careers.tsx'
import * as certificate from './certificate.tsx'
import * as services from './services.tsx'
import { createTestSite } from '#test/create-test-site.ts'

await createTestSite({
  prepare: async (env) => {
    await rm(path.join(env.contentDir, 'pages'), { recursive: true })
    await rm(path.join(env.contentDir, 'investors'), { recursive: true })
    await rm(path.join(env.contentDir, 'site.yaml'))
  },
})

const pages = {
  '/aboutus': about,
  '/certificate': certificate,
  '/services': services,
  '/careers': careers,
  '/investors/Drhp': drhp,
  '/investors/industry-report': industryReport,
}

test.each(Object.entries(pages))('%s, no content file: 503 without content, and no throw', (_path, { loader }) => {
  const { data, init } = loader()
  expect(init?.status).toBe(503)
  expect(data.content).toBeUndefined()
})
