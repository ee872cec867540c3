import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestSite } from '#test/create-test-site.ts'
import { hostInterfaceOf } from './host-interface.server.ts'
import { runningSite } from './site.server.ts'

const site = await createTestSite()

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
