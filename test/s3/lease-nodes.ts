import { expect, vi, type TestContext } from 'vitest'
import { Lease } from '#app/cms/storage/bucket/lease.server.ts'
import { Pace } from '#app/cms/storage/bucket/pace.server.ts'
import { S3Client } from '#app/cms/storage/bucket/s3-client.server.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { startMemoryS3, type MemoryS3 } from './memory-s3.ts'
import { makeBucket } from './s3-under-test.ts'

/** A tenth of the real times, in the same proportions. */
export const renew = { quick: 100, slow: 300 }
const looks = { look: 50, early: 20, slowLook: 100, slowestLook: 500, retry: 25 }
export const times = { renew, ...looks, trust: 450, take: 500, takeSlowly: 2_000 }

export async function startStore({ onTestFinished }: TestContext): Promise<MemoryS3> {
  const store = await startMemoryS3()
  onTestFinished(store.stop)
  return store
}

/** Nodes that each reach the store, by default one of their own, through a gateway. All of it ends with the test. */
export async function makeNodes(context: TestContext, count: number, given?: MemoryS3) {
  const store = given ?? (await startStore(context))
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
    context.onTestFinished(async () => {
      await lease.close()
      client.close()
      await proxy.stop()
    })
  }
  return nodes as [LeaseNode, LeaseNode, LeaseNode]
}

export interface LeaseNode {
  lease: Lease
  client: S3Client
  proxy: FaultProxy
  clock: { ahead: number }
  rules: { mayHold: boolean }
  pace: Pace
}

export async function stand({ lease }: LeaseNode) {
  lease.request()
  await lease.start()
}

export const untilTerm = ({ lease }: LeaseNode, term: number) =>
  vi.waitFor(
    () => {
      expect(lease.term()).toBe(term)
      expect(lease.isHeld()).toBe(true)
    },
    { timeout: 5_000, interval: 5 },
  )
