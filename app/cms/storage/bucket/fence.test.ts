import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Listeners } from '#app/cms/platform/listeners.ts'
import { startFaultProxy, type Fault, type FaultProxy } from '#test/s3/fault-proxy.ts'
import { startMemoryS3, type MemoryS3 } from '#test/s3/memory-s3.ts'
import { makeBucket } from '#test/s3/s3-under-test.ts'
import { Lease } from './lease.server.ts'
import { Pace } from './pace.server.ts'
import { S3Client, S3NotWriter, S3OutcomeUnknown, type WriteFence } from './s3-client.server.ts'

const HELD_MS = 2_500

let store: MemoryS3
let proxy: FaultProxy
let settings: Awaited<ReturnType<typeof makeBucket>>
/** Of a program that has no lease, past the proxy: stands for the next writer. */
let next: S3Client
let plain: S3Client
let fence: TestFence

/** A right to write that is renewed until it lapses or ends. */
class TestFence implements WriteFence {
  readonly #listeners = new Listeners()
  readonly subscribe = this.#listeners.subscribe
  #until = performance.now() + HELD_MS
  #term: number | undefined = 1
  #renewing = setInterval(() => {
    this.#until = performance.now() + HELD_MS
  }, 50)
  term = () => this.#term
  isHeld = () => this.#term !== undefined && performance.now() < this.#until
  heldUntil = () => this.#until
  end() {
    this.#term = undefined
    this.lapse()
  }
  lapse() {
    clearInterval(this.#renewing)
    this.#until = -Infinity
    this.#listeners.announce()
  }
  renew() {
    this.#until = performance.now() + HELD_MS
    this.#listeners.announce()
  }
}

beforeEach(async () => {
  store = await startMemoryS3()
  proxy = await startFaultProxy(store.endpoint)
  settings = await makeBucket([proxy.endpoint])
  const direct = settings.buckets.map((bucket) => bucket.replace(proxy.endpoint, store.endpoint))
  plain = new S3Client({ ...settings, settleMs: 1_000 })
  next = new S3Client({ ...settings, buckets: direct })
  fence = new TestFence()
  return async () => {
    fence.end()
    plain.close()
    next.close()
    await proxy.stop()
    await store.stop()
  }
})

const bytes = (text: string) => Buffer.from(text)
const textOf = async (key: string) => (await next.read(key, 100))?.bytes.toString()

async function put(client: S3Client, text: string, condition?: Parameters<S3Client['put']>[2]) {
  const result = await client.put('a', bytes(text), condition)
  if (result === 'conflict') throw new Error('conflict')
  return { ifMatch: result.etag }
}

/** The next write meets this fault. */
function failNext(fault: Fault) {
  let isDue = true
  proxy.faultOf = (method) => {
    if (!isDue || method === 'HEAD' || method === 'GET') return 'none'
    isDue = false
    return fault
  }
}

describe('a store that is overloaded', () => {
  /** The next writes are refused with `SlowDown`. */
  function refuseNext(count: number) {
    let left = count
    proxy.faultOf = (method) => {
      if (left === 0 || method === 'HEAD' || method === 'GET') return 'none'
      left -= 1
      return 'refuse'
    }
  }

  test('a put, a copy and a removal are tried again, and the next write need not wait for those that were refused', async () => {
    const writer = plain.fencedBy(fence)
    refuseNext(4)
    const began = performance.now()
    const first = await put(writer, 'first', 'absent')
    refuseNext(4)
    expect(await writer.copy('a', 'b')).toBe(first.ifMatch)
    refuseNext(4)
    await writer.remove('b')
    await put(writer, 'second', first)
    expect(performance.now() - began).toBeLessThan(3 * HELD_MS)
    expect(await textOf('a')).toBe('second')
    expect(await textOf('b')).toBeUndefined()
  })

  test('for too long: nothing was written, and the next write is accepted at once', async () => {
    const writer = plain.fencedBy(fence)
    refuseNext(Infinity)
    await expect(put(writer, 'first', 'absent')).rejects.toMatchObject({ isOverload: true })
    proxy.faultOf = () => 'none'
    const began = performance.now()
    await put(writer, 'second', 'absent')
    expect(performance.now() - began).toBeLessThan(HELD_MS / 2)
  })
})

