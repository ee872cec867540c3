import type { StoreSettings } from '#app/cms/platform/store-settings.server.ts'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { PaceTimes } from '#app/cms/storage/bucket/pace.server.ts'
import { S3Client } from '#app/cms/storage/bucket/s3-client.server.ts'
import { S3Sender } from '#app/cms/storage/bucket/s3-request.server.ts'
import { openS3Storage } from '#app/cms/storage/bucket/s3-storage.server.ts'
import { isShared } from '#app/cms/storage/bucket/shared-names.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import type { StorageUnderTest } from '#test/storage-contract.ts'
import { silentHealth, silentLog } from '#test/temporary-content.ts'
import { startFaultProxy } from './fault-proxy.ts'

const SITE_KEYS = { accessKeyId: 'site', secretAccessKey: 'site-secret' }

/** Makes a new bucket. Resolves with its settings. */
export async function makeBucket(endpoints: readonly string[]): Promise<StoreSettings> {
  const name = `site-${randomUUID().slice(0, 8)}`
  const settings = {
    buckets: endpoints.map((endpoint) => `${endpoint}/${name}`),
    prefix: 'main/',
    region: 'us-east-1',
    ...SITE_KEYS,
    sessionToken: undefined,
  }
  const sender = new S3Sender(settings)
  const made = await sender.send({ method: 'PUT' })
  made.resume()
  await new Promise((resolve) => made.once('end', resolve))
  sender.close()
  if (made.statusCode !== 200) throw new Error(`The bucket was not made: ${made.statusCode ?? 0}`)
  return settings
}

/** The environment variables of a host for a bucket that `makeBucket` has made. */
export function variablesOf({ buckets, prefix, accessKeyId, secretAccessKey }: StoreSettings): Record<string, string> {
  const gateways = buckets.map((bucket) => new URL(bucket))
  return {
    STORAGE: `s3:/${gateways[0]?.pathname ?? ''}/${prefix.replace(/\/$/, '')}`,
    S3_ENDPOINT: gateways.map(({ origin }) => origin).join(','),
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  }
}

/** A node, or a program beside one: its own folders on a shared bucket. A node writes if no other one does. */
export function openNode(
  settings: StoreSettings,
  {
    settleMs = 1_500,
    isBesideSite = false,
    pace,
  }: { settleMs?: number; isBesideSite?: boolean; pace?: Partial<PaceTimes> } = {},
) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'node-'))
  const open = async () => {
    const storage = await openS3Storage({
      contentDir: path.join(root, 'content'),
      uploadsDir: path.join(root, 'uploads'),
      dataDir: path.join(root, 'data'),
      store: settings,
      log: silentLog,
      health: silentHealth,
      settleMs,
      isBesideSite,
      ...(pace && { pace }),
    })
    if (!isBesideSite) await storage.start({ mayWrite: true })
    return storage
  }
  return {
    root,
    open,
    dispose: () => {
      rmSync(root, { recursive: true, force: true })
    },
    /** The shared files: names and texts. */
    files: () =>
      Object.fromEntries(
        namesBelow(root)
          .filter(isShared)
          .map((name) => [name, readFileSync(path.join(root, name), 'utf8')]),
      ),
  }
}

/** Keys of the site's files in a bucket. */
export async function keysOf(settings: StoreSettings): Promise<string[]> {
  const client = new S3Client(settings)
  const keys: string[] = []
  for await (const { key } of client.list('')) if (isShared(key)) keys.push(key)
  client.close()
  return keys.sort()
}

/** A store for the storage contract. Its faults are made by a gateway. */
export async function openS3UnderTest(upstream: string): Promise<StorageUnderTest> {
  const proxy = await startFaultProxy(upstream)
  const settings = await makeBucket([proxy.endpoint])
  const direct = { ...settings, buckets: settings.buckets.map((bucket) => bucket.replace(proxy.endpoint, upstream)) }
  const node = openNode(settings, { settleMs: 150 })
  for (const folder of ['content/home', 'data/history/stats', 'uploads/.incoming', 'uploads/reports']) {
    mkdirSync(path.join(node.root, folder), { recursive: true })
  }
  const opened = new Set<Storage>()
  const storage = await node.open()
  opened.add(storage)
  const refuseFrom = (nth: number) => {
    let puts = 0
    proxy.faultOf = (method, target) => {
      if (method !== 'PUT' || /\/(?:changes|lease)(?:\?|$)/.test(target)) return 'none'
      puts += 1
      return puts >= nth ? 'refuse' : 'none'
    }
  }
  return {
    storage,
    faultCode: 'store-unreachable',
    writeByHand: (name, content) => {
      writeFileSync(path.join(node.root, name), content)
    },
    // The files of the node, and those that only the bucket has.
    async allNames() {
      const local = namesBelow(node.root).filter(
        (name) => !/^data\/(?:owner\.f?lock|\.?store-mirror\.json(?:\.\d+\.log)?)$/.test(name),
      )
      return [...new Set([...local, ...(await keysOf(direct))])].sort()
    },
    refuseWrites: () => {
      refuseFrom(1)
    },
    refuseConfirmation: (files) => {
      refuseFrom(Math.max(1, files))
    },
    heal: () => {
      proxy.faultOf = () => 'none'
    },
    loseOwnership: () => {
      const lock = path.join(node.root, 'data', 'owner.lock')
      const own = JSON.parse(readFileSync(lock, 'utf8')) as object
      writeFileSync(lock, JSON.stringify({ ...own, token: 'another' }))
    },
    async reopen() {
      await storage.close()
      const reopened = await node.open()
      opened.add(reopened)
      return reopened
    },
    async dispose() {
      for (const each of opened) await each.close()
      node.dispose()
      await proxy.stop()
    },
  }
}

function namesBelow(root: string) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort()
}
