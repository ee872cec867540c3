import type { TestContext } from 'vitest'
import { Listeners } from '#app/cms/platform/listeners.ts'
import { S3Client, type WriteFence } from '#app/cms/storage/bucket/s3-client.server.ts'
import { startFaultProxy, type Fault } from './fault-proxy.ts'
import { startMemoryS3 } from './memory-s3.ts'
import { makeBucket } from './s3-under-test.ts'

export const HELD_MS = 2_500

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

/** A store behind a gateway, and those who write to it. All of it ends with the test. */
export async function startFencedWriter({ onTestFinished }: TestContext) {
  const store = await startMemoryS3()
  const proxy = await startFaultProxy(store.endpoint)
  const settings = await makeBucket([proxy.endpoint])
  const direct = settings.buckets.map((bucket) => bucket.replace(proxy.endpoint, store.endpoint))
  const plain = new S3Client({ ...settings, settleMs: 1_000 })
  /** Of a program that has no lease, past the proxy: stands for the next writer. */
  const next = new S3Client({ ...settings, buckets: direct })
  const fence = new TestFence()
  onTestFinished(async () => {
    fence.end()
    plain.close()
    next.close()
    await proxy.stop()
    await store.stop()
  })

  const textOf = async (key: string) => (await next.read(key, 100))?.bytes.toString()

  /** The next writes meet this fault. */
  function failNext(fault: Fault, count = 1) {
    let left = count
    proxy.faultOf = (method) => {
      if (left === 0 || method === 'HEAD' || method === 'GET') return 'none'
      left -= 1
      return fault
    }
  }

  return { store, proxy, settings, plain, next, fence, textOf, failNext }
}

export const bytes = (text: string) => Buffer.from(text)

export async function put(client: S3Client, text: string, condition?: Parameters<S3Client['put']>[2]) {
  const result = await client.put('a', bytes(text), condition)
  if (result === 'conflict') throw new Error('conflict')
  return { ifMatch: result.etag }
}
