import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { StoreSettings } from '#app/cms/platform/store-settings.server.ts'
import type { S3Storage } from '#app/cms/storage/bucket/s3-storage.server.ts'
import { PreconditionFailed, type Storage } from '#app/cms/storage/storage.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { makeBucket, openNode } from './s3-under-test.ts'
import { startCeph, type Ceph } from './start-ceph.ts'

const COUNTER = 'content/home/counter.yaml'
const FILM_BYTES = 200_000_000
const CHUNK = randomBytes(1_000_000)

let ceph: Ceph
let store: StoreSettings

beforeAll(async () => {
  ceph = await startCeph({ osds: 3, gateways: 2, store: 'bluestore' })
  store = await makeBucket(ceph.endpoints)
}, 180_000)

afterAll(() => ceph.stop(), 60_000)

async function openStorage(): Promise<S3Storage> {
  const node = openNode(store, { settleMs: 15_000 })
  const storage = await node.open()
  onTestFinished(async () => {
    await storage.close()
    node.dispose()
  })
  return storage
}

/** Opens a node, and waits until it writes: the nodes of the test before have given up their right by then. */
async function openWriter(): Promise<S3Storage> {
  const storage = await openStorage()
  await expect.poll(() => storage.writership.isHeld(), { timeout: 20_000 }).toBe(true)
  return storage
}

const valueOf = async (storage: Storage) => Number((await storage.read(COUNTER))?.bytes.toString() ?? 0)

/** Counts up on the node that writes until the signal. Each step is conditional on the step before. */
async function count(storage: Storage, until: AbortSignal, mark: string) {
  let acknowledged = 0
  let unknown = 0
  let longest = 0
  let began = performance.now()
  while (!until.aborted) {
    const read = await storage.read(COUNTER)
    const next = String(Number(read?.bytes.toString() ?? 0) + 1)
    try {
      await storage.commit([
        { name: `data/counted/${next.padStart(6, '0')}-${mark}.json`, bytes: mark, ifVersion: null },
        { name: COUNTER, bytes: next, ifVersion: read?.version ?? null },
      ])
      acknowledged += 1
      longest = Math.max(longest, performance.now() - began)
      began = performance.now()
    } catch (error) {
      if (!(error instanceof PreconditionFailed || error instanceof StorageError)) throw error
      if (!(error instanceof StorageError)) continue
      if (error.code === 'outcome-unknown') unknown += 1
      await wait(100)
    }
  }
  return { acknowledged, unknown, longest }
}

test.each(['osd', 'gateway'] as const)(
  'a %s that is killed while a node saves loses nothing that was acknowledged, and the node goes on',
  async (part) => {
    const [writer, reader] = [await openStorage(), await openStorage()]
    const before = await valueOf(writer)
    const end = new AbortController()
    const counting = count(writer, end.signal, part)
    await wait(2_000)
    await ceph.kill(part, 0)
    await wait(15_000)
    end.abort()
    const { acknowledged, unknown, longest } = await counting
    ceph.start(part, 0)
    await expect.poll(() => valueOf(reader), { timeout: 30_000 }).toBeGreaterThanOrEqual(before + acknowledged)
    const after = await valueOf(reader)
    await expect.poll(() => valueOf(writer), { timeout: 30_000 }).toBe(after)
    console.info(
      `${part} killed: ${acknowledged} saves, ${unknown} of unknown outcome, longest pause ${(longest / 1000).toFixed(1)} s`,
    )
    expect(after).toBeLessThanOrEqual(before + acknowledged + unknown)
    expect(acknowledged).toBeGreaterThan(10)
  },
  90_000,
)

test('a film of 200 MB goes up and comes down without being held in memory', async () => {
  const [one, other] = [await openWriter(), await openStorage()]
  let peak = 0
  const base = process.memoryUsage().rss
  const measuring = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss - base)
  }, 10)
  async function* film() {
    for (let sent = 0; sent < FILM_BYTES; sent += CHUNK.length) yield await Promise.resolve(CHUNK)
  }
  await one.receive('uploads/.incoming', film(), (file) =>
    one.commit([{ name: 'uploads/film.mp4', bytes: { file }, ifVersion: null }]),
  )
  await expect
    .poll(async () => (await other.stat('uploads/film.mp4'))?.size, { timeout: 60_000, interval: 200 })
    .toBe(FILM_BYTES)
  clearInterval(measuring)
  console.info(`film of 200 MB: ${(peak / 1e6).toFixed(0)} MB more at the most, up and down in one process`)
  expect(peak).toBeLessThan(150_000_000)
}, 120_000)
