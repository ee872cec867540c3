import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { loader as sectionHistoryLoader } from './history-of-section.tsx'
import { loader as historyLoader } from './history.tsx'
import { versionOf } from '#app/cms/storage/storage.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const SECTION = 'story'
const COUNT = 1000

/** Writes history entries in the format of the store. Entry 0 is the oldest. */
async function writeEntries(dataDir: string) {
  const folder = path.join(dataDir, 'history', SECTION)
  await mkdir(folder, { recursive: true })
  const present = await readFile('test/example-site/content/home/story.yaml', 'utf8')
  const writeOne = (at: number) => {
    const time = new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString()
    const id = `${time.replace(/[-:.]/g, '')}-${String(at).padStart(6, '0')}`
    const entry = { id, section: SECTION, time, author: at % 2 ? 'asha' : 'ravi', reason: `Edit ${at}` }
    const summary = { changes: 1, fields: ['Title'], removed: [{ list: 'items', id: `i${at}`, title: `Item ${at}` }] }
    const nextText = at === COUNT - 1 ? present : `title: Title ${at + 1}\n`
    const text = `title: Title ${at}\n# ${'x'.repeat(8000)}\n`
    return writeFile(
      path.join(folder, `${id}.json`),
      JSON.stringify({
        ...entry,
        version: `v${at}`,
        replacedBy: at === COUNT - 1 ? versionOf(present) : `v${at + 1}`,
        summary,
        text,
        nextText,
      }),
    )
  }
  await Promise.all(Array.from({ length: COUNT }, (_, at) => writeOne(at)))
}

const { content: siteContent } = await createExampleSite({ prepare: ({ dataDir }) => writeEntries(dataDir) })

test('1,000 edits of one section: pages of 50 without reading a text, by author and whole', async () => {
  const headers = { cookie: await signIn() }
  const read = vi.spyOn(siteContent, 'past')

  const load = (search: string) =>
    sectionHistoryLoader(routeArgs(ownRequest(`/admin/history/${SECTION}${search}`, { headers }), { section: SECTION }))
  const first = await load('')
  expect(first).toMatchObject({ page: 1, total: COUNT, oldest: undefined })
  expect(first.edits.map(({ reason }) => reason)).toEqual(Array.from({ length: 50 }, (_, at) => `Edit ${999 - at}`))
  // At most 50, the latest first.
  expect(first.deleted).toHaveLength(50)
  expect(first.deleted[0]?.id).toBe('i999')
  const last = await load('?page=99')
  expect(last).toMatchObject({ page: 20, deleted: [], oldest: { reason: 'Edit 0' } })

  const all = await historyLoader(routeArgs(ownRequest('/admin/history?author=asha&page=2', { headers })))
  expect(all).toMatchObject({ total: COUNT / 2, view: { page: 2 } })
  expect(all.edits[0]?.reason).toBe('Edit 899')
  expect(read).not.toHaveBeenCalled()
})
