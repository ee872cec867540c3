import { sectionsOf } from '#test/sections-of.ts'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notice, silentHealth, silentLog, temporaryContent } from '#test/temporary-content.ts'
import { InvalidContent, VersionConflict } from '#app/cms/content/store/errors.ts'
import { openContentStore } from '#app/cms/content/store/store.server.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { DraftConflict, DraftNotFound } from './draft.ts'
import { openDrafts, type DraftLimits } from './open-drafts.server.ts'

let folders: ReturnType<typeof temporaryContent>
let site: Awaited<ReturnType<typeof open>>
let problems: Map<string, string>

beforeEach(async () => {
  folders = temporaryContent()
  problems = new Map()
  site = await open()
})
afterEach(async () => {
  await site.close()
  await folders.dispose()
})

const record = vi.fn()

async function open(limits?: DraftLimits) {
  const { contentDir, dataDir, root } = folders
  const options = { log: silentLog, health: silentHealth }
  const storage = openDiskStorage({ contentDir, uploadsDir: path.join(root, 'uploads'), dataDir, ...options })
  const content = openContentStore({ storage, sections: [notice], ...options })
  const health = {
    report: ({ id, message }: { id: string; message: string }) => void problems.set(id, message),
    clear: (id: string) => void problems.delete(id),
  }
  const drafts = await openDrafts({
    storage,
    content,
    sections: sectionsOf(notice),
    audit: { record },
    log: silentLog,
    health,
    limits,
  })
  return {
    content,
    drafts,
    storage,
    async close() {
      await drafts.close()
      await content.close()
      await storage.close()
    },
  }
}

async function restart(limits?: DraftLimits) {
  await site.close()
  site = await open(limits)
}

const published = () => site.content.read(notice)

function saveDraft(
  changes: Record<string, unknown>,
  options: { release?: string; expectedRevision?: string | null } = {},
) {
  const { value, version } = published()
  return site.drafts.save(notice, { content: { ...value, ...changes }, author: 'asha', version, ...options })
}

function publish(changes: Record<string, unknown>) {
  return site.content.update(notice, {
    author: 'ravi',
    reason: 'Notice edited',
    change: (value) => ({ ...value, ...changes }),
  })
}

function draftFolder(name = 'draft') {
  return path.join(folders.dataDir, 'drafts', 'notice', name)
}

test('content that the schema refuses: rejected with every issue, no draft', async () => {
  await expect(saveDraft({ title: '', visits: 1.5 })).rejects.toThrow(InvalidContent)
  expect(site.drafts.list()).toEqual([])
})

test('a revision that is not the current one: rejected with the current draft, which stays', async () => {
  const first = await saveDraft({ title: 'First' }, { expectedRevision: null })
  const second = await saveDraft({ title: 'Second' }, { expectedRevision: first?.revision ?? '' })
  for (const expectedRevision of [null, first?.revision ?? '']) {
    const late = saveDraft({ title: 'Late' }, { expectedRevision })
    await expect(late).rejects.toThrow(DraftConflict)
    await expect(late).rejects.toMatchObject({ current: second })
  }
  expect(site.drafts.find(notice)).toEqual(second)
})

test('saved as it is shown, also after other fields were published: no new revision, and no new author', async () => {
  const draft = await saveDraft({ title: 'Draft' })
  await publish({ visits: 5 })
  const { value, version } = site.drafts.effective(notice) ?? {}
  const save = (content: unknown) =>
    site.drafts.save(notice, { content, author: 'ravi', version: version ?? '', expectedRevision: draft?.revision })
  expect(await save(value)).toBe(draft)
  expect(await save({ ...published().value, title: 'Changed' })).toMatchObject({ authors: ['asha', 'ravi'] })
})

test('a version that nobody knows any more: rejected with what is published', async () => {
  const save = site.drafts.save(notice, { content: published().value, author: 'asha', version: '0123456789abcdef' })
  await expect(save).rejects.toThrow(VersionConflict)
})

test('more drafts than the limit: refused in words, until one is discarded', async () => {
  await restart({ drafts: 2, revisions: 20 })
  await saveDraft({ title: 'One' })
  await saveDraft({ title: 'Two' }, { release: 'r1' })
  const third = saveDraft({ title: 'Three' }, { release: 'r2' })
  await expect(third).rejects.toMatchObject({ status: 507, code: 'too-many-drafts' })
  await expect(third).rejects.toThrow('There are 2 drafts already. Publish or discard one of them first.')
  await saveDraft({ title: 'One again' })
  await site.drafts.discard(notice, { author: 'asha' })
  expect(await saveDraft({ title: 'Three' }, { release: 'r2' })).toMatchObject({ release: 'r2' })
})

