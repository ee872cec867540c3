import { afterEach, describe, expect, test } from 'vitest'
import { sectionEditorAction } from '#app/cms/admin/editor/section/section-editor.server.ts'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { Role } from '#app/cms/people/roles.ts'
import { textPages } from '#test/example-site/text-pages/text-pages.ts'
import { album } from '#test/example-site/album/album.ts'
import { signInAs, screenArgs } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { redirected } from '#test/edit-responses.ts'
import { differenceAction } from './history-difference.server.ts'
import { historyIntents } from './history-intents.ts'
import { action as historyAction } from './history-of-section.tsx'

const site = await createExampleSite()
const { content, drafts } = site
const page = textPages.entry('allergens')

afterEach(async () => {
  for (const section of [album, page] as SectionDefinition[])
    if (drafts.find(section)) await drafts.discard(section, { author: 'admin' })
})

/** Publishes a change, and returns the entry of the history that has what was before. */
async function changed(section: SectionDefinition, field: string): Promise<string> {
  const change = (now: unknown) => Object.assign({}, now, { [field]: `Changed ${Math.random()}` }) as never
  const { historyEntry } = await content.update(section, { author: 'asha', reason: 'Test', change })
  if (historyEntry === undefined) throw new Error('Nothing was changed')
  return historyEntry
}

/** The buttons that restore or undo something, as the pages show them, each with what it posts. */
const BUTTONS: [string, (id: string, entry: string, version: string) => [Route, string, Record<string, string>]][] = [
  [
    'Restore beside the form',
    (id, entry, version) => ['editor', editorOf(id), { intent: contentIntents.restore, entry, version }],
  ],
  [
    'Undo in a message',
    (id, entry) => ['editor', editorOf(id), { intent: contentIntents.restore, entry, version: '' }],
  ],
  [
    'Restore in the history',
    (id, entry, version) => ['history', `/admin/history/${id}`, { intent: historyIntents.restore, entry, version }],
  ],
  [
    'Undo in the history',
    (id, entry) => ['difference', `/admin/history/${id}/${entry}`, { intent: historyIntents.undo }],
  ],
]
/** The address of the form of a section, or of an entry. */
function editorOf(id: string) {
  return id === page.id ? '/admin/text-pages/allergens' : `/admin/${id}`
}

type Route = 'editor' | 'history' | 'difference'
const ACTIONS = { editor: sectionEditorAction, history: historyAction, difference: differenceAction }

async function press(role: Role, route: Route, address: string, fields: Record<string, string>, params: object) {
  const args = screenArgs(address, await signInAs(role), { params: { ...params }, fields })
  return redirected(Promise.resolve(ACTIONS[route](args)))
}

describe.each(BUTTONS)('%s', (_button, post) => {
  test.each<[string, SectionDefinition, string]>([
    ['a section', album, 'title'],
    ['an entry', page, 'title'],
  ])(
    'pressed by an editor on %s: a draft with the earlier text, and nothing is published',
    async (_case, section, field) => {
      const before = textOf(content.find(section)?.value, field)
      const entry = await changed(section, field)
      const { version = '', value } = content.find(section) ?? {}
      const { flash, url } = await press('editor', ...post(section.id, entry, version), {
        section: section.id,
        entry,
        ...(section.entry && { key: section.entry.key }),
      })
      expect(flash?.kind).toBe('success')
      expect(url).toContain('/admin/')
      expect(textOf(drafts.effective(section)?.value, field)).toBe(before)
      expect(content.find(section)?.value).toEqual(value)
    },
  )
})

test('of a publisher, in a section whose changes need approval: a draft as well', async () => {
  const { value } = content.read(album)
  const entry = await changed(album, 'title')
  const { version } = content.read(album)
  await site.approvals.setSections(new Set([album.id]), 'asha')
  const fields = { intent: contentIntents.restore, entry, version }
  await press('publisher', 'editor', '/admin/album', fields, { section: album.id })
  expect(drafts.effective(album)?.value).toEqual(value)
  expect(content.read(album).version).toBe(version)
  await site.approvals.setSections(new Set(), 'asha')
})

test('a deleted entry of a list, restored by an editor: in the draft at its former place', async () => {
  const { pictures } = content.read(album).value
  const [first] = pictures
  const { historyEntry: entry = '' } = await content.update(album, {
    ...{ author: 'asha', reason: 'Test' },
    change: (now) => ({ ...now, pictures: now.pictures.slice(1) }),
  })
  const fields = { intent: historyIntents.restoreEntry, entry, list: 'pictures', id: first?._id ?? '' }
  const { flash } = await press('editor', 'history', '/admin/history/album', fields, { section: 'album' })
  expect(flash).toMatchObject({ kind: 'success', message: expect.stringContaining('not published yet') as string })
  expect(drafts.effective(album)?.value).toMatchObject({ pictures })
  expect(content.read(album).value.pictures).toHaveLength(pictures.length - 1)
})

test('while there is a draft: asks before it replaces that', async () => {
  const entry = await changed(album, 'title')
  const { version, value } = content.read(album)
  await drafts.save(album, { content: { ...value, title: 'My draft' }, author: 'editor', version })
  const fields = { intent: contentIntents.restore, entry, version }
  const { url, flash } = await press('editor', 'editor', '/admin/album', fields, { section: 'album' })
  expect(flash?.kind).toBe('failure')
  expect(url).toBe(`/admin/history/album/${entry}?against=now&confirm=draft`)
  expect(drafts.effective(album)?.value).toMatchObject({ title: 'My draft' })
})

function textOf(value: unknown, field: string) {
  return (value as Record<string, unknown> | undefined)?.[field]
}
