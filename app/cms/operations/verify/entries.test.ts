import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { loader as loadDashboard } from '#app/cms/admin/shell/dashboard.tsx'
import { screenArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import definition from '#test/example-site/site.config.ts'
import { verifySite } from './verify-site.server.ts'

const { storage, env } = await createTestSite({ definition, contentFrom: 'test/example-site/content' })

test('two entries with one address by hand: named by the check and on the dashboard, with the one that has it', async () => {
  const file = path.join(env.contentDir, 'recipes', 'rye-bread.md')
  writeFileSync(file, '---\ntitle: Rye bread\nminutes: 90\naddress: soda-bread\n---\n\nBake.\n')
  const { findings } = await verifySite({ storage, definition })
  expect(findings).toContainEqual(
    expect.objectContaining({
      severity: 'problem',
      what: 'Soda bread has the address /recipes/soda-bread, which Rye bread has as well.',
    }),
  )
  const cookie = await signIn()
  await vi.waitFor(async () => {
    expect((await loadDashboard(screenArgs('/admin', cookie))).withoutAddress).toEqual([
      {
        label: 'Soda bread',
        href: '/admin/recipes/soda-bread',
        address: '/recipes/soda-bread',
        holder: { label: 'Rye bread', href: '/admin/recipes/rye-bread' },
      },
    ])
  })
})
