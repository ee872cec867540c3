import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { makeNodes, renew, stand, startStore, times, untilTerm } from '#test/s3/lease-nodes.ts'
import { untilHeld } from '../writership.ts'
import { LEASE_KEY, readLease } from './lease-record.server.ts'

// At the same time, because they mostly wait.
describe.concurrent('the lease', () => {
  test('is never held by two of three nodes that are cut off, halted and slow by turns', async (context) => {
    const nodes = await makeNodes(context, 3)
    const terms: number[] = []
    let both = 0
    const count = () => {
      if (nodes.filter(({ lease }) => lease.isHeld()).length > 1) both += 1
    }
    for (const node of nodes) {
      node.lease.subscribe(() => {
        count()
        const term = node.lease.term()
        if (term !== undefined && !terms.includes(term)) terms.push(term)
      })
    }
    for (const node of nodes) await stand(node)
    const counting = setInterval(count, 1)
    for (let round = 0; round < 6; round += 1) {
      const writer = nodes.find(({ lease }) => lease.isHeld())
      if (!writer) throw new Error('No node writes')
      writer.proxy.faultOf = round % 2 === 0 ? () => 'cut' : () => 'delay'
      await vi.waitFor(
        () => {
          expect(nodes.some((node) => node !== writer && node.lease.isHeld())).toBe(true)
        },
        { timeout: 5_000, interval: 5 },
      )
      writer.proxy.faultOf = () => 'none'
      await wait(times.look)
    }
    clearInterval(counting)
    expect(both).toBe(0)
    expect(terms.length).toBeGreaterThan(3)
    expect(terms).toEqual([...terms].sort((one, next) => one - next))
  })

  test('is held by the first that asks for it, and by no other', async (context) => {
    const [one, other] = await makeNodes(context, 2)
    await stand(one)
    await stand(other)
    expect([one.lease.isHeld(), other.lease.isHeld()]).toEqual([true, false])
    await wait(2 * times.take)
    expect([one.lease.term(), other.lease.term()]).toEqual([1, undefined])
  })

  test('is never taken by a process that only reads', async (context) => {
    const [one, reader] = await makeNodes(context, 2)
    await reader.lease.start()
    await wait(2 * times.take)
    await stand(one)
    one.proxy.faultOf = () => 'cut'
    await wait(2 * times.take)
    expect(reader.lease.term()).toBeUndefined()
  })

  test('that is given up is taken at once, with the next number', async (context) => {
    const [one, other] = await makeNodes(context, 2)
    await stand(one)
    await stand(other)
    const began = performance.now()
    await one.lease.release()
    expect([one.lease.isHeld(), one.lease.term()]).toEqual([false, undefined])
    await untilTerm(other, 2)
    expect(performance.now() - began).toBeLessThan(times.take)
    // It asks again only when it is asked to.
    await other.lease.release()
    await wait(4 * times.look)
    expect(one.lease.term()).toBeUndefined()
    one.lease.request()
    await untilTerm(one, 3)
  })

  test('of a node that is cut off is not trusted any more before another node takes it', async (context) => {
    const [one, other] = await makeNodes(context, 2)
    await stand(one)
    await stand(other)
    let hasLapsed = false
    let isHeldByBoth = false
    one.lease.subscribe(() => {
      hasLapsed ||= !one.lease.isHeld()
    })
    other.lease.subscribe(() => {
      isHeldByBoth ||= other.lease.isHeld() && one.lease.isHeld()
    })
    one.proxy.faultOf = () => 'cut'
    await untilTerm(other, 2)
    expect(isHeldByBoth).toBe(false)
    await vi.waitFor(() => {
      expect(hasLapsed).toBe(true)
    })
    one.proxy.faultOf = () => 'none'
    await vi.waitFor(() => {
      expect(one.lease.term()).toBeUndefined()
    })
  })

  test('is not held by a process that was halted, from its first instruction on', async (context) => {
    const [one] = await makeNodes(context, 1)
    await stand(one)
    one.clock.ahead += times.trust
    expect(one.lease.isHeld()).toBe(false)
    // Nobody else has written: the term goes on.
    expect(await untilHeld(one.lease, 1_000)).toBe(true)
    expect(one.lease.term()).toBe(1)
  })

  test('that another node has taken meanwhile is lost to a process that was halted', async (context) => {
    const [one, other] = await makeNodes(context, 2)
    await stand(one)
    await stand(other)
    one.proxy.faultOf = () => 'cut'
    await untilTerm(other, 2)
    one.clock.ahead += 40_000
    one.proxy.faultOf = () => 'none'
    expect(await untilHeld(one.lease, 1_000)).toBe(false)
    expect(one.lease.term()).toBeUndefined()
  })

  test('is not taken by a process that was halted itself', async (context) => {
    const [one, other] = await makeNodes(context, 2)
    await stand(one)
    await stand(other)
    other.clock.ahead += 10 * times.takeSlowly
    await wait(2 * times.take)
    expect([one.lease.term(), other.lease.term()]).toEqual([1, undefined])
  })

  test('is given up, and not asked for, by a process whose clock differs from that of the store', async (context) => {
    const [one, other] = await makeNodes(context, 2)
    await stand(one)
    await stand(other)
    one.rules.mayHold = false
    await untilTerm(other, 2)
    expect(one.lease.term()).toBeUndefined()
    await other.lease.release()
    await wait(2 * times.take)
    expect(one.lease.term()).toBeUndefined()
    one.rules.mayHold = true
    await untilTerm(one, 3)
  })

  test('is not trusted after a suspension that the monotonic clock has not counted, until it is renewed', async (context) => {
    const store = await startStore(context)
    const [one] = await makeNodes(context, 1, store)
    await stand(one)
    const seen: boolean[] = []
    one.lease.subscribe(() => seen.push(one.lease.isHeld()))
    await wait(2 * renew.quick)
    store.clock.ahead += 40_000
    await vi.waitFor(() => {
      expect(seen).toEqual([false, true])
    })
    expect(one.lease.term()).toBe(1)
  })

  test('stays with its holder when a response is lost', async (context) => {
    const [one, other] = await makeNodes(context, 2)
    let isLost = true
    one.proxy.faultOf = (method) => (method === 'PUT' && (isLost = !isLost) ? 'lose-answer' : 'none')
    await stand(one)
    await untilTerm(one, 1)
    await stand(other)
    await wait(2 * times.take)
    expect([one.lease.term(), other.lease.term()]).toEqual([1, undefined])
  })

  test('whose object was removed by hand is made anew, with a higher number', async (context) => {
    const [one, other] = await makeNodes(context, 2)
    await stand(one)
    await one.client.remove(LEASE_KEY)
    await stand(other)
    await vi.waitFor(async () => {
      expect((await readLease(one.client))?.record?.holder).toMatch(/^node-/)
    })
    await wait(2 * times.trust)
    // On a busy machine a lease may be renewed too late for a moment.
    await vi.waitFor(() => {
      expect([one, other].filter(({ lease }) => lease.isHeld())).toHaveLength(1)
    })
  })
})
