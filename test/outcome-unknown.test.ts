import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { MessageNotStored } from '#app/cms/inbox/stored-message.server.ts'
import type { Site } from '#app/cms/site.server.ts'
import type * as openBucketModule from '#app/cms/storage/bucket/open-bucket.server.ts'
import { stats } from '#app/site/sections/stats/stats.ts'
import { startBucketOfNodes } from '#test/s3/bucket-of-nodes.ts'

// The outcome of a write is asked for 15 s otherwise.
vi.mock('#app/cms/storage/bucket/open-bucket.server.ts', async (original) => {
  const { openBucket } = await original<typeof openBucketModule>()
  return { openBucket: (options: Parameters<typeof openBucket>[0]) => openBucket({ ...options, settleMs: 400 }) }
})

let root: string
beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'outcome-unknown-'))
  return () => {
    rmSync(root, { recursive: true })
  }
})

const by = 'asha'
const message = {
  firstName: 'Meera',
  lastName: 'Shah',
  email: 'meera@example.com',
  mobile: '+91 98765 43210',
  comments: 'Send a quote',
}
const yearsOf = (site: Site) => site.content.find(stats)?.value.yearsExperience

function save(site: Site, yearsExperience: number) {
  return site.content.update(stats, { author: by, reason: 'Saved', change: (now) => ({ ...now, yearsExperience }) })
}

/** A release that would publish 77 years. */
async function makeRelease(site: Site, time?: string) {
  const { value, version } = site.content.read(stats)
  const { id } = await site.releases.create({ name: 'Results', time }, by)
  const content = { ...value, yearsExperience: 77 }
  await site.drafts.save(stats, { release: id, content, author: by, version })
  return id
}

/** A site whose store loses the answers to writes of some files, once `loseAnswersTo` was called. */
async function setUp() {
  const { running, gateway } = await (await startBucketOfNodes(root)).open()
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

  return { running, site, loseAnswersTo, reopened }
}

describe.each([
  ['was carried out', true],
  ['was not', false],
])('the store does not answer to a write, which %s', (_what, isWritten) => {
  test('content, state and store agree after each kind of change, and the next try works', async () => {
    const { site, loseAnswersTo, reopened } = await setUp()
    async function expectUnknown(file: string, change: () => Promise<unknown>) {
      loseAnswersTo(file, isWritten)
      const failure = change().catch((error: unknown) => error)
      await reopened()
      const error = await failure
      expect(error instanceof MessageNotStored ? error.cause : error).toMatchObject({ code: 'outcome-unknown' })
    }

    const published = yearsOf(site())
    await expectUnknown(`content/${stats.file}`, () => save(site(), 70))
    expect(yearsOf(site())).toBe(isWritten ? 70 : published)
    expect(await site().content.history(stats)).toHaveLength(isWritten ? 1 : 0)
    await save(site(), 71)
    expect(yearsOf(site())).toBe(71)

    const id = await makeRelease(site())
    await expectUnknown(`data/releases/${id}.json`, () => site().releases.publish(id, by))
    expect(site().releases.find(id)?.state).toBe(isWritten ? 'published' : 'open')
    expect(yearsOf(site())).toBe(isWritten ? 77 : 71)
    expect(site().drafts.list()).toHaveLength(isWritten ? 0 : 1)
    expect(await site().storage.list('data/publishing')).toEqual([])
    const again = site().releases.publish(id, by)
    // Not that somebody else has changed it.
    if (isWritten) await expect(again).rejects.toThrow('This release is published already.')
    else await again
    expect(yearsOf(site())).toBe(77)

    await expectUnknown('data/inbox/', () => site().inbox.storeMessage(message))
    expect(await site().inbox.listMessages({})).toHaveLength(isWritten ? 1 : 0)
    await site().inbox.storeMessage(message)
    expect(await site().inbox.listMessages({})).toHaveLength(isWritten ? 2 : 1)

    await site().auth.accounts.ensureAdministrator({ adminUsername: 'admin', adminPassword: 'a long password' })
    const invite = () => site().auth.people.invite({ name: 'Ravi', username: 'ravi', role: 'editor' })
    await expectUnknown('data/accounts.json', invite)
    expect(site().auth.people.findPerson('ravi') !== undefined).toBe(isWritten)
    if (isWritten) await expect(invite()).rejects.toThrow('This username is already used')
    else await invite()
  }, 60_000)
})

test('a staged release whose commit is not answered at its moment: it is published, with its content', async () => {
  const { site, loseAnswersTo, reopened } = await setUp()
  const time = new Date(Math.ceil(Date.now() / 1_000 + 2) * 1_000).toISOString()
  const id = await makeRelease(site(), time)
  await site().releases.schedule(id, by)
  await vi.waitUntil(async () => (await site().storage.list('data/publishing')).length === 1, 10_000)
  loseAnswersTo(`data/releases/${id}.json`, true)
  await reopened()
  expect(site().releases.find(id)?.state).toBe('published')
  expect(yearsOf(site())).toBe(77)
  expect(site().drafts.list()).toEqual([])
  expect(await site().storage.list('data/publishing')).toEqual([])
}, 30_000)
