import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import type { RunningSite } from '#app/cms/composition/running-site.server.ts'
import type { Site } from '#app/cms/site.server.ts'
import { stats } from '#app/site/sections/stats/stats.ts'
import { makeTimePassFaster } from '#test/fast-clock.ts'
import { startBucketOfNodes } from '#test/s3/bucket-of-nodes.ts'
import { saveYears, yearsOf } from '#test/s3/years-of-site.ts'
import { runAdminCommand } from '../scripts/admin-command.ts'

makeTimePassFaster(3)

const yearsOn = (running: RunningSite<Site>) => yearsOf(running.current())

const isShownOn = (running: RunningSite<Site>, years: number) =>
  vi.waitFor(() => {
    expect(yearsOn(running)).toBe(years)
  })

test('one node writes; the other shows each save, knows nothing of staff, and writes once the first has ended', async (context) => {
  const { open } = await startBucketOfNodes(context)
  const [first, second] = [await open(), await open()]
  const site = first.running.current()
  expect([first.running.isWriter(), second.running.isWriter()]).toEqual([true, false])
  await site.auth.accounts.ensureAdministrator({ adminUsername: 'admin', adminPassword: 'a long password' })
  await saveYears(site, 77)
  await isShownOn(second.running, 77)
  await expect(saveYears(second.running.current(), 78)).rejects.toMatchObject({ code: 'reader' })
  expect(second.running.current().auth.accounts.currentAccounts()).toBeUndefined()
  expect(await second.running.current().content.history(stats)).toEqual([])
  expect(second.running.current().health.problems()).toMatchObject([{ id: 'uploads-empty' }])

  await first.close()
  await vi.waitUntil(() => second.running.isWriter(), 15_000)
  const next = second.running.current()
  expect(next.auth.accounts.currentAccounts()).toMatchObject([{ username: 'admin' }])
  expect(await next.content.history(stats)).toMatchObject([{ author: 'asha', reason: 'Saved' }])
  await saveYears(next, 79)
  // The audit log is one chain, which the second node has continued.
  expect((await next.audit.check()).faults).toEqual([])
  expect(next.health.problems()).toMatchObject([{ id: 'uploads-empty' }])
})

test('a node that never writes, a writer that gives up its right while it serves, and a hand edit on a reader', async (context) => {
  const { open } = await startBucketOfNodes(context)
  const [first, reader] = [await open(), await open({ ROLE: 'reader' })]
  await saveYears(first.running.current(), 77)
  await first.running.release()
  expect(first.running.isWriter()).toBe(false)
  expect(first.running.current().isReader).toBe(true)
  expect(yearsOn(first.running)).toBe(77)
  const third = await open()
  await vi.waitUntil(() => third.running.isWriter(), 15_000)
  await saveYears(third.running.current(), 78)
  for (const node of [first, reader]) await isShownOn(node.running, 78)
  expect(reader.running.isWriter()).toBe(false)

  const file = path.join(reader.env.contentDir, stats.file)
  cpSync(path.join('content', stats.file), file)
  await isShownOn(third.running, Number(/^yearsExperience: (\d+)/m.exec(readFileSync(file, 'utf8'))?.[1]))
  await vi.waitFor(async () => {
    const [newest] = await third.running.current().content.history(stats)
    expect(newest).toMatchObject({ author: 'by hand' })
  })
  const records = await third.running.current().content.history(stats)
  expect(records.map(({ author }) => author)).toEqual(['by hand', 'asha', 'asha'])
})

test('an account that a program beside the site changes: the writer uses it', async (context) => {
  const { open } = await startBucketOfNodes(context)
  const { env, running } = await open()
  const { accounts } = running.current().auth
  await accounts.ensureAdministrator({ adminUsername: 'admin', adminPassword: 'a long password' })
  const before = accounts.currentAccounts()?.[0]?.passwordHash
  const folder = mkdtempSync(path.join(os.tmpdir(), 'beside-'))
  context.onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  const elsewhere = {
    ...env,
    contentDir: path.join(folder, 'c'),
    uploadsDir: path.join(folder, 'u'),
    dataDir: folder,
  }
  expect(await runAdminCommand(['reset'], elsewhere)).toMatchObject({ exitCode: 0 })
  await vi.waitFor(() => {
    expect(accounts.currentAccounts()?.[0]?.passwordHash).not.toBe(before)
  })
  expect(existsSync(path.join(env.dataDir, 'accounts.json'))).toBe(true)
})
