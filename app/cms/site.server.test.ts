import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { story } from '#test/example-site/home/story.ts'
import * as housekeeping from './operations/housekeeping/housekeeping.server.ts'
import definition from '#test/example-site/site.config.ts'
import { createSite } from './site.server.ts'

const site = await createExampleSite({
  prepare: async (env) => {
    // The last service that is opened. Damaged files do not prevent a service from opening: only an unexpected error does.
    vi.spyOn(housekeeping, 'openHousekeeping').mockRejectedValueOnce(new Error('too many open files'))
    await expect(createSite(env, definition)).rejects.toThrow('too many open files')
  },
})

test('a site that cannot be opened gives its lock back, and opens once the cause is gone', () => {
  expect(site.isReader).toBe(false)
})

test('background work that is started twice: runs once', async () => {
  site.startBackgroundWork()
  site.startBackgroundWork()
  await site.audit.flush()
  const starts = []
  for await (const start of site.audit.find({ kind: 'site.started' })) starts.push(start)
  expect(starts).toHaveLength(1)
})

test('a start makes no variant of an image; the first request for one does', async () => {
  const { library } = site.media
  site.startBackgroundWork()
  await library.sizesRead()
  expect(library.queued()).toBe(0)
  expect(await site.storage.list('data/variants')).toEqual([])
  expect(await library.variant('loaf-1-738c070c.jpg', 160, 'webp')).toMatchObject({ isReady: true })
})

test('parts that cannot be closed: the others are closed, the lock is released, and the errors are reported', async () => {
  await createExampleSite({
    prepare: async (env) => {
      const failing = await createSite(env, definition)
      const errors = [new Error('the releases cannot be closed'), new Error('the backups cannot be closed')]
      vi.spyOn(failing.releases, 'close').mockRejectedValueOnce(errors[0])
      vi.spyOn(failing.backups, 'close').mockRejectedValueOnce(errors[1])
      const closeContent = vi.spyOn(failing.content, 'close')
      await expect(failing.close()).rejects.toMatchObject({ errors })
      expect(closeContent).toHaveBeenCalledOnce()
      const next = await createSite(env, definition)
      expect(next.isReader).toBe(false)
      await next.close()
    },
  })
})

test('a part that cannot be closed: its error is reported', async () => {
  await createExampleSite({
    prepare: async (env) => {
      const failing = await createSite(env, definition)
      vi.spyOn(failing.auth, 'close').mockRejectedValueOnce(new Error('the sessions cannot be written'))
      await expect(failing.close()).rejects.toThrow('the sessions cannot be written')
    },
  })
})

test('a release whose time came while the site was not running: public before the site is open', async () => {
  await createExampleSite({
    prepare: async (env) => {
      const earlier = await createSite(env, definition)
      const { value, version } = earlier.content.read(story)
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
      const { id } = await earlier.releases.create({ name: 'Results', time: tomorrow }, 'asha')
      await earlier.drafts.save(story, {
        release: id,
        content: { ...value, title: 'Results' },
        author: 'asha',
        version,
      })
      await earlier.releases.schedule(id, 'asha')
      await earlier.close()
      const record = path.join(env.dataDir, 'releases', `${id}.json`)
      writeFileSync(record, readFileSync(record, 'utf8').replace(tomorrow, new Date(Date.now() - 1_000).toISOString()))
      const next = await createSite(env, definition)
      expect(next.releases.find(id)?.state).toBe('published')
      expect(next.content.read(story).value.title).toBe('Results')
      await next.close()
    },
  })
})
