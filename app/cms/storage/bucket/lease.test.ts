import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startFaultProxy, type FaultProxy } from '#test/s3/fault-proxy.ts'
import { startMemoryS3, type MemoryS3 } from '#test/s3/memory-s3.ts'
import { makeBucket } from '#test/s3/s3-under-test.ts'
import { untilHeld } from '../writership.ts'
import { LEASE_KEY, readLease } from './lease-record.server.ts'
import { Lease } from './lease.server.ts'
import { Pace } from './pace.server.ts'
import { S3Client } from './s3-client.server.ts'

/** A tenth of the real times, in the same proportions. */
const renew = { quick: 100, slow: 300 }
const looks = { look: 50, early: 20, slowLook: 100, slowestLook: 500, retry: 25 }
const times = { renew, ...looks, trust: 450, take: 500, takeSlowly: 2_000 }

let store: MemoryS3

beforeEach(async () => {
  store = await startMemoryS3()
  return store.stop
})

async function makeNodes(count: number) {
  const first = await startFaultProxy(store.endpoint)
  const settings = await makeBucket([first.endpoint])
  const nodes = []
  for (let number = 0; number < count; number += 1) {
    const proxy = number === 0 ? first : await startFaultProxy(store.endpoint)
    const client = new S3Client({
      ...settings,
      buckets: settings.buckets.map((bucket) => bucket.replace(first.endpoint, proxy.endpoint)),
    })
    // A process that is halted: its clock goes on, and its timers do not.
    const clock = { ahead: 0 }
    const rules = { mayHold: true }
    const pace = new Pace()
    const lease = new Lease({
      client,
      id: `node-${number}`,
      mayHold: () => rules.mayHold,
      now: () => performance.now() + clock.ahead,
      pace,
      times,
    })
    nodes.push({ lease, client, proxy, clock, rules, pace })
    onTestFinished(async () => {
      await lease.close()
      client.close()
      await proxy.stop()
    })
  }
  return nodes as [Node, Node, Node]
}

interface Node {
  lease: Lease
  client: S3Client
  proxy: FaultProxy
  clock: { ahead: number }
  rules: { mayHold: boolean }
  pace: Pace
}

async function stand({ lease }: Node) {
  lease.request()
  await lease.start()
}

const untilTerm = ({ lease }: Node, term: number) =>
  vi.waitFor(
    () => {
      expect(lease.term()).toBe(term)
      expect(lease.isHeld()).toBe(true)
    },
    { timeout: 5_000, interval: 5 },
  )

