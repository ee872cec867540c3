import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeTimePassFaster } from '#test/fast-clock.ts'
import { put, startFencedWriter } from '#test/s3/fenced-writer.ts'
import { Lease } from './lease.server.ts'
import { Pace } from './pace.server.ts'
import { S3Client } from './s3-client.server.ts'

// More would leave too little time for a request, whose signature expires in whole seconds.
makeTimePassFaster(1.5)

test.concurrent('a write that the network delivers late in the same term: what is removed does not come back, and what is new is not removed', async (context) => {
  const { proxy, plain, fence, textOf, failNext } = await startFencedWriter(context)
  const writer = plain.fencedBy(fence)
  failNext('hold')
  await put(writer, 'late', 'absent')
  failNext('hold')
  await writer.remove('a')
  await put(writer, 'new', 'absent')
  expect(await proxy.deliverHeld()).toEqual([403, 403])
  expect(await textOf('a')).toBe('new')
})

test.concurrent('a store that stands still for 2 to 4 seconds does not cost the writer its lease, and no save fails', async (context) => {
  const { store, settings, plain, next } = await startFencedWriter(context)
  const clients = [plain, next]
  const [lease, other] = clients.map(
    (client, number) => new Lease({ client, id: String(number), pace: new Pace() }),
  ) as [Lease, Lease]
  context.onTestFinished(async () => {
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