test('a disk that takes no writes: rejected, and nothing has changed', async () => {
  const first = await saveDraft({ title: 'First' })
  rmSync(draftFolder(), { recursive: true })
  writeFileSync(draftFolder(), 'in the way')
  await expect(saveDraft({ title: 'Second' })).rejects.toThrow(StorageError)
  expect(site.drafts.find(notice)).toEqual(first)
  rmSync(draftFolder())
})

test.each([
  ['not JSON', '{'],
  ['content that the schema refuses', JSON.stringify({ ...recordOf('x'), content: { title: 5 } })],
  ['a later format', JSON.stringify({ ...recordOf('x'), format: 2 })],
])('a damaged revision (%s): named, the one before it counts, and saving goes on after it', async (_, text) => {
  await saveDraft({ title: 'First' })
  await saveDraft({ title: 'Of r1' }, { release: 'r1' })
  writeFileSync(path.join(draftFolder(), '00000002-0badbad0.json'), text)
  await restart()
  expect(site.drafts.list()).toMatchObject([{ content: { title: 'First' } }, { content: { title: 'Of r1' } }])
  expect(problems.get('drafts-damaged')).toContain('data/drafts/notice/draft/00000002-0badbad0.json')
  await saveDraft({ title: 'Third' })
  await restart()
  expect(site.drafts.find(notice)).toMatchObject({ content: { title: 'Third' } })
})

test('a folder of drafts that cannot be listed: named, and saves are refused', async () => {
  await site.close()
  mkdirSync(path.join(folders.dataDir, 'drafts'), { recursive: true })
  rmSync(path.join(folders.dataDir, 'drafts', 'notice'), { recursive: true, force: true })
  writeFileSync(path.join(folders.dataDir, 'drafts', 'notice'), 'in the way')
  site = await open()
  expect([...problems.keys()]).toEqual(['drafts-unreadable'])
  await expect(saveDraft({ title: 'First' })).rejects.toThrow(StorageError)
})

test('a saved draft: there after a restart, with everybody who saved it, and nothing is published', async () => {
  const { version } = published()
  await saveDraft({ title: 'First' })
  const { value } = published()
  await site.drafts.save(notice, { content: { ...value, title: 'Second' }, author: 'ravi', version })
  await restart()
  expect(site.drafts.list()).toMatchObject([
    { content: { title: 'Second' }, author: 'ravi', authors: ['asha', 'ravi'], base: { version } },
  ])
  expect(published()).toMatchObject({ version, value: { title: 'Works holiday' } })
})

test('published meanwhile: both changes in the merge, and the same field is a conflict that shows the draft', async () => {
  await saveDraft({ title: 'Of the draft' })
  await publish({ visits: 5 })
  expect(site.drafts.effective(notice)).toMatchObject({
    value: { title: 'Of the draft', visits: 5 },
    version: published().version,
    conflicts: [],
  })
  await publish({ title: 'Published' })
  expect(site.drafts.effective(notice)).toMatchObject({
    value: { title: 'Of the draft', visits: 5 },
    conflicts: [{ name: 'title' }],
  })
})

test('a form from an older published version: its base is found in the history', async () => {
  const { value, version } = published()
  await publish({ visits: 5 })
  await site.drafts.save(notice, { content: { ...value, title: 'Of the draft' }, author: 'asha', version })
  expect(site.drafts.effective(notice)?.value).toMatchObject({ title: 'Of the draft', visits: 5 })
})

test('a draft that is published: gone, also if only its changes were', async () => {
  await saveDraft({ title: 'New' })
  await publish({ visits: 5 })
  expect(site.drafts.find(notice)?.content).toMatchObject({ title: 'New' })
  await publish({ title: 'New' })
  await site.drafts.close()
  expect(site.drafts.list()).toEqual([])
  expect(readdirSync(path.dirname(draftFolder()))).toEqual([])
})

test('a draft of a release whose changes are published otherwise: stays, and counts again after they are undone', async () => {
  await saveDraft({ title: 'New' }, { release: 'results' })
  await publish({ title: 'New' })
  await restart()
  expect(site.drafts.effective(notice, 'results')?.value).toEqual(published().value)
  await publish({ title: 'Old' })
  expect(site.drafts.find(notice, 'results')?.content).toMatchObject({ title: 'New' })
})

