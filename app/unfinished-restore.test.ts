import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createTestSite } from '#test/create-test-site.ts'
import { stats } from './site/sections/stats/stats.ts'

const site = await createTestSite({
  prepare({ contentDir, dataDir }) {
    writeFileSync(path.join(dataDir, 'restore.json'), JSON.stringify({ step: 'place', publicOnly: false }))
    // A file instead of a folder, as a disk fault shows it.
    writeFileSync(path.join(contentDir, '.restore-unpacked'), '')
    return Promise.resolve()
  },
})

test('an interrupted restore that cannot be finished: visitors are served, and nothing is written', async () => {
  expect(site.content.find(stats)?.value).toBeDefined()
  expect(site.isReader).toBe(true)
  expect(site.health.problems()).toMatchObject([
    { id: 'restore-unfinished', message: expect.stringContaining('npm run restore -- --undo') as string },
  ])
  const { dataDir } = site.env
  await expect(
    site.content.update(stats, { author: 'asha', reason: 'Saved', change: (now) => ({ ...now, yearsExperience: 3 }) }),
  ).rejects.toMatchObject({ name: 'StorageError' })
  expect(existsSync(path.join(dataDir, 'accounts.json'))).toBe(false)
  expect(existsSync(path.join(dataDir, 'restore.json'))).toBe(true)
})
