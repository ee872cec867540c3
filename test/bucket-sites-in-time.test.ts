import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import type { RunningSite } from '#app/cms/composition/running-site.server.ts'
import type { Site } from '#app/cms/site.server.ts'
import { stats } from '#app/site/sections/stats/stats.ts'
import { makeTimePassFaster } from '#test/fast-clock.ts'
import { startBucketOfNodes } from '#test/s3/bucket-of-nodes.ts'
import { saveYears, yearsOf } from '#test/s3/years-of-site.ts'

makeTimePassFaster(3)

const yearsOn = (running: RunningSite<Site>) => yearsOf(running.current())

const isShownOn = (running: RunningSite<Site>, years: number) =>
  vi.waitFor(() => {
    expect(yearsOn(running)).toBe(years)
  })

test('a writer that cannot reach the store is replaced, and only reads when it can again, with what was saved since', async (context) => {
  const { open } = await startBucketOfNodes(context)
  const [first, second] = [await open(), await open()]
  const before = first.running.current()
  await saveYears(before, 77)
  first.gateway.faultOf = () => 'refuse'
  await vi.waitUntil(() => second.running.isWriter(), 20_000)
  expect(first.running.isWriter()).toBe(false)
  await expect(saveYears(before, 70)).rejects.toMatchObject({ status: 503 })
  expect(yearsOn(first.running)).toBe(77)
  await saveYears(second.running.current(), 78)
  first.gateway.faultOf = () => 'none'
  await vi.waitUntil(() => first.running.current().isReader)
  await isShownOn(first.running, 78)
  await expect(saveYears(before, 70)).rejects.toMatchObject({ status: 503 })
  expect(yearsOn(second.running)).toBe(78)
})

test('a scheduled release: at its moment a reader needs nothing but its commit, and shows all of it', async (context) => {
  const { open } = await startBucketOfNodes(context)
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
