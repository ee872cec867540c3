import { beforeEach, expect, test } from 'vitest'
import { startFaultProxy, type FaultProxy } from '#test/s3/fault-proxy.ts'
import { startMemoryS3 } from '#test/s3/memory-s3.ts'
import { makeBucket } from '#test/s3/s3-under-test.ts'
import { ChangeFeed, CHANGES_KEY } from './change-feed.server.ts'
import { S3Client } from './s3-client.server.ts'

let proxy: FaultProxy
let client: S3Client

beforeEach(async () => {
  const store = await startMemoryS3()
  proxy = await startFaultProxy(store.endpoint)
  client = new S3Client({ ...(await makeBucket([proxy.endpoint])), settleMs: 200 })
  return async () => {
    client.close()
    await proxy.stop()
    await store.stop()
  }
})

/** Processes that follow one another, from an empty bucket on. */
async function makeFeeds(count: number) {
  const feeds = Array.from({ length: count }, () => new ChangeFeed(client))
  await feeds[0]?.announce(['first'])
  for (const feed of feeds) await feed.read(true)
  return feeds as [ChangeFeed, ChangeFeed, ChangeFeed]
}

test('what one process announces, every other one reads once, and the process itself does not', async () => {
  const [one, other, third] = await makeFeeds(3)
  await one.announce(['a', 'b'])
  await one.announce(['c'])
  expect(await other.read()).toEqual(new Set(['a', 'b', 'c']))
  expect([await other.read(), await one.read()]).toEqual([new Set(), new Set()])
  await other.announce(['d'])
  expect([await one.read(), await third.read()]).toEqual([new Set(['d']), new Set(['a', 'b', 'c', 'd'])])
})

test('the first change of a bucket: read like any other', async () => {
  const [one, other] = [new ChangeFeed(client), new ChangeFeed(client)]
  for (const feed of [one, other]) await feed.read(true)
  await one.announce(['a'])
  expect(await other.read()).toEqual(new Set(['a']))
})

test('several announce at the same time: each of them learns of all others', async () => {
  const [one, other, third] = await makeFeeds(3)
  await Promise.all([one.announce(['a']), other.announce(['b']), one.announce(['c']), third.announce(['d'])])
  expect(await one.read()).toEqual(new Set(['b', 'd']))
  expect(await other.read()).toEqual(new Set(['a', 'c', 'd']))
  expect(await third.read()).toEqual(new Set(['a', 'b', 'c']))
})

test('a look while nothing was announced is one request, which no list and no body makes dearer', async () => {
  const [one] = await makeFeeds(1)
  const asked: string[] = []
  proxy.faultOf = (method, url, headers) => {
    asked.push(`${method} ${url.split('/').at(-1) ?? ''} ${headers['if-none-match'] === undefined ? '' : 'if changed'}`)
    return 'none'
  }
  await one.read()
  expect(asked).toEqual([`GET ${CHANGES_KEY} if changed`])
})

test.each([
  ['more than the feed holds', (feed: ChangeFeed) => feed.announce(Array.from({ length: 501 }, String))],
  ['a feed that was begun anew', (feed: ChangeFeed) => feed.announceAll()],
  ['a feed that was removed', () => client.remove(CHANGES_KEY)],
  ['a feed that is damaged', () => client.put(CHANGES_KEY, Buffer.from('{'))],
])('%s: everything is to be compared, once', async (_case, change) => {
  const [one, other] = await makeFeeds(2)
  await change(one)
  expect(await other.read()).toBe('all')
  expect(await other.read()).toEqual(new Set())
})

test('a bucket that was rolled back: everything is to be compared', async () => {
  const [one, other] = await makeFeeds(2)
  const before = await client.read(CHANGES_KEY, 10_000)
  await one.announce(['a'])
  await other.read()
  await client.put(CHANGES_KEY, before?.bytes ?? Buffer.alloc(0))
  expect(await other.read()).toBe('all')
  // And whoever writes next does it on top of what it finds.
  await one.announce(['b'])
  expect(await other.read()).toEqual(new Set(['b']))
  expect(await one.read()).toBe('all')
})

test('a store that does not respond: the change is announced later, with those that came meanwhile', async () => {
  const [one, other] = await makeFeeds(2)
  proxy.faultOf = () => 'cut'
  await expect(one.announce(['a'])).rejects.toThrow()
  proxy.faultOf = () => 'none'
  await one.announce(['b'])
  expect(await other.read()).toEqual(new Set(['a', 'b']))
})

test('a look whose response is older than the own announcement: takes nothing back', async () => {
  const [one, other] = await makeFeeds(2)
  await other.announce(['b'])
  let answers = 0
  proxy.faultOf = (method) => (method === 'GET' && (answers += 1) === 1 ? 'delay-answer' : 'none')
  const looking = one.read()
  await one.announce(['a'])
  expect(await looking).toEqual(new Set(['b']))
  expect([await one.read(), await other.read()]).toEqual([new Set(), new Set(['a'])])
})
