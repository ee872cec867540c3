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

test('a confirmation and the address that follows are for any process that can sign; all other posts are for the writer', async () => {
  const host = hostInterfaceOf(runningSite())
  await site.confirmedFiles.sign('documents/prospectus.pdf')
  const isForWriter = () =>
    [
      ['POST', '/documents/prospectus'],
      ['GET', '/confirmed/x/documents/prospectus.pdf'],
      ['POST', '/contactus'],
      ['POST', '/documents'],
    ].map(([method = '', target = '']) => host.isForWriter(method, target))
  expect(isForWriter()).toEqual([false, false, true, true])
  vi.spyOn(site.confirmedFiles, 'isReady').mockReturnValue(false)
  expect(isForWriter()).toEqual([true, true, true, true])
  vi.restoreAllMocks()
})

test('a file that needs a confirmation: no public file; with the cookie of staff it is for the writer', () => {
  const host = hostInterfaceOf(runningSite())
  const gated = '/uploads/documents/draft-red-herring-prospectus.pdf'
  const cookie = `${site.auth.sessions.cookieName}=x`
  expect([host.isFileAddress(gated), host.isPublicFile(gated)]).toEqual([true, false])
  expect([host.isForWriter('GET', gated), host.isForWriter('GET', gated, cookie)]).toEqual([false, true])
  const open = '/uploads/documents/industry-report.pdf'
  expect([host.isPublicFile(open), host.isForWriter('GET', open, cookie)]).toEqual([true, false])
})

test.each([
  ['/admin', true],
  ['/admin.data', true],
  ['/api/drafts', true],
  ['/api/news-articles?visibility=all', true],
  ['/api/news-articles/a?page=2&visibility=all', true],
  ['/api/news-articles', false],
  ['/api/news-articles?visibility=some', false],
  ['/news/a?visibility=all', false],
])('a read of %s is for the writer: %s', (target, expected) => {
  expect(hostInterfaceOf(runningSite()).isForWriter('GET', target)).toBe(expected)
})
