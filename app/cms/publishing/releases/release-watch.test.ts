import { expect, onTestFinished, test } from 'vitest'
import { Health } from '#app/cms/platform/health.server.ts'
import { scheduledRelease } from '#test/scheduled-release.ts'
import { silentLog } from '#test/temporary-content.ts'
import type { Release } from './release-format.ts'
import { openReleaseWatch } from './release-watch.server.ts'

test.each([
  ['has no drafts any more', () => Promise.resolve([{ kind: 'empty' } as const])],
  ['has no files any more', () => Promise.reject(new Error('ENOENT: no such file or directory'))],
])('a release that is published while it is looked at, and %s: not reported as blocked', async (_what, read) => {
  let stored: Release = scheduledRelease
  const errors: unknown[] = []
  const health = new Health(silentLog)
  const watch = openReleaseWatch({
    releases: {
      list: () => [stored],
      forecast: {
        obstacles: () => Promise.resolve([]),
        async *obstaclesInTurn() {
          const release = stored
          stored = { ...scheduledRelease, state: 'published' }
          yield { release, obstacles: await read() }
        },
      },
      clock: { delayOf: () => undefined },
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