test('content as it is published: needs no draft, and takes the place of none', async () => {
  expect(await saveDraft({})).toBeUndefined()
  await saveDraft({ title: 'New' })
  expect(await saveDraft({})).toBeUndefined()
  expect(site.drafts.list()).toEqual([])
})

test('discarded: undone with its revision, once, also after a restart', async () => {
  await expect(site.drafts.undoDiscard(notice, { author: 'asha', revision: '00000001-00000000' })).rejects.toThrow(
    DraftNotFound,
  )
  await saveDraft({ title: 'First' })
  const discarded = (await site.drafts.discard(notice, { author: 'ravi' })) ?? ''
  expect(site.drafts.list()).toEqual([])
  await restart()
  expect(site.drafts.list()).toEqual([])
  await site.drafts.undoDiscard(notice, { author: 'ravi', revision: discarded })
  expect(site.drafts.find(notice)).toMatchObject({ content: { title: 'First' }, authors: ['asha', 'ravi'] })
  await expect(site.drafts.undoDiscard(notice, { author: 'ravi', revision: discarded })).rejects.toThrow(DraftConflict)
})

test('moved to a release: there and no longer here; a release that has one already is left alone', async () => {
  const first = await saveDraft({ title: 'First' })
  await site.drafts.changeTogether({ moved: [{ section: notice, to: 'r1', author: 'ravi' }] })
  expect(site.drafts.list()).toMatchObject([{ release: 'r1', content: { title: 'First' }, authors: ['asha'] }])
  await saveDraft({ title: 'Second' })
  await expect(site.drafts.changeTogether({ moved: [{ section: notice, to: 'r1', author: 'ravi' }] })).rejects.toThrow(
    DraftConflict,
  )
  await restart()
  expect(site.drafts.list()).toMatchObject([
    { release: undefined, content: { title: 'Second' } },
    { release: 'r1', content: first?.content },
  ])
})

test('revisions: at most so many are stored, and one can be read', async () => {
  await restart({ drafts: 2, revisions: 3 })
  const second = await saveDraft({ title: 'One' }).then(() => saveDraft({ title: 'Two' }))
  for (const title of ['Three', 'Four']) await saveDraft({ title })
  expect(readdirSync(draftFolder())).toHaveLength(3)
  expect(await site.drafts.revision(notice, { revision: second?.revision ?? '' })).toEqual(second)
  await saveDraft({ title: 'Five' })
  expect(await site.drafts.revision(notice, { revision: second?.revision ?? '' })).toBeUndefined()
})

function recordOf(author: string) {
  const base = { version: '0123456789abcdef', content: {} }
  return { format: 1, base, content: {}, author, authors: [author], time: '2026-01-01T00:00:00.000Z' }
}

test('saved, discarded and brought back: each is recorded once; what fails and what changes nothing is not', async () => {
  record.mockClear()
  await saveDraft({})
  await expect(saveDraft({ title: 'Draft' }, { expectedRevision: 'other' })).rejects.toThrow(DraftConflict)
  await saveDraft({ title: 'Draft' }, { release: 'results' })
  const revision = (await site.drafts.discard(notice, { release: 'results', author: 'ravi' })) ?? ''
  await site.drafts.discard(notice, { release: 'results', author: 'ravi' })
  await site.drafts.undoDiscard(notice, { release: 'results', author: 'ravi', revision })
  expect(record.mock.calls).toEqual(
    ['draft.saved', 'draft.discarded', 'draft.saved'].map((kind) => [
      { kind, about: 'notice', detail: { release: 'results' } },
    ]),
  )
})

test('what is stored of a discarded draft is removed when its time is over, also after a restart; nothing of another draft', async () => {
  await saveDraft({ title: 'Stays' })
  await saveDraft({ title: 'Goes' }, { release: 'results' })
  await site.drafts.discard(notice, { release: 'results', author: 'asha' })
  await restart()
  expect(await site.drafts.removeDiscarded((_, discarded) => discarded < Date.now() - 60_000)).toEqual([])
  expect(await site.drafts.removeDiscarded((_, discarded) => discarded < Date.now() + 60_000)).toEqual([
    'data/drafts/notice/results',
  ])
  expect(existsSync(draftFolder('results'))).toBe(false)
  expect(site.drafts.find(notice)?.content).toMatchObject({ title: 'Stays' })
  await saveDraft({ title: 'Again' }, { release: 'results' })
  expect(site.drafts.find(notice, 'results')?.content).toMatchObject({ title: 'Again' })
})
