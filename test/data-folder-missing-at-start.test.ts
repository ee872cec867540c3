import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import definition from '#app/site.config.ts'
import { readEnv } from '#app/cms/platform/env.server.ts'
import { hostInterfaceOf } from '#app/cms/host-interface.server.ts'
import { stats } from '#app/site/sections/stats/stats.ts'
import { currentSite, openSite } from '#app/cms/site.server.ts'
import { runAdminCommand } from '../scripts/admin-command.ts'
import { linkFolder } from '#test/link-folder.ts'
import { companyUploads } from '#test/company-uploads.ts'

const root = mkdtempSync(path.join(tmpdir(), 'site-'))
const env = readEnv({
  NODE_ENV: 'production',
  LOG_LEVEL: 'silent',
  CONTENT_DIR: path.join(root, 'content'),
  UPLOADS_DIR: path.join(root, 'uploads'),
  DATA_DIR: path.join(root, 'data'),
})
cpSync('content', env.contentDir, { recursive: true })
const uploads = await companyUploads()
linkFolder(uploads.folder, env.uploadsDir)
mkdirSync(env.dataDir)
// So that the start need not read all uploads.
for (const file of uploads.indexes) copyFileSync(file, path.join(env.dataDir, path.basename(file)))
const statsFile = path.join(env.contentDir, stats.file)
writeFileSync(statsFile, readFileSync(statsFile, 'utf8').replace(/^yearsExperience: \d+/m, 'yearsExperience: 77'))
const present = readdirSync(env.dataDir)

const host = hostInterfaceOf(await openSite(definition, () => env))

afterAll(async () => {
  await host.close()
  globalThis.runningSite = undefined
  rmSync(root, { recursive: true })
})

test('edited content beside a data folder without accounts: visitors are served, nothing is written, no account made', async () => {
  const printed: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  await host.introduce()
  write.mockRestore()
  host.startBackgroundWork()
  expect(currentSite().content.find(stats)?.value.yearsExperience).toBe(77)
  expect(host.role()).toBe('reader')
  expect(host.health.isReady()).toBe(true)
  expect(host.health.problems()).toMatchObject([
    { id: 'data-missing', message: expect.stringContaining('npm run admin -- reset') as string },
  ])
  expect(host.readOnlyReason()).toContain('The data folder of the server is missing')
  await expect(save(78)).rejects.toMatchObject({ name: 'StorageError', status: 503 })
  expect(printed).toEqual([expect.stringContaining('read-only')])
  expect(readdirSync(env.dataDir)).toEqual(present)
})

test('first account made by the command: the site is the writer without a restart', async () => {
  expect(await runAdminCommand(['reset'], env)).toMatchObject({ exitCode: 0 })
  await vi.waitFor(() => {
    expect(host.role()).toBe('writer')
  }, 20_000)
  expect(host.readOnlyReason()).toBeUndefined()
  expect(host.health.problems().map(({ id }) => id)).not.toContain('data-missing')
  await save(78)
  expect(readFileSync(statsFile, 'utf8')).toContain('yearsExperience: 78')
})

function save(yearsExperience: number) {
  return currentSite().content.update(stats, {
    author: 'asha',
    reason: 'Saved',
    change: (now) => ({ ...now, yearsExperience }),
  })
}
