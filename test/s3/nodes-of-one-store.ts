import type { TestContext } from 'vitest'
import { S3Client } from '#app/cms/storage/bucket/s3-client.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { startMemoryS3 } from './memory-s3.ts'
import { makeBucket, openNode } from './s3-under-test.ts'

/** Starts a store of its own for the nodes of a test, behind a gateway that makes faults. It ends with the test. */
export async function startNodesOfOneStore({ onTestFinished }: TestContext) {
  const store = await startMemoryS3()
  const proxy = await startFaultProxy(store.endpoint)
  const settings = await makeBucket([proxy.endpoint])
  onTestFinished(async () => {
    await proxy.stop()
    await store.stop()
  })
  const client = new S3Client({ ...settings, buckets: settings.buckets.map(direct) })
  function direct(bucket: string) {
    return bucket.replace(proxy.endpoint, store.endpoint)
  }
  async function open(node = openNode(settings, { settleMs: 300 })) {
    const storage = await node.open()
    onTestFinished(async () => {
      await storage.close()
      node.dispose()
    })
    return { storage, node }
  }
  /** A program that runs beside the site, with folders of its own. */
  const openBeside = async () => (await open(openNode(settings, { isBesideSite: true }))).storage
  return { open, openBeside, client, proxy, settings, store }
}

export const put = (storage: Storage, name: string, bytes: string) => storage.commit([{ name, bytes }])

export const textOf = async (storage: Storage, name: string) => (await storage.read(name))?.bytes.toString()
