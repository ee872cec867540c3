import { expect, vi, type TestContext } from 'vitest'
import { MessageNotStored } from '#app/cms/inbox/stored-message.server.ts'
import type { Site } from '#app/cms/site.server.ts'
import * as bucket from '#app/cms/storage/bucket/open-bucket.server.ts'
import { stats } from '#app/site/sections/stats/stats.ts'
import { startBucketOfNodes } from './bucket-of-nodes.ts'

const { openBucket } = bucket

export const by = 'asha'
export const message = {
  firstName: 'Meera',
  lastName: 'Shah',
  email: 'meera@example.com',
  mobile: '+91 98765 43210',
  comments: 'Send a quote',
}

/** A release that would publish 77 years. */
export async function makeRelease(site: Site, time?: string) {
  const { value, version } = site.content.read(stats)
  const { id } = await site.releases.create({ name: 'Results', time }, by)
  const content = { ...value, yearsExperience: 77 }
  await site.drafts.save(stats, { release: id, content, author: by, version })
  return id
}

/** A site whose store loses the answers to writes of some files, once `loseAnswersTo` was called. */
export async function startSiteInDoubt(context: TestContext) {
  // The outcome of a write is asked for 15 s otherwise.
  vi.spyOn(bucket, 'openBucket').mockImplementation((options) => openBucket({ ...options, settleMs: 400 }))
  const { running, gateway } = await (await startBucketOfNodes(context)).open()
  const site = () => running.current()

  /** `isWritten`: the store has carried the first write out. Nothing else reaches the store until `heal`. */
  function loseAnswersTo(file: string, isWritten: boolean) {
    let isFirst = true
    gateway.faultOf = (method, address) => {
      if (!address.includes(encodeURI(file))) return 'none'
      const isWrite = method === 'PUT' && isFirst
      if (isWrite) isFirst = false
      return isWrite && isWritten ? 'lose-answer' : 'cut'
    }
  }

  /** The store responds again as soon as the site has noticed. Resolves when the site was opened anew. */
  async function reopened() {
    const before = site()
    await vi.waitUntil(() => !running.isWriter(), 10_000)
    gateway.faultOf = () => 'none'
    await vi.waitUntil(() => running.isWriter() && site() !== before, 15_000)
  }

  async function expectUnknown(file: string, isWritten: boolean, change: () => Promise<unknown>) {
    loseAnswersTo(file, isWritten)
    const failure = change().catch((error: unknown) => error)
    await reopened()
    const error = await failure
    expect(error instanceof MessageNotStored ? error.cause : error).toMatchObject({ code: 'outcome-unknown' })
  }

  return { site, loseAnswersTo, reopened, expectUnknown }
}
