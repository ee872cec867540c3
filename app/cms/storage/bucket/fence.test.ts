import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { bytes, HELD_MS, put, startFencedWriter } from '#test/s3/fenced-writer.ts'
import { S3NotWriter, S3OutcomeUnknown } from './s3-client.server.ts'

// All at the same time, because they mostly wait.
describe.concurrent('a store that is overloaded', () => {
  test('a put, a copy and a removal are tried again, and the next write need not wait for those that were refused', async (context) => {
    const { plain, fence, textOf, failNext } = await startFencedWriter(context)
    const writer = plain.fencedBy(fence)
    failNext('refuse', 4)
    const began = performance.now()
    const first = await put(writer, 'first', 'absent')
    failNext('refuse', 4)
    expect(await writer.copy('a', 'b')).toBe(first.ifMatch)
    failNext('refuse', 4)
    await writer.remove('b')
    await put(writer, 'second', first)
    expect(performance.now() - began).toBeLessThan(3 * HELD_MS)
    expect(await textOf('a')).toBe('second')
    expect(await textOf('b')).toBeUndefined()
  })

  test('for too long: nothing was written, and the next write is accepted at once', async (context) => {
    const { proxy, plain, fence, failNext } = await startFencedWriter(context)
    const writer = plain.fencedBy(fence)
    failNext('refuse', Infinity)
    await expect(put(writer, 'first', 'absent')).rejects.toMatchObject({ isOverload: true })
    proxy.faultOf = () => 'none'
    const began = performance.now()
    await put(writer, 'second', 'absent')
    expect(performance.now() - began).toBeLessThan(HELD_MS / 2)
  })
})

describe.concurrent('a write that the network delivers late', () => {
  test.for(['with the fence', 'without it'])(
    'after the next writer has saved and undone: the object has the ETag again that the write expects (%s)',
    async (way, context) => {
      const { store, proxy, plain, next, fence, textOf } = await startFencedWriter(context)
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

  test('in the same term: an undo waits until it cannot come any more', async (context) => {
    const { proxy, plain, next, fence, textOf, failNext } = await startFencedWriter(context)
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
})

describe.concurrent('a write is not acknowledged', () => {
  test('if the right to write ends while the store carries it out', async (context) => {
    const { plain, fence, textOf, failNext } = await startFencedWriter(context)
    failNext('delay-answer')
    const written = plain.fencedBy(fence).put('a', bytes('1'), 'absent')
    written.catch(() => undefined)
    await wait(200)
    fence.end()
    await expect(written).rejects.toBeInstanceOf(S3OutcomeUnknown)
    expect(await textOf('a')).toBe('1')
  })

  test('nor sent if the right was lost before', async (context) => {
    const { proxy, plain, fence } = await startFencedWriter(context)
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

  test('until a right that was not renewed in time is renewed', async (context) => {
    const { plain, fence, textOf } = await startFencedWriter(context)
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

describe.concurrent('the clock of this machine may be wrong', () => {
  test.for([-5, 5, -60, 60])('by %i minutes: writes are in time, and expire in time', async (minutes, context) => {
    const { store, proxy, plain, next, fence, failNext } = await startFencedWriter(context)
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
