import { describe, expect, test, vi } from 'vitest'
import { makeTimePassFaster } from '#test/fast-clock.ts'
import { startFaultProxy } from '#test/s3/fault-proxy.ts'
import { put, startNodesOfOneStore, textOf } from '#test/s3/nodes-of-one-store.ts'
import { openNode } from '#test/s3/s3-under-test.ts'

const FASTER = 3
makeTimePassFaster(FASTER)

const film = 'film '.repeat(400_000)
const isFilm = (method: string, url: string) => method === 'GET' && url.includes('/uploads/film.mp4')

// At the same time, because they mostly wait.
describe.concurrent('nodes of one store, in time', () => {
  test('while the store is away, reads go on, saves say why they are refused, and the node catches up', async (context) => {
    const { open, proxy, client } = await startNodesOfOneStore(context)
    const { storage } = await open()
    await put(storage, 'content/home/a.yaml', '1')
    proxy.faultOf = () => 'cut'
    await expect(put(storage, 'content/home/a.yaml', '2')).rejects.toMatchObject({ code: 'outcome-unknown' })
    expect(await textOf(storage, 'content/home/a.yaml')).toBe('1')
    await client.put('content/home/a.yaml', Buffer.from('from elsewhere'))
    proxy.faultOf = () => 'none'
    await vi.waitFor(async () => {
      expect(await textOf(storage, 'content/home/a.yaml')).toBe('from elsewhere')
    }, 15_000)
    await put(storage, 'content/home/a.yaml', '3')
  })

  test('a node that was filled starts without the store; one that was not does not', async (context) => {
    const { open, proxy, settings } = await startNodesOfOneStore(context)
    const { storage, node } = await open()
    await put(storage, 'content/home/a.yaml', '1')
    await storage.close()
    proxy.faultOf = () => 'cut'
    const { storage: again } = await open(node)
    expect(await textOf(again, 'content/home/a.yaml')).toBe('1')
    const fresh = openNode(settings, { settleMs: 300 })
    await expect(fresh.open()).rejects.toThrow('The store of the site cannot be used')
    fresh.dispose()
  })

  test('a comparison that takes long does not delay what others announce', async (context) => {
    const { open, proxy } = await startNodesOfOneStore(context)
    const [{ storage: one }, { storage: other }] = [await open(), await open()]
    let compared = 0
    proxy.faultOf = (method, path) => {
      const isComparison = method === 'GET' && path.includes('list-type') && path.includes('content')
      if (isComparison) compared += 1
      return isComparison ? 'late' : 'none'
    }
    await vi.waitUntil(() => compared === 2, 25_000)
    await put(one, 'data/drafts/a.json', 'new')
    await vi.waitFor(async () => {
      expect(await textOf(other, 'data/drafts/a.json')).toBe('new')
    }, 2_000 / FASTER)
  })

  test('a node that nobody uses asks the store for a few small things a minute', async (context) => {
    const { open, proxy, settings } = await startNodesOfOneStore(context)
    // Longer than two looks at the lease, so that a reader on a busy machine does not miss that the writer was quick.
    const pace = { quick: 8_000 }
    const { storage } = await open(openNode(settings, { pace }))
    await put(storage, 'content/home/a.yaml', '1')
    const gateway = await startFaultProxy(proxy.endpoint)
    context.onTestFinished(gateway.stop)
    const buckets = settings.buckets.map((bucket) => bucket.replace(proxy.endpoint, gateway.endpoint))
    const { storage: reader } = await open(openNode({ ...settings, buckets }, { pace }))
    const asked: { what: string; at: number }[] = []
    gateway.faultOf = (method, url) => {
      asked.push({ what: `${method} ${url.replace(/.*\/|\?.*/g, '')}`, at: performance.now() })
      return 'none'
    }
    let greatestLag = 0
    // While something happens, each second request is for the changes.
    const latest = () => asked.slice(-8).filter(({ what }) => what === 'GET lease')
    await vi.waitUntil(() => {
      greatestLag = Math.max(greatestLag, reader.lag(), storage.lag())
      return latest().length === 8
    }, 30_000)
    expect((latest()[7]?.at ?? 0) - (latest()[0]?.at ?? 0)).toBeGreaterThan(8_000)
    expect(greatestLag).toBeLessThan(5)
    await put(storage, 'content/home/a.yaml', '2')
    await vi.waitFor(async () => {
      expect(await textOf(reader, 'content/home/a.yaml')).toBe('2')
    }, 10_000)
    gateway.faultOf = () => 'cut'
    const began = performance.now()
    await vi.waitUntil(() => reader.lag() > 5, 20_000)
    expect(performance.now() - began).toBeLessThan(6_000)
  }, 60_000)

  test('a bucket that was emptied: no node removes its copy, saves are refused, and everything goes on once it is back', async (context) => {
    const { open, store } = await startNodesOfOneStore(context)
    const [{ storage: one, node: first }, { storage: other, node: second }] = [await open(), await open()]
    for (let number = 0; number < 12; number += 1) await put(one, `content/home/${number}.yaml`, '1')
    await other.catchUp()
    const before = first.files()
    const objects = new Map(store.objects)
    store.objects.clear()
    await vi.waitFor(() => {
      expect([one.refusal(), other.refusal('data/image-index.json')]).toEqual([expect.anything(), undefined])
    })
    await expect(put(one, 'content/home/1.yaml', '2')).rejects.toMatchObject({ status: 503 })
    await expect(other.catchUp()).rejects.toMatchObject({ code: 'store-unreachable' })
    expect([first.files(), second.files()]).toEqual([before, before])
    for (const [key, object] of objects) store.objects.set(key, object)
    await vi.waitFor(() => put(one, 'content/home/1.yaml', '3'), 20_000)
    await vi.waitFor(async () => {
      expect(await textOf(other, 'content/home/1.yaml')).toBe('3')
    }, 10_000)
  }, 60_000)

  test('a large file whose transfer fails: asked for again, and a node that is to write waits for it', async (context) => {
    const { open, proxy } = await startNodesOfOneStore(context)
    const [{ storage: one }, { storage: other }] = [await open(), await open()]
    let isHeld = true
    proxy.faultOf = (method, url) => (isHeld && isFilm(method, url) ? 'hold-body' : 'none')
    await put(one, 'uploads/film.mp4', film)
    await vi.waitUntil(() => proxy.countHeldBodies() === 1)
    isHeld = false
    const caughtUp = other.catchUp()
    // Nothing arrives for five seconds: the transfer fails, and begins again five seconds later.
    await expect(caughtUp).rejects.toMatchObject({ code: 'io' })
    expect(other.isComing('uploads/film.mp4')).toBe(true)
    await vi.waitFor(() => other.catchUp(), 20_000)
    expect(await textOf(other, 'uploads/film.mp4')).toBe(film)
  }, 40_000)
})
