import { rm } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { action as signInAction } from './cms/admin/login/login.tsx'
import { stats } from '#app/site/sections/stats/stats.ts'
import { administrator, ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { subscribeToOperations, type Operation } from './cms/platform/operations.server.ts'
import { figuresOf } from './cms/host-interface.server.ts'

const site = await createTestSite()

function told() {
  const operations: Operation[] = []
  onTestFinished(subscribeToOperations((operation) => operations.push(operation)))
  return operations
}

const save = (change: object, expectedVersion?: string) =>
  site.content.update(stats, {
    author: 'asha',
    reason: 'Edit',
    ...(expectedVersion !== undefined && { expectedVersion }),
    change: (content) => ({ ...content, ...change }),
  })

test('saves are told with their outcome and time, and the commits that they make', async () => {
  const operations = told()
  const { version } = site.content.read(stats)
  await save({ yearsExperience: 31 })
  await expect(save({ yearsExperience: 32 }, version)).rejects.toThrow()
  await expect(save({ yearsExperience: 5_000 })).rejects.toThrow()
  const saves = operations.filter(({ kind }) => kind === 'save')
  expect(saves).toMatchObject([{ outcome: 'done' }, { outcome: 'conflict' }, { outcome: 'invalid' }])
  for (const operation of saves) expect('seconds' in operation && operation.seconds > 0).toBe(true)
  expect(operations).toContainEqual(expect.objectContaining({ kind: 'commit', storage: 'disk', outcome: 'done' }))
})

test('a refused sign-in is told with its reason', async () => {
  await signIn()
  const operations = told()
  const body = new URLSearchParams({ username: administrator.username, password: 'not this one' })
  await signInAction(routeArgs(ownRequest('/admin/login', { method: 'POST', body })))
  expect(operations).toContainEqual({ kind: 'sign-in-refused', reason: 'failed' })
})

test('the figures of a site, without those that cannot be read', async () => {
  await site.media.library.whenIdle()
  const figures = await figuresOf(site)
  expect(figures.queues).toEqual({ decoder: 0, variants: 0, purges: 0, notices: 0 })
  expect(Object.keys(figures.freeBytes)).toEqual(['content', 'uploads', 'data'])
  expect(Math.min(...Object.values(figures.freeBytes))).toBeGreaterThan(0)
  expect(figures).toMatchObject({ storeLag: 0, lastBackup: undefined, isBackupScheduled: false })

  site.media.library.prepareVariants(site.media.library.list().map(({ file }) => file))
  expect((await figuresOf(site)).queues['variants']).toBeGreaterThan(0)
  await rm(site.env.contentDir, { recursive: true })
  expect(Object.keys((await figuresOf(site)).freeBytes)).toEqual(['uploads', 'data'])
})
