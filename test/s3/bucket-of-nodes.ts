import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestContext } from 'vitest'
import { openRunningSite } from '#app/cms/composition/running-site.server.ts'
import { siteSource } from '#app/cms/composition/site-sources.server.ts'
import { readEnv } from '#app/cms/platform/env.server.ts'
import { createSite } from '#app/cms/site.server.ts'
import definition from '#app/site.config.ts'
import { copyShortContent } from '#test/copy-short-content.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { startMemoryS3 } from './memory-s3.ts'
import { makeBucket, variablesOf } from './s3-under-test.ts'

/**
 * Starts a bucket in memory for the nodes of a site, which `open` opens with folders of their own. Each node reaches the
 * bucket through a gateway of its own, which makes faults. The test closes all of it at its end.
 */
export async function startBucketOfNodes({ onTestFinished }: TestContext) {
  const root = mkdtempSync(path.join(tmpdir(), 'nodes-'))
  onTestFinished(() => {
    rmSync(root, { recursive: true })
  })
  const store = await startMemoryS3()
  onTestFinished(store.stop)
  const settings = await makeBucket([store.endpoint])
  async function open(variables: Record<string, string> = {}) {
    const gateway = await startFaultProxy(store.endpoint)
    onTestFinished(gateway.stop)
    const folder = mkdtempSync(path.join(root, 'node-'))
    const env = readEnv({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      CONTENT_DIR: path.join(folder, 'content'),
      UPLOADS_DIR: path.join(folder, 'uploads'),
      DATA_DIR: path.join(folder, 'data'),
      ...variablesOf({
        ...settings,
        buckets: settings.buckets.map((b) => b.replace(store.endpoint, gateway.endpoint)),
      }),
      ...variables,
    })
    // The first node fills the bucket, the others fill their folders from it.
    if (store.objects.size === 0) copyShortContent(env.contentDir)
    for (const made of [env.contentDir, env.uploadsDir, env.dataDir]) mkdirSync(made, { recursive: true })
    return { env, gateway, ...(await run()), reopen: async () => (await run()).running }

    async function run() {
      const running = await openRunningSite(await siteSource(env, definition, createSite))
      running.start()
      let isClosed = false
      const close = async () => {
        if (!isClosed) await running.close()
        isClosed = true
      }
      onTestFinished(close)
      return { running, close }
    }
  }
  return { open }
}
