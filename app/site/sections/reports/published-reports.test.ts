import { beforeAll, expect, test } from 'vitest'
import { replaceLoader } from '#app/cms/admin/files/replace.server.ts'
import { replaceHref } from '#app/cms/admin/files/files-address.ts'
import { loader as historyLoader } from '#app/cms/admin/history/history-of-section.tsx'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { publishedReports } from './published-reports.server.ts'
import { reports, type Report } from './reports.ts'

const site = await createTestSite()
const [newest] = listedRows(site, reports) as [Report]
let cookie: string
beforeAll(async () => {
  cookie = await signIn()
  const section = reports.entry(newest._id)
  await site.content.update(section, { author: 'test', reason: 'Test', change: (now) => ({ ...now, title: 'Report' }) })
})

function get(address: string) {
  return ownRequest(address, { headers: { cookie } })
}

test('what was public as a report is recorded, and staff see it in its history: it has no editor', async () => {
  expect(site.content.read(publishedReports).value.published).toContainEqual(
    expect.objectContaining({ report: newest._id, fileUrl: newest.fileUrl, title: 'Report' }),
  )
  const address = adminAddress(publishedReports)
  expect(address).toBe('/admin/history/published-reports')
  await expect(historyLoader(routeArgs(get(address), { section: publishedReports.id }))).resolves.toBeDefined()
})

test('a file is replaced everywhere: not in the record of what was public', async () => {
  const file = newest.fileUrl.replace('/uploads/', '')
  const { changes } = await replaceLoader(routeArgs(get(replaceHref(file))))
  const labels = changes.map(({ label }) => label)
  expect(labels.length).toBeGreaterThan(0)
  expect(labels).not.toContain(publishedReports.label)
})