describe('the lease', () => {
  test('is held by the first that asks for it, and by no other', async () => {
    const [one, other] = await makeNodes(2)
    await stand(one)
    await stand(other)
    expect([one.lease.isHeld(), other.lease.isHeld()]).toEqual([true, false])
    await wait(2 * times.take)
    expect([one.lease.term(), other.lease.term()]).toEqual([1, undefined])
  })

  test('is never taken by a process that only reads', async () => {
    const [one, reader] = await makeNodes(2)
    await reader.lease.start()
    await wait(2 * times.take)
    await stand(one)
    one.proxy.faultOf = () => 'cut'
    await wait(2 * times.take)
    expect(reader.lease.term()).toBeUndefined()
  })

  test('that is given up is taken at once, with the next number', async () => {
    const [one, other] = await makeNodes(2)
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

  test('of a node that is cut off is not trusted any more before another node takes it', async () => {
    const [one, other] = await makeNodes(2)
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

  test('is not held by a process that was halted, from its first instruction on', async () => {
    const [one] = await makeNodes(1)
    await stand(one)
    one.clock.ahead += times.trust
    expect(one.lease.isHeld()).toBe(false)
    // Nobody else has written: the term goes on.
    expect(await untilHeld(one.lease, 1_000)).toBe(true)
    expect(one.lease.term()).toBe(1)
  })

  test('that another node has taken meanwhile is lost to a process that was halted', async () => {
    const [one, other] = await makeNodes(2)
    await stand(one)
    await stand(other)
    one.proxy.faultOf = () => 'cut'
    await untilTerm(other, 2)
    one.clock.ahead += 40_000
    one.proxy.faultOf = () => 'none'
    expect(await untilHeld(one.lease, 1_000)).toBe(false)
    expect(one.lease.term()).toBeUndefined()
  })

  test('is not taken by a process that was halted itself', async () => {
    const [one, other] = await makeNodes(2)
    await stand(one)
    await stand(other)
    other.clock.ahead += 10 * times.takeSlowly
    await wait(2 * times.take)
    expect([one.lease.term(), other.lease.term()]).toEqual([1, undefined])
  })

  test('is given up, and not asked for, by a process whose clock differs from that of the store', async () => {
    const [one, other] = await makeNodes(2)
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

  test('is not trusted after a suspension that the monotonic clock has not counted, until it is renewed', async () => {
    const [one] = await makeNodes(1)
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

  test('stays with its holder when a response is lost', async () => {
    const [one, other] = await makeNodes(2)
    let isLost = true
    one.proxy.faultOf = (method) => (method === 'PUT' && (isLost = !isLost) ? 'lose-answer' : 'none')
    await stand(one)
    await untilTerm(one, 1)
    await stand(other)
    await wait(2 * times.take)
    expect([one.lease.term(), other.lease.term()]).toEqual([1, undefined])
  })

  test('whose object was removed by hand is made anew, with a higher number', async () => {
    const [one, other] = await makeNodes(2)
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

describe('in quiet times', () => {
  /** Two nodes that are quiet, and have noticed it of each other. */
  async function makeQuietNodes() {
    const nodes = await makeNodes(2)
    const quiet = nodes.map(({ pace }) => vi.spyOn(pace, 'isQuick').mockReturnValue(false))
    for (const node of nodes) await stand(node)
    /** Counts the requests of a node from now on. */
    const countRequests = ({ proxy }: Node) => {
      const count = { requests: 0 }
      proxy.faultOf = () => {
        count.requests += 1
        return 'none'
      }
      return count
    }
    const becomeQuick = ({ pace }: Node) => {
      quiet[nodes.findIndex((node) => node.pace === pace)]?.mockRestore()
      // A process that was quick has nobody to tell.
      vi.spyOn(pace, 'isQuick').mockReturnValueOnce(false)
      pace.note()
    }
    return { nodes, countRequests, becomeQuick }
  }

  test('the lease is renewed and looked at seldom, and stays with its holder', async () => {
    const { nodes, countRequests } = await makeQuietNodes()
    const counts = nodes.slice(0, 2).map(countRequests)
    await wait(10 * renew.slow)
    // It is renewed ten times, and looked at once or twice after each.
    for (const { requests } of counts) expect(requests).toBeLessThanOrEqual(20)
    expect([nodes[0].lease.term(), nodes[1].lease.term()]).toEqual([1, undefined])
    // On a busy machine a lease may be renewed too late for a moment.
    expect(await untilHeld(nodes[0].lease, 1_000)).toBe(true)
  })

  test('the lease of a node that is cut off is taken once it cannot be trusted any more, not sooner and not later', async () => {
    const { nodes } = await makeQuietNodes()
    await wait(3 * renew.slow)
    let isHeldByBoth = false
    nodes[1].lease.subscribe(() => {
      isHeldByBoth ||= nodes[0].lease.isHeld() && nodes[1].lease.isHeld()
    })
    nodes[0].proxy.faultOf = () => 'cut'
    const began = performance.now()
    await untilTerm(nodes[1], 2)
    expect(isHeldByBoth).toBe(false)
    expect(performance.now() - began).toBeLessThan(times.take + 5 * times.look)
  })

  test('a node that does not write is told by the lease that nothing has happened, and when something does', async () => {
    const { nodes, becomeQuick } = await makeQuietNodes()
    const asked = performance.now()
    expect(nodes[1].pace.knownUntil(asked)).toBe(asked)
    await vi.waitFor(() => {
      expect(nodes[1].pace.knownUntil(asked)).toBeGreaterThan(asked)
    })
    const told = vi.spyOn(nodes[1].pace, 'note')
    becomeQuick(nodes[0])
    await vi.waitFor(
      () => {
        expect(told).toHaveBeenCalled()
      },
      { timeout: 2 * renew.slow, interval: 5 },
    )
    expect(nodes[1].pace.knownUntil(asked)).toBe(asked)
  })

  test('something happens at the holder: it says so in the lease at once, and the others look often', async () => {
    const { nodes, countRequests, becomeQuick } = await makeQuietNodes()
    expect((await readLease(nodes[0].client))?.record?.pace).toBe('slow')
    becomeQuick(nodes[0])
    await vi.waitFor(async () => {
      expect((await readLease(nodes[0].client))?.record?.pace).toBe('quick')
    })
    const count = countRequests(nodes[1])
    await vi.waitFor(() => {
      expect(count.requests).toBeGreaterThan(4)
    })
    nodes[0].proxy.faultOf = () => 'cut'
    await untilTerm(nodes[1], 2)
  })

  test('the response to that lease is lost: it is not trusted longer than the one before', async () => {
    const { nodes, becomeQuick } = await makeQuietNodes()
    nodes[0].proxy.faultOf = (method) => (method === 'PUT' ? 'lose-answer' : 'cut')
    becomeQuick(nodes[0])
    let isHeldByBoth = false
    nodes[1].lease.subscribe(() => {
      isHeldByBoth ||= nodes[0].lease.isHeld() && nodes[1].lease.isHeld()
    })
    await vi.waitFor(
      () => {
        expect(nodes[0].lease.isHeld()).toBe(false)
      },
      { timeout: times.take, interval: 5 },
    )
    expect(isHeldByBoth).toBe(false)
  })
})

test('of three nodes that are cut off, halted and slow by turns, never two hold the lease', async () => {
  const nodes = await makeNodes(3)
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
