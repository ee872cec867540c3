import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import type { RunningSite } from '#app/cms/composition/running-site.server.ts'
import type { Site } from '#app/cms/site.server.ts'
import { stats } from '#app/site/sections/stats/stats.ts'
import { startBucketOfNodes } from '#test/s3/bucket-of-nodes.ts'
import { runAdminCommand } from '../scripts/admin-command.ts'

let root: string
beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'bucket-sites-'))
  return () => {
    rmSync(root, { recursive: true })
  }
})

function save(site: Site, yearsExperience: number) {
  return site.content.update(stats, {
    author: 'asha',
    reason: 'Saved',
    change: (now) => ({ ...now, yearsExperience }),
  })
}

const yearsOn = (running: RunningSite<Site>) => running.current().content.find(stats)?.value.yearsExperience

const isShownOn = (running: RunningSite<Site>, years: number) =>
  vi.waitFor(() => {
    expect(yearsOn(running)).toBe(years)
  })

test('one node writes; the other shows each save, knows nothing of staff, and writes once the first has ended', async () => {
  const { open } = await startBucketOfNodes(root)
  const [first, second] = [await open(), await open()]
  const site = first.running.current()
  expect([first.running.isWriter(), second.running.isWriter()]).toEqual([true, false])
  await site.auth.accounts.ensureAdministrator({ adminUsername: 'admin', adminPassword: 'a long password' })
  await save(site, 77)
  await isShownOn(second.running, 77)
  await expect(save(second.running.current(), 78)).rejects.toMatchObject({ code: 'reader' })
  expect(second.running.current().auth.accounts.currentAccounts()).toBeUndefined()
  expect(await second.running.current().content.history(stats)).toEqual([])
  expect(second.running.current().health.problems()).toMatchObject([{ id: 'uploads-empty' }])

  await first.close()
  await vi.waitUntil(() => second.running.isWriter(), 15_000)
  const next = second.running.current()
  expect(next.auth.accounts.currentAccounts()).toMatchObject([{ username: 'admin' }])
  expect(await next.content.history(stats)).toMatchObject([{ author: 'asha', reason: 'Saved' }])
  await save(next, 79)
  // The audit log is one chain, which the second node has continued.
  expect((await next.audit.check()).faults).toEqual([])
  expect(next.health.problems()).toMatchObject([{ id: 'uploads-empty' }])
})

test('a node that never writes, a writer that gives up its right while it serves, and a hand edit on a reader', async () => {
  const { open } = await startBucketOfNodes(root)
  const [first, reader] = [await open(), await open({ ROLE: 'reader' })]
  await save(first.running.current(), 77)
  await first.running.release()
  expect(first.running.isWriter()).toBe(false)
  expect(first.running.current().isReader).toBe(true)
  expect(yearsOn(first.running)).toBe(77)
  const third = await open()
  await vi.waitUntil(() => third.running.isWriter(), 15_000)
  await save(third.running.current(), 78)
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

test('a writer that cannot reach the store is replaced, and only reads when it can again, with what was saved since', async () => {
  const { open } = await startBucketOfNodes(root)
  const [first, second] = [await open(), await open()]
  const before = first.running.current()
  await save(before, 77)
  first.gateway.faultOf = () => 'refuse'
  await vi.waitUntil(() => second.running.isWriter(), 20_000)
  expect(first.running.isWriter()).toBe(false)
  await expect(save(before, 70)).rejects.toMatchObject({ status: 503 })
  expect(yearsOn(first.running)).toBe(77)
  await save(second.running.current(), 78)
  first.gateway.faultOf = () => 'none'
  await vi.waitUntil(() => first.running.current().isReader)
  await isShownOn(first.running, 78)
  await expect(save(before, 70)).rejects.toMatchObject({ status: 503 })
  expect(yearsOn(second.running)).toBe(78)
})

test('an account that a program beside the site changes: the writer uses it', async () => {
  const { open } = await startBucketOfNodes(root)
  const { env, running } = await open()
  const { accounts } = running.current().auth
  await accounts.ensureAdministrator({ adminUsername: 'admin', adminPassword: 'a long password' })
  const before = accounts.currentAccounts()?.[0]?.passwordHash
  const folder = mkdtempSync(path.join(root, 'beside-'))
  const elsewhere = { ...env, contentDir: path.join(folder, 'c'), uploadsDir: path.join(folder, 'u'), dataDir: folder }
  expect(await runAdminCommand(['reset'], elsewhere)).toMatchObject({ exitCode: 0 })
  await vi.waitFor(() => {
    expect(accounts.currentAccounts()?.[0]?.passwordHash).not.toBe(before)
  })
  expect(existsSync(path.join(env.dataDir, 'accounts.json'))).toBe(true)
})

test('a scheduled release: at its moment a reader needs nothing but its commit, and shows all of it', async () => {
  const { open } = await startBucketOfNodes(root)
  const [writer, reader] = [await open(), await open()]
  const site = writer.running.current()
  const { value, version } = site.content.read(stats)
  const time = new Date(Math.ceil(Date.now() / 1_000 + 8) * 1_000).toISOString()
  const { id } = await site.releases.create({ name: 'Results', time }, 'asha')
  const content = { ...value, yearsExperience: 77 }
  await site.drafts.save(stats, { release: id, content, author: 'asha', version })
  await site.releases.schedule(id, 'asha')
  const commit = `data/releases/${id}.json`
  await vi.waitUntil(() => existsSync(path.join(reader.env.dataDir, 'publishing')), 10_000)
  await vi.waitUntil(() => readdirSync(path.join(reader.env.dataDir, 'publishing')).length === 1, 10_000)
  expect(yearsOn(reader.running)).toBe(value.yearsExperience)
  reader.gateway.faultOf = (_method, address) => (address.includes(encodeURI(commit)) ? 'none' : 'late')
  await vi.waitUntil(() => yearsOn(reader.running) === 77, 20_000)
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(time))
  expect(yearsOn(writer.running)).toBe(77)
  reader.gateway.faultOf = () => 'none'
}, 60_000)
