import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startFaultProxy, type Fault, type FaultProxy } from '#test/s3/fault-proxy.ts'
import { startMemoryS3, type MemoryS3, type MemoryS3Options } from '#test/s3/memory-s3.ts'
import { makeBucket } from '#test/s3/s3-under-test.ts'
import { S3Client, S3OutcomeUnknown } from './s3-client.server.ts'
import { readBody, S3Refused, S3Unavailable } from './s3-request.server.ts'
import { testStore } from './self-test.server.ts'

let store: MemoryS3
let proxy: FaultProxy
let client: S3Client
const rival = () => new S3Client(clientSettings)
let clientSettings: ConstructorParameters<typeof S3Client>[0]
let settings: typeof clientSettings

beforeAll(async () => {
  store = await startMemoryS3({ pageSize: 3 })
  proxy = await startFaultProxy(store.endpoint)
})
afterAll(async () => {
  await proxy.stop()
  await store.stop()
})
beforeEach(async () => {
  settings = await makeBucket([proxy.endpoint])
  clientSettings = {
    ...settings,
    buckets: settings.buckets.map((bucket) => bucket.replace(proxy.endpoint, store.endpoint)),
  }
  client = new S3Client({ ...settings, settleMs: 300 })
  onTestFinished(() => {
    proxy.faultOf = () => 'none'
    client.close()
  })
})

/** The next `count` requests with this method meet a fault. */
function failNext(method: string, fault: Fault, count = 1) {
  let left = count
  proxy.faultOf = (each) => {
    if (each !== method || left === 0) return 'none'
    left -= 1
    return fault
  }
}

const textOf = async (key: string) => (await client.read(key, 1_000))?.bytes.toString()

describe('a put whose outcome is unknown', () => {
  test.each<Fault>(['lose-answer', 'fail-after'])('%s: it has happened, and counts once', async (fault) => {
    const first = await client.put('a', Buffer.from('1'), 'absent')
    if (first === 'conflict') throw new Error('conflict')
    failNext('PUT', fault)
    const second = await client.put('a', Buffer.from('2'), { ifMatch: first.etag })
    expect(second).toEqual({ etag: (await client.head('a'))?.etag })
    expect(await textOf('a')).toBe('2')
  })

  test('it has happened, and another node has written on top of it before this one could ask', async () => {
    const [patient, other] = [new S3Client(settings), rival()]
    onTestFinished(() => {
      patient.close()
      other.close()
    })
    const first = await client.put('a', Buffer.from('1'), 'absent')
    if (first === 'conflict') throw new Error('conflict')
    let isFirstPut = true
    let isReplaced = false
    proxy.faultOf = (method) => {
      const isLost = method === 'PUT' && isFirstPut
      if (isLost) isFirstPut = false
      if (isLost) return 'lose-answer'
      return method === 'HEAD' && !isReplaced ? 'refuse' : 'none'
    }
    const put = patient.put('a', Buffer.from('2'), { ifMatch: first.etag })
    await vi.waitFor(async () => {
      expect((await other.read('a', 10))?.bytes.toString()).toBe('2')
    })
    for (const text of ['3', '4']) {
      const { etag = '' } = (await other.head('a')) ?? {}
      await other.put('a', Buffer.from(text), { ifMatch: etag })
    }
    isReplaced = true
    expect(await put).toEqual({ etag: '' })
    expect(await textOf('a')).toBe('4')
  })

  test.each<Fault>(['refuse', 'cut'])('%s: it has not happened, and is tried again', async (fault) => {
    failNext('PUT', fault)
    expect(await client.put('a', Buffer.from('1'), 'absent')).not.toBe('conflict')
    expect(await textOf('a')).toBe('1')
  })

  test('equal bytes of another node are a conflict', async () => {
    proxy.faultOf = (method) => (method === 'PUT' ? 'refuse' : 'none')
    const put = client.put('a', Buffer.from('same'), 'absent')
    await rival().put('a', Buffer.from('same'))
    expect(await put).toBe('conflict')
  })

  test('that stays unknown is told as such', async () => {
    proxy.faultOf = () => 'cut'
    await expect(client.put('a', Buffer.from('1'))).rejects.toBeInstanceOf(S3OutcomeUnknown)
  })
})

test('a body that breaks off is not taken for an object', async () => {
  await client.put('a', Buffer.from('1'))
  proxy.faultOf = (method) => (method === 'GET' ? 'lose-answer' : 'none')
  await expect(client.read('a', 1_000)).rejects.toBeInstanceOf(S3Unavailable)
})

test('a response whose connection was closed before it was read is not taken for an empty object', async () => {
  await client.put('a', Buffer.from('1'))
  const found = await client.get('a')
  if (typeof found !== 'object') throw new Error(`a is ${found}`)
  // As a timeout does, for example on a node that was halted.
  found.body.destroy()
  await expect(readBody(found.body, 1_000)).rejects.toThrow(S3Unavailable)
})

test('names with any character are listed over several pages', async () => {
  const keys = ["b/it's (1)+ü ₹ &<x>.yaml", 'b/2', 'b/3 4', 'b/5', 'b/6', 'b/7', 'b/8'].sort()
  for (const key of keys) await client.put(key, Buffer.from(key))
  const listed = []
  for await (const { key } of client.list('b/')) listed.push(key)
  expect(listed.sort()).toEqual(keys)
})

describe('a store that cannot be used is refused', () => {
  const open = async (options: MemoryS3Options) => {
    const other = await startMemoryS3(options)
    onTestFinished(() => other.stop())
    return new S3Client(await makeBucket([other.endpoint]))
  }

  test('since it ignores conditions, in words that say what to do', async () => {
    const failure = testStore(await open({ ignoresConditions: true }))
    await expect(failure).rejects.toBeInstanceOf(S3Refused)
    await expect(failure).rejects.toThrow(/ignored If-None-Match.*Use a store with conditional writes/)
  })

  test('but not one that wants ETags without quotes', async () => {
    const bare = await open({ wantsBareTags: true })
    await testStore(bare)
    const put = await bare.put('a', Buffer.from('1'))
    expect(put !== 'conflict' && (await bare.put('a', Buffer.from('2'), { ifMatch: put.etag }))).not.toBe('conflict')
  })
})
