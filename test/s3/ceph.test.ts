import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { S3Client } from '#app/cms/storage/bucket/s3-client.server.ts'
import { testStore } from '#app/cms/storage/bucket/self-test.server.ts'
import { describeStorage } from '#test/storage-contract.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { makeBucket, openS3UnderTest } from './s3-under-test.ts'
import { startCeph, type Ceph } from './start-ceph.ts'

let ceph: Ceph

beforeAll(async () => {
  ceph = await startCeph()
}, 120_000)

afterAll(() => ceph.stop())

describeStorage('Ceph', () => openS3UnderTest(ceph.endpoints[0] ?? ''))

test.each([
  [0, { put: 200, remove: 204 }],
  [2_100, { put: 403, remove: 403 }],
])(
  'Ceph, a write for which 2 s are left and that comes %i ms later',
  async (delay, statuses) => {
    const proxy = await startFaultProxy(ceph.endpoints[0] ?? '')
    const client = new S3Client({ ...(await makeBucket([proxy.endpoint])), settleMs: 100 })
    onTestFinished(async () => {
      client.close()
      await proxy.stop()
    })
    await testStore(client)
    await client.put('removed', Buffer.from('1'), 'absent')
    const until = performance.now() + 2_000
    const writer = client.fencedBy({
      term: () => 1,
      isHeld: () => true,
      subscribe: () => () => undefined,
      heldUntil: () => until,
    })
    const held = async (write: Promise<unknown>, count: number) => {
      write.catch(() => undefined)
      await expect.poll(() => proxy.countHeld()).toBe(count)
    }
    // The clock of the store is met first.
    proxy.faultOf = (method, url) =>
      method === 'PUT' && url.includes('/put') && proxy.countHeld() === 0 ? 'hold' : 'none'
    await held(writer.put('put', Buffer.from('1'), 'absent', { settleMs: 0 }), 1)
    proxy.faultOf = (method) => (method === 'DELETE' ? (proxy.countHeld() === 1 ? 'hold' : 'cut') : 'none')
    await held(writer.remove('removed'), 2)
    proxy.faultOf = () => 'none'
    await wait(delay)
    expect(await proxy.deliverHeld()).toEqual([statuses.put, statuses.remove])
  },
  20_000,
)
