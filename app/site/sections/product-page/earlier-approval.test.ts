import { expect, test } from 'vitest'
import { openApprovals } from '#app/cms/content/publish/approval/approvals.server.ts'
import { openSiteSections } from '#app/cms/define/site-sections.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import definition from '#app/site.config.ts'
import { openMemoryStorage } from '#test/memory-storage.ts'
import { silentLog } from '#test/temporary-content.ts'
import { productPages } from './product-page.ts'

test('an earlier setting for one of the seven product pages: it holds for all of them, new ones and their order too', async () => {
  const { storage } = openMemoryStorage()
  const bytes = JSON.stringify({ format: 1, sections: ['product-pvc-compound'] })
  await storage.commit([{ name: 'data/approvals/settings.json', bytes }])
  const sections = openSiteSections(definition, () => undefined)
  const approvals = await openApprovals({
    storage,
    sections,
    subjects: definition.items,
    draftOf: () => undefined,
    isApprover: () => true,
    audit: { record: () => undefined },
    log: silentLog,
    health: new Health(silentLog),
  })
  const { orderSection } = productPages
  if (!orderSection) throw new Error('Staff arrange product pages')
  for (const section of [productPages.entry('pvc-compound'), productPages.entry('a-new-page'), orderSection])
    expect(approvals.isNeeded(section)).toBe(true)
  expect(approvals.isNeededFor(productPages.id)).toBe(true)
  expect(approvals.isNeededFor('stats')).toBe(false)
})
