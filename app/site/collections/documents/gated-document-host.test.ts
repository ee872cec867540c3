import { expect, test, vi } from 'vitest'
import { hostInterfaceOf } from '#app/cms/host-interface.server.ts'
import { runningSite } from '#app/cms/site.server.ts'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()

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
