import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test, vi, type TestContext } from 'vitest'
import { makeNodes, renew, stand, times, untilTerm, type LeaseNode } from '#test/s3/lease-nodes.ts'
import { untilHeld } from '../writership.ts'
import { readLease } from './lease-record.server.ts'
import { Pace } from './pace.server.ts'

/** Two nodes that are quiet, and have noticed it of each other. */
async function makeQuietNodes(context: TestContext) {
  const nodes = await makeNodes(context, 2)
  for (const { pace } of nodes) pace.isQuick = () => false
  for (const node of nodes) await stand(node)
  /** Counts the requests of a node from now on. */
  const countRequests = ({ proxy }: LeaseNode) => {
    const count = { requests: 0 }
    proxy.faultOf = () => {
      count.requests += 1
      return 'none'
    }
    return count
  }
  const becomeQuick = ({ pace }: LeaseNode) => {
    // A process that was quick has nobody to tell.
    let isBefore = true
    pace.isQuick = () => {
      const isQuick = !isBefore && Pace.prototype.isQuick.call(pace)
      isBefore = false
      return isQuick
    }
    pace.note()
  }
  return { nodes, countRequests, becomeQuick }
}

// At the same time, because they mostly wait.
describe.concurrent('in quiet times', () => {
  test('the lease is renewed and looked at seldom, and stays with its holder', async (context) => {
    const { nodes, countRequests } = await makeQuietNodes(context)
    const counts = nodes.slice(0, 2).map(countRequests)
    await wait(10 * renew.slow)
    // It is renewed ten times, and looked at once or twice after each.
    for (const { requests } of counts) expect(requests).toBeLessThanOrEqual(20)
    expect([nodes[0].lease.term(), nodes[1].lease.term()]).toEqual([1, undefined])
    // On a busy machine a lease may be renewed too late for a moment.
    expect(await untilHeld(nodes[0].lease, 1_000)).toBe(true)
  })

  test('the lease of a node that is cut off is taken once it cannot be trusted any more, not sooner and not later', async (context) => {
    const { nodes } = await makeQuietNodes(context)
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

  test('a node that does not write is told by the lease that nothing has happened, and when something does', async (context) => {
    const { nodes, becomeQuick } = await makeQuietNodes(context)
    const asked = performance.now()
    expect(nodes[1].pace.knownUntil(asked)).toBe(asked)
    await vi.waitFor(() => {
      expect(nodes[1].pace.knownUntil(asked)).toBeGreaterThan(asked)
    })
    let told = 0
    nodes[1].pace.note = () => {
      told += 1
      Pace.prototype.note.call(nodes[1].pace)
    }
    becomeQuick(nodes[0])
    await vi.waitFor(
      () => {
        expect(told).toBeGreaterThan(0)
      },
      { timeout: 2 * renew.slow, interval: 5 },
    )
    expect(nodes[1].pace.knownUntil(asked)).toBe(asked)
  })

  test('something happens at the holder: it says so in the lease at once, and the others look often', async (context) => {
    const { nodes, countRequests, becomeQuick } = await makeQuietNodes(context)
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

  test('the response to that lease is lost: it is not trusted longer than the one before', async (context) => {
    const { nodes, becomeQuick } = await makeQuietNodes(context)
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
