import { expect, onTestFinished, test } from 'vitest'
import { Health } from '#app/cms/platform/health.server.ts'
import { silentLog } from '#test/temporary-content.ts'
import type { Release } from './release-format.ts'
import { openReleaseWatch } from './release-watch.server.ts'

const stamp = { by: 'asha', time: '2026-11-20T10:00:00Z' }
const scheduled: Release = {
  format: 1,
  id: '0123456789ab',
  name: 'Results day',
  time: '2026-12-01T10:30:00Z',
  state: 'scheduled',
  created: stamp,
  changed: stamp,
  files: [],
  earlier: [],
}

test.each([
  ['has no drafts any more', () => Promise.resolve([{ kind: 'empty' } as const])],
  ['has no files any more', () => Promise.reject(new Error('ENOENT: no such file or directory'))],
])('a release that is published while it is looked at, and %s: not reported as blocked', async (_what, read) => {
  let stored: Release = scheduled
  const errors: unknown[] = []
  const health = new Health(silentLog)
  const watch = openReleaseWatch({
    releases: {
      list: () => [stored],
      obstacles: () => {
        stored = { ...scheduled, state: 'published' }
        return read()
      },
      delayOf: () => undefined,
      subscribe: () => () => undefined,
    },
    sources: [],
    health,
    log: { error: (error: unknown) => errors.push(error) },
  })
  onTestFinished(() => watch.close())
  expect(await watch.current()).toEqual([])
  expect(health.problems()).toEqual([])
  expect(errors).toEqual([])
})
