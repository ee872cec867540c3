import { expect, onTestFinished, test, vi } from 'vitest'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { hostInterfaceOf } from './host-interface.server.ts'
import { runningSite } from './site.server.ts'

const site = await createExampleSite()

test('midnight in the time zone of the site: what is cached here and in shared caches is dropped, once', () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-31T18:29:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const purgePages = vi.spyOn(site.sharedCaches, 'purgePages')
  const host = hostInterfaceOf(runningSite())
  const changed = vi.fn()
  host.onContentChange(changed)
  vi.advanceTimersByTime(59_999)
  expect(changed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(changed).toHaveBeenCalledOnce()
  expect(purgePages).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60_000)
  expect(changed).toHaveBeenCalledOnce()
})

test.each([
  ['/admin', true],
  ['/admin.data', true],
  ['/api/drafts', true],
  ['/api/articles?visibility=all', true],
  ['/api/articles/a?page=2&visibility=all', true],
  ['/api/articles', false],
  ['/api/articles?visibility=some', false],
  ['/news/a?visibility=all', false],
])('a read of %s is for the writer: %s', (target, expected) => {
  expect(hostInterfaceOf(runningSite()).isForWriter('GET', target)).toBe(expected)
})
