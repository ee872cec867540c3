import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { writeRecord } from '#app/cms/content/history/history-record.ts'
import { ABSENT_VERSION } from '#app/cms/content/history/removal-record.server.ts'
import { loader as loadDashboard } from '#app/cms/admin/shell/dashboard.tsx'
import { screenArgs, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import definition from '#test/example-site/site.config.ts'
import { verifySite } from './verify-site.server.ts'

const { storage, env } = await createExampleSite()

const PUMPERNICKEL = expect.stringContaining('recipes/pumpernickel.md is missing') as string

test('the record of an entry whose making was interrupted: not reported as a missing file', async () => {
  const [id, section] = ['20261128T100000000Z-000001', 'recipes--pumpernickel']
  const entry = { id, section, time: '2026-11-28T10:00:00.000Z', author: 'asha', reason: '', version: ABSENT_VERSION }
  const record = writeRecord(
    { ...entry, replacedBy: '0123456789abcdef' },
    { text: '', nextText: 'title: Pumpernickel' },
  )
  const history = path.join(env.dataDir, 'history', section)
  mkdirSync(history, { recursive: true })
  writeFileSync(path.join(history, `${id}.pending`), record)
  const missing = async () => (await verifySite({ storage, definition })).findings.map(({ what }) => what)
  expect(await missing()).not.toContainEqual(PUMPERNICKEL)
  // Once it is confirmed, the entry was there.
  renameSync(path.join(history, `${id}.pending`), path.join(history, `${id}.json`))
  expect(await missing()).toContainEqual(PUMPERNICKEL)
})

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