describe('a write that the network delivers late', () => {
  test.each(['with the fence', 'without it'])(
    'after the next writer has saved and undone: the object has the ETag again that the write expects (%s)',
    async (way) => {
      const isFenced = way === 'with the fence'
      const first = await put(next, 'first', 'absent')
      proxy.faultOf = (method) => (proxy.countHeld() > 0 ? 'cut' : method === 'PUT' ? 'hold' : 'none')
      const late = (isFenced ? plain.fencedBy(fence) : plain).put('a', bytes('late'), first, { settleMs: 50 })
      late.catch(() => undefined)
      await vi.waitFor(() => {
        expect(proxy.countHeld()).toBe(1)
      })
      fence.end()
      await expect(late).rejects.toBeInstanceOf(S3OutcomeUnknown)
      proxy.faultOf = () => 'none'
      const saved = await put(next, 'saved by the next writer', first)
      await put(next, 'first', saved)
      store.clock.ahead = 7_000
      expect(await proxy.deliverHeld()).toEqual([isFenced ? 403 : 200])
      expect(await textOf('a')).toBe(isFenced ? 'first' : 'late')
    },
  )

  test('in the same term: an undo waits until it cannot come any more', async () => {
    const writer = plain.fencedBy(fence)
    const first = await put(next, 'first', 'absent')
    failNext('hold')
    const second = await put(writer, 'second', first)
    const undone = put(writer, 'first', second)
    await wait(100)
    expect(await textOf('a')).toBe('second')
    await undone
    expect(await proxy.deliverHeld()).toEqual([403])
    expect(await textOf('a')).toBe('first')
  })

  test('in the same term: what is removed does not come back, and what is new is not removed', async () => {
    const writer = plain.fencedBy(fence)
    failNext('hold')
    await put(writer, 'late', 'absent')
    failNext('hold')
    await writer.remove('a')
    await put(writer, 'new', 'absent')
    expect(await proxy.deliverHeld()).toEqual([403, 403])
    expect(await textOf('a')).toBe('new')
  })
})

describe('a write is not acknowledged', () => {
  test('if the right to write ends while the store carries it out', async () => {
    failNext('delay-answer')
    const written = plain.fencedBy(fence).put('a', bytes('1'), 'absent')
    written.catch(() => undefined)
    await wait(200)
    fence.end()
    await expect(written).rejects.toBeInstanceOf(S3OutcomeUnknown)
    expect(await textOf('a')).toBe('1')
  })

  test('nor sent if the right was lost before', async () => {
    const methods: string[] = []
    proxy.faultOf = (method) => {
      methods.push(method)
      return 'none'
    }
    fence.lapse()
    const waiting = plain.fencedBy(fence).put('a', bytes('1'), 'absent')
    waiting.catch(() => undefined)
    await wait(50)
    fence.end()
    await expect(waiting).rejects.toBeInstanceOf(S3NotWriter)
    await expect(plain.fencedBy(fence).remove('a')).rejects.toBeInstanceOf(S3NotWriter)
    await expect(plain.fencedBy(fence).copy('a', 'b')).rejects.toBeInstanceOf(S3NotWriter)
    expect(methods).toEqual([])
  })

  test('until a right that was not renewed in time is renewed', async () => {
    fence.lapse()
    let isDone = false
    const written = plain
      .fencedBy(fence)
      .put('a', bytes('1'), 'absent')
      .then(() => (isDone = true))
    await wait(100)
    expect([isDone, await textOf('a')]).toEqual([false, undefined])
    fence.renew()
    await written
    expect(await textOf('a')).toBe('1')
  })
})

describe('the clock of this machine may be wrong', () => {
  test.each([-5, 5, -60, 60])('by %i minutes: writes are in time, and expire in time', async (minutes) => {
    store.clock.ahead = minutes * 60_000
    const writer = plain.fencedBy(fence)
    const first = await put(writer, 'first', 'absent')
    failNext('hold')
    const late = writer.put('a', bytes('late'), first, { settleMs: 0 })
    await expect(late).rejects.toThrow()
    const { least = NaN, most = NaN } = plain.sender.clockAhead() ?? {}
    expect(least).toBeLessThanOrEqual(-minutes * 60_000)
    expect(most).toBeGreaterThanOrEqual(-minutes * 60_000)
    expect(most - least).toBeLessThan(1_500)
    store.clock.ahead += HELD_MS
    expect(await proxy.deliverHeld()).toEqual([403])
    await put(next, 'by another', first)
  })
})

test('a store that stands still for 2 to 4 seconds does not cost the writer its lease, and no save fails', async () => {
  const clients = [plain, next]
  const [lease, other] = clients.map(
    (client, number) => new Lease({ client, id: String(number), pace: new Pace() }),
  ) as [Lease, Lease]
  onTestFinished(async () => {
    await lease.close()
    await other.close()
  })
  for (const each of [lease, other]) {
    each.request()
    await each.start()
  }
  const writer = new S3Client(settings, plain.sender).fencedBy(lease)
  let condition: { ifMatch: string } | 'absent' = 'absent'
  let saves = 0
  for (const pause of [2_000, 4_000]) {
    store.pause(pause)
    const until = performance.now() + pause + 1_200
    while (performance.now() < until) {
      condition = await put(writer, String(saves), condition)
      saves += 1
      await wait(20)
    }
  }
  expect(saves).toBeGreaterThan(20)
  expect([lease.term(), other.term()]).toEqual([1, undefined])
})
