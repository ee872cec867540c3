import { historyIntents } from './history-intents.ts'
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { versionOf } from '#app/cms/storage/storage.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { gallery } from '#app/site/sections/gallery/gallery.ts'
import { globalExpansion } from '#app/site/sections/global-expansion/global-expansion.ts'
import { stats } from '#app/site/sections/stats/stats.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { redirected } from '#test/edit-responses.ts'
import { writeRecord } from '#app/cms/content/history/history-record.ts'
import { loader as textsLoader } from './edit-texts.tsx'
import { differenceAction, differenceLoader } from './history-difference.server.ts'
import { action as sectionHistoryAction, loader as sectionHistoryLoader } from './history-of-section.tsx'
import { loader as historyLoader } from './history.tsx'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()
const { env, content: siteContent } = site

const shippedStats = siteContent.read(stats).value
const shippedGallery = siteContent.read(gallery).value
const by = { author: 'asha', reason: 'Stats edited' }
let cookie: string

beforeAll(async () => {
  cookie = await signIn()
})

beforeEach(async () => {
  await siteContent.update(stats, { author: 'test', reason: 'Begin again', change: () => shippedStats })
  await siteContent.update(gallery, { author: 'test', reason: 'Begin again', change: () => shippedGallery })
})

describe('all edits', () => {
  test('newest first, each with its section, author and number of changes', async () => {
    const first = await setYears(40)
    const { historyEntry: second } = await siteContent.update(gallery, {
      ...by,
      author: 'ravi',
      change: (content) => ({ ...content, title: 'New title', items: content.items.slice(1) }),
    })
    const { edits, authors } = await loadAll()
    expect(edits.slice(0, 2)).toMatchObject([
      { id: second, section: { id: 'gallery' }, author: 'ravi', changes: 2, href: `/admin/history/gallery/${second}` },
      { id: first, section: { id: 'stats' }, author: 'asha', changes: 1 },
    ])
    expect(authors).toEqual(
      expect.arrayContaining([
        { id: 'asha', name: 'asha' },
        { id: 'ravi', name: 'ravi' },
      ]),
    )
  })

  test.each([
    '?page=0',
    '?page=x',
    '?from=2026-02-31&to=yesterday',
    '?from=0026-02-05',
    '?to=9999-12-31',
    '?page=1e9',
    '?section[]=x',
  ])('%s, which makes no sense: as if it were not there', async (search) => {
    await setYears(41)
    const { edits, total } = await loadAll()
    expect(await loadAll(search)).toMatchObject({ edits, total })
  })

  test('of a section, an author and a day: the day is that of the staff in India', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    // Half past midnight of 1 March in India, still the evening before in UTC.
    vi.setSystemTime('2031-02-28T19:00:00Z')
    const entry = await setYears(50).finally(() => vi.useRealTimers())
    const found = async (search: string) => (await loadAll(search)).edits.map(({ id }) => id)
    expect(await found('?section=stats&author=asha&from=2031-03-01&to=2031-03-01')).toEqual([entry])
    expect(await found('?section=stats&from=2031-03-02')).toEqual([])
    expect(await found('?to=2031-02-28&from=2031-02-28')).toEqual([])
    expect(await found('?section=gallery&from=2031-03-01')).toEqual([])
    expect(await found('?author=nobody')).toEqual([])
  })
})

describe('an edit', () => {
  test('that history does not hold, of a section that is none: 404', async () => {
    for (const [section, entry] of [
      ['stats', '20200101T000000000Z-000001'],
      ['stats', '../../account'],
      ['nothing', 'x'],
    ] as const) {
      await expect(loadEdit(section, entry)).rejects.toMatchObject({ status: 404 })
    }
    await expect(loadSection({ id: 'nothing' })).rejects.toMatchObject({ status: 404 })
  })

  test('shown field by field under the labels of the form, before and after', async () => {
    const entry = await setYears(42)
    const { shown, count, isAfterNow, newer, older } = await loadEdit('stats', entry)
    expect(count).toBe(1)
    expect(shown).toEqual([
      {
        label: 'Years of experience',
        kind: undefined,
        before: marked(String(shippedStats.yearsExperience)),
        after: marked('42'),
      },
    ])
    expect(isAfterNow).toBe(true)
    expect(newer).toBeUndefined()
    expect(older?.reason).toBe('Begin again')
  })

  test('an older one: what it led to is kept by the next, and linked with it', async () => {
    const first = await setYears(43)
    const second = await setYears(44)
    expect(await loadEdit('stats', first)).toMatchObject({
      shown: [{ after: marked('43') }],
      isAfterNow: false,
      newer: { id: second },
    })
    expect((await loadEdit('stats', second)).older?.id).toBe(first)
  })

  test('entries added and removed: with what they hold, images as such, those that are gone told apart', async () => {
    const [item] = shippedGallery.items
    const { historyEntry = '' } = await siteContent.update(gallery, {
      ...by,
      change: (content) => ({
        ...content,
        items: [
          ...content.items.slice(1),
          { _id: 'new', title: 'New', description: '', imageUrl: 'gone-1a2b3c4d.jpg' },
        ],
      }),
    })
    const { shown, images } = await loadEdit('gallery', historyEntry)
    expect(shown).toMatchObject([
      {
        label: `Items › ${item?.title}`,
        before: {
          kind: 'entry',
          fields: expect.arrayContaining([
            { label: 'Image', value: { kind: 'image', file: item?.imageUrl } },
          ]) as unknown,
        },
        after: undefined,
      },
      { label: 'Items › New', before: undefined, after: { kind: 'entry' } },
    ])
    expect(Object.keys(images)).toEqual([item?.imageUrl])
  })

  test('against now: what restoring its version would change, then done, and undone', async () => {
    const entry = await setYears(45)
    await setYears(46)
    const page = await loadEdit('stats', entry, '?against=now')
    expect(page.shown).toMatchObject([{ before: marked('46'), after: marked('45') }])
    const response = await redirected(
      postEdit('stats', entry, { intent: historyIntents.restore, ...posted(page.restore) }),
    )
    expect(response).toMatchObject({ url: '/admin/history/stats', flash: { kind: 'success' } })
    expect(siteContent.read(stats).value.yearsExperience).toBe(45)

    const undone = await redirected(
      postSection('stats', { intent: historyIntents.restore, entry: response.flash?.undo?.entry ?? '' }),
    )
    expect(response.flash?.undo?.address).toBe('/admin/history/stats')
    expect(undone.flash?.kind).toBe('success')
    expect(siteContent.read(stats).value.yearsExperience).toBe(46)
  })

  test('the version before it: restored likewise', async () => {
    const entry = await setYears(47)
    const { restore, shown } = await loadEdit('stats', entry, '?against=now&side=before')
    expect(shown).toMatchObject([{ before: marked('47') }])
    await redirected(postEdit('stats', entry, { intent: historyIntents.restore, ...posted(restore) }))
    expect(siteContent.read(stats).value).toEqual(shippedStats)
  })

  test('restored from a page that is out of date: refused and back to the comparison', async () => {
    const entry = await setYears(48)
    const { restore } = await loadEdit('stats', entry, '?against=now&side=before')
    await setYears(49)
    const response = await redirected(
      postEdit('stats', entry, { intent: historyIntents.restore, ...posted(restore) }, '?against=now&side=before'),
    )
    expect(response).toMatchObject({
      url: `/admin/history/stats/${entry}?against=now&side=before`,
      flash: { kind: 'failure', message: expect.stringContaining('Nothing was changed') as string },
    })
    expect(siteContent.read(stats).value.yearsExperience).toBe(49)
  })

  test('on a full disk: said, nothing changes', async () => {
    const entry = await setYears(51)
    const { restore } = await loadEdit('stats', entry, '?against=now&side=before')
    vi.spyOn(siteContent, 'restore').mockRejectedValueOnce(new StorageError('disk-full'))
    const { flash } = await redirected(postEdit('stats', entry, { intent: historyIntents.restore, ...posted(restore) }))
    expect(flash).toMatchObject({ kind: 'failure', message: expect.stringContaining('disk') as string })
    expect(siteContent.read(stats).value.yearsExperience).toBe(51)
  })

  test('whose version the schema now refuses: the fields are named, nothing changes, what it says is still shown', async () => {
    const entry = await setYears(52)
    const now = await rewriteEntry(stats, entry, (text) =>
      text.replace(/^yearsExperience: .*$/m, 'yearsExperience: many'),
    )
    const { restore, shown } = await loadEdit('stats', entry, '?against=now&side=before')
    expect(restore?.obstacles).toEqual([
      expect.stringMatching(/^Years of experience: Years of experience must be a whole number/),
    ])
    expect(shown).toMatchObject([{ label: 'Years of experience', before: marked('52'), after: marked('many') }])
    const { flash } = await redirected(postEdit('stats', entry, { intent: historyIntents.restore, ...posted(restore) }))
    expect(flash).toMatchObject({
      kind: 'failure',
      message: expect.stringMatching(/^Nothing was changed.*Years of experience/) as string,
    })
    expect(siteContent.read(stats)).toBe(now)
  })

  test('whose version is no YAML at all: said', async () => {
    const entry = await setYears(53)
    await rewriteEntry(stats, entry, () => 'a: [')
    const { problems, shown } = await loadEdit('stats', entry)
    expect(problems).toEqual([expect.stringMatching(/^The version before this edit cannot be read: /)])
    expect(shown).toEqual([])
  })

  test('an unknown intent: 400', async () => {
    const entry = await setYears(54)
    await expect(postEdit('stats', entry, { intent: 'explode' })).rejects.toMatchObject({ status: 400 })
    await expect(postSection('stats', { intent: 'explode' })).rejects.toMatchObject({ status: 400 })
  })
})

describe('the undo of one edit', () => {
  test('keeps what was changed later in other places, and can be undone itself', async () => {
    const entry = await setYears(61)
    await siteContent.update(stats, {
      ...by,
      author: 'ravi',
      change: (content) => ({ ...content, clientsWorldwide: 7 }),
    })
    const { flash } = await redirected(postEdit('stats', entry, { intent: historyIntents.undo }))
    expect(flash).toMatchObject({ kind: 'success', message: 'The edit was undone' })
    expect(siteContent.read(stats).value).toEqual({ ...shippedStats, clientsWorldwide: 7 })
    const again = await redirected(postEdit('stats', entry, { intent: historyIntents.undo }))
    expect(again.flash?.message).toBe('Nothing of this edit is left to undo')
    await redirected(postSection('stats', { intent: historyIntents.restore, entry: flash?.undo?.entry ?? '' }))
    expect(siteContent.read(stats).value).toEqual({ ...shippedStats, clientsWorldwide: 7, yearsExperience: 61 })
  })

  test('an entry that was added to a list, after somebody else has added another one: only that one is removed', async () => {
    const added = (_id: string) => ({ ...shippedGallery.items[0], _id, title: _id })
    const add = (_id: string) =>
      siteContent.update(gallery, {
        ...by,
        change: (content) => ({ ...content, items: [added(_id), ...content.items] as typeof content.items }),
      })
    const { historyEntry: entry = '' } = await add('mistake')
    await add('later')
    await redirected(postEdit('gallery', entry, { intent: historyIntents.undo }))
    expect(siteContent.read(gallery).value.items).toEqual([added('later'), ...shippedGallery.items])
  })

  test('a later edit has changed the same place: asks for each place, and does what was chosen', async () => {
    const entry = await setYears(62)
    await setYears(63)
    const now = siteContent.read(stats)
    const refused = await redirected(postEdit('stats', entry, { intent: historyIntents.undo }))
    expect(refused.url).toBe(`/admin/history/stats/${entry}?undo=choose`)
    expect(refused.flash?.message).toMatch(/^Later edits have changed the same places/)
    const { undo } = await loadEdit('stats', entry, '?undo=choose')
    const sides = { mine: String(shippedStats.yearsExperience), theirs: '63' }
    expect(undo).toMatchObject({
      version: now.version,
      places: [{ label: 'Years of experience', ...sides, choices: ['mine', 'theirs'] }],
    })
    const choose = (fields: Record<string, string>) =>
      redirected(postEdit('stats', entry, { intent: historyIntents.undo, ...fields }))
    // Without a choice, or with one that was made for another version, nothing changes.
    await choose({ version: now.version })
    await choose({ version: 'other', 'choice-0': 'mine' })
    expect(siteContent.read(stats)).toBe(now)
    expect((await choose({ version: now.version, 'choice-0': 'mine' })).flash?.kind).toBe('success')
    expect(siteContent.read(stats).value).toEqual(shippedStats)
  })

  test('of a section that needs approval, by the undo button too: becomes a draft', async () => {
    const entry = await setYears(64)
    const now = siteContent.read(stats)
    await site.approvals.setSections(new Set(['stats']), 'asha')
    const { url, flash } = await redirected(postEdit('stats', entry, { intent: historyIntents.undo }))
    await site.approvals.setSections(new Set(), 'asha')
    expect(url).toBe('/admin/drafts/stats#approval')
    expect(flash?.message).toMatch(/a second person has to approve it/)
    expect(siteContent.read(stats)).toBe(now)
    expect(site.drafts.find(stats)?.content).toEqual(shippedStats)
    await site.drafts.discard(stats, { author: 'asha' })
  })
})

describe('an earlier version as a draft', () => {
  test('is not public, and replaces a draft only after a question', async () => {
    const entry = await setYears(65)
    const now = siteContent.read(stats)
    const { restore } = await loadEdit('stats', entry, '?against=now&side=before')
    const asDraft = (fields: Record<string, string>) =>
      redirected(
        postEdit(
          'stats',
          entry,
          { intent: historyIntents.restoreDraft, entry: restore?.entry ?? '', ...fields },
          '?against=now&side=before',
        ),
      )
    expect((await asDraft({})).url).toBe('/admin/drafts/stats')
    expect(siteContent.read(stats)).toBe(now)
    expect(site.drafts.find(stats)?.content).toEqual(shippedStats)
    const other = { ...shippedStats, yearsExperience: 70 }
    const draft = await site.drafts.save(stats, { content: other, author: 'ravi', version: now.version })

    const asked = await asDraft({})
    expect(asked.url).toBe(`/admin/history/stats/${entry}?against=now&side=before&confirm=draft`)
    expect(site.drafts.find(stats)?.revision).toBe(draft?.revision)
    const page = await loadEdit('stats', entry, '?against=now&side=before&confirm=draft')
    expect(page).toMatchObject({ isConfirmingDraft: true, draft: { revision: draft?.revision } })
    await asDraft({ replaces: page.draft?.revision ?? '' })
    expect(site.drafts.find(stats)?.content).toEqual(shippedStats)
    await site.drafts.discard(stats, { author: 'asha' })
  })
})

test('a version whose files were deleted: restored with those in the trash, and those that are gone are named', async () => {
  const shipped = siteContent.read(globalExpansion).value
  const name = 'deleted-once.jpg'
  await copyFile(path.join(env.uploadsDir, shipped.image), path.join(env.uploadsDir, name))
  await site.media.library.refresh(name)
  const save = (image: string) => siteContent.update(globalExpansion, { ...by, change: () => ({ ...shipped, image }) })
  await save(name)
  const { historyEntry: first = '' } = await save('gone.jpg')
  const { historyEntry: second = '' } = await save(shipped.image)
  await site.files.discardFile(name)

  const restore = async (entry: string) => {
    const { version } = siteContent.read(globalExpansion)
    return (await redirected(postSection('globalexpansion', { intent: historyIntents.restore, entry, version }))).flash
  }
  expect(await restore(first)).toMatchObject({ kind: 'success', message: 'The earlier version was restored' })
  expect(site.media.library.find(name)?.bytes).toBeGreaterThan(0)
  expect((await restore(second))?.message).toBe(
    'The earlier version was restored, but some of its files are missing: gone.jpg',
  )
  await save(shipped.image)
})

describe('a deleted entry', () => {
  const [first, second, third] = shippedGallery.items

  test('of a list: offered, brought back to its place with later edits left alone, and undone', async () => {
    await remove(second?._id)
    await siteContent.update(gallery, { ...by, change: (content) => ({ ...content, title: 'Later title' }) })
    const { deleted } = await loadSection(gallery)
    expect(deleted[0]).toMatchObject({ list: 'items', id: second?._id, title: second?.title, edit: { author: 'asha' } })

    const response = await redirected(restoreEntry(deleted[0]))
    expect(response.flash).toMatchObject({ kind: 'success', message: `“${second?.title}” was restored` })
    expect(siteContent.read(gallery).value).toEqual({ ...shippedGallery, title: 'Later title' })
    expect((await loadSection(gallery)).deleted).toEqual(deleted.slice(1))
    expect((await siteContent.history(gallery))[0]?.reason).toBe(`“${second?.title}” restored`)

    await redirected(
      postSection('gallery', { intent: historyIntents.restore, entry: response.flash?.undo?.entry ?? '' }),
    )
    expect((await loadSection(gallery)).deleted[0]).toMatchObject({ id: second?._id })
  })

  test('where the list has become shorter: at its end', async () => {
    const last = shippedGallery.items.at(-1)
    await remove(last?._id)
    await remove(second?._id, third?._id)
    const { deleted } = await loadSection(gallery)
    await redirected(restoreEntry(deleted.find(({ id }) => id === last?._id)))
    const ids = siteContent.read(gallery).value.items.map(({ _id }) => _id)
    expect(ids).toHaveLength(shippedGallery.items.length - 2)
    expect(ids.at(0)).toBe(first?._id)
    expect(ids.at(-1)).toBe(last?._id)
  })

  test('that is there again: said, nothing changes', async () => {
    await remove(second?._id)
    const { deleted } = await loadSection(gallery)
    await redirected(restoreEntry(deleted[0]))
    const before = siteContent.read(gallery)
    const { flash } = await redirected(restoreEntry(deleted[0]))
    expect(flash).toMatchObject({ kind: 'failure', message: `“${second?.title}” is already in the list.` })
    expect(siteContent.read(gallery)).toBe(before)
  })

  test('whose file is gone: brought back, and the file is named', async () => {
    const shipped = siteContent.read(gallery).value
    const [first] = shipped.items
    const file = path.join(env.uploadsDir, first?.imageUrl ?? '')
    const removeFirst = () =>
      siteContent.update(gallery, { ...by, change: ({ items, ...content }) => ({ ...content, items: items.slice(1) }) })
    await removeFirst()
    await rename(file, `${file}.away`)
    const { deleted } = await loadSection(gallery)
    await vi.waitFor(
      async () => {
        const { flash } = await redirected(restoreEntry(deleted[0]))
        await removeFirst()
        expect(flash?.message).toMatch(/was restored, but some of its files are missing: .*\.\w+/)
      },
      { timeout: 5000, interval: 200 },
    )
    await rename(`${file}.away`, file)
    await siteContent.update(gallery, { ...by, change: () => shipped })
  })

  test('that no longer fits the section: its field is named, nothing changes', async () => {
    const entry = await remove(second?._id)
    const before = await rewriteEntry(gallery, entry, (text) => text.replace(second?.imageUrl ?? '', 'no image'))
    const { flash } = await redirected(restoreEntry({ list: 'items', id: second?._id ?? '', edit: { id: entry } }))
    expect(flash).toMatchObject({
      kind: 'failure',
      message: expect.stringMatching(/Items › 2 › Image: Image must be the file name of an uploaded image/) as string,
    })
    expect(siteContent.read(gallery)).toBe(before)
  })

  test.each(['items.0', '__proto__', 'constructor.prototype', '', 'title'])(
    'of the list %j: not found',
    async (list) => {
      const entry = await remove(second?._id)
      const before = siteContent.read(gallery)
      const { flash } = await redirected(restoreEntry({ list, id: second?._id ?? '', edit: { id: entry } }))
      expect(flash).toMatchObject({ kind: 'failure', message: 'The history does not have this version any more.' })
      expect(siteContent.read(gallery)).toBe(before)
    },
  )

  async function remove(...ids: (string | undefined)[]) {
    const { historyEntry = '' } = await siteContent.update(gallery, {
      ...by,
      change: (content) => ({ ...content, items: content.items.filter(({ _id }) => !ids.includes(_id)) }),
    })
    return historyEntry
  }

  function restoreEntry(deleted: { list: string; id: string; edit: { id: string } } | undefined, section = 'gallery') {
    const { list = '', id = '' } = deleted ?? {}
    return postSection(section, { intent: historyIntents.restoreEntry, list, id, entry: deleted?.edit.id ?? '' })
  }
})

function marked(text: string) {
  return { kind: 'text', marks: [{ kind: 'changed', text }] }
}

function posted(restore: { entry: string; version: string } | undefined) {
  return { entry: restore?.entry ?? '', version: restore?.version ?? '' }
}

async function setYears(yearsExperience: number) {
  const { historyEntry = '' } = await siteContent.update(stats, {
    ...by,
    change: (content) => ({ ...content, yearsExperience }),
  })
  return historyEntry
}

/**
 * Changes the text of a history entry, as an older version of the product could have written it. Resolves with the
 * current content.
 */
async function rewriteEntry(section: SectionDefinition, entry: string, change: (text: string) => string) {
  const folder = path.join(env.dataDir, 'history', section.id)
  expect(await readdir(folder)).toContain(`${entry}.json`)
  const kept = JSON.parse(await readFile(path.join(folder, `${entry}.json`), 'utf8')) as { text: string }
  const text = change(kept.text)
  await writeFile(path.join(folder, `${entry}.json`), JSON.stringify({ ...kept, text, version: versionOf(text) }))
  return siteContent.read(section)
}

function loadAll(search = '') {
  return historyLoader(routeArgs(ownRequest(`/admin/history${search}`, { headers: { cookie } })))
}

function loadSection({ id }: { id: string }, search = '') {
  return sectionHistoryLoader(
    routeArgs(ownRequest(`/admin/history/${id}${search}`, { headers: { cookie } }), { section: id }),
  )
}

function loadEdit(section: string, entry: string, search = '') {
  const request = ownRequest(`/admin/history/${section}/${entry}${search}`, { headers: { cookie } })
  return differenceLoader(routeArgs(request, { section, entry }))
}

function postSection(section: string, fields: Record<string, string>) {
  return sectionHistoryAction(routeArgs(post(`/admin/history/${section}`, fields), { section }))
}

function postEdit(section: string, entry: string, fields: Record<string, string>, search = '') {
  const request = post(`/admin/history/${section}/${entry}${search}`, fields)
  return differenceAction(routeArgs(request, { section, entry }))
}

function post(address: string, fields: Record<string, string>) {
  return ownRequest(address, { method: 'POST', body: new URLSearchParams(fields), headers: { cookie } })
}

test('a section that this version of the website does not have: its changes are listed and can be read, not restored', async () => {
  const [id, section] = ['20260101T000000000Z-000001', 'financials']
  const entry = { id, section, time: '2026-01-01T00:00:00.000Z', author: 'asha', reason: 'Financials edited' }
  const [text, nextText] = ['title: Results\nprofit: 4\n', 'title: Results\nprofit: 5\n']
  const folder = path.join(env.dataDir, 'history', section)
  await mkdir(folder, { recursive: true })
  const versions = { version: versionOf(text), replacedBy: versionOf(nextText) }
  await writeFile(path.join(folder, `${id}.json`), writeRecord({ ...entry, ...versions }, { text, nextText }))

  const get = (address: string, params: Record<string, string>) =>
    routeArgs(ownRequest(address, { headers: { cookie } }), params)
  expect((await historyLoader(get('/admin/history', {}))).removed).toEqual([section])
  const list = await sectionHistoryLoader(get(`/admin/history/${section}`, { section }))
  const texts = `/admin/history/${section}/${id}/texts`
  expect(list).toMatchObject({
    ...{ section: { id: section, label: section }, total: 1, oldest: undefined, deleted: [] },
    edits: [{ reason: 'Financials edited', author: 'asha', href: texts }],
  })
  expect(list.editHref).toBeUndefined()
  const { parts } = await textsLoader(get(texts, { section, entry: id }))
  expect(parts).toEqual([
    { kind: 'same', text: 'title: Results\n' },
    { kind: 'removed', text: 'profit: 4\n' },
    { kind: 'added', text: 'profit: 5\n' },
  ])
  await expect(differenceLoader(get(`/admin/history/${section}/${id}`, { section, entry: id }))).rejects.toMatchObject({
    status: 302,
  })
  await expect(textsLoader(get(texts, { section, entry: 'none' }))).rejects.toMatchObject({ status: 404 })
  await expect(textsLoader(get(texts, { section: 'nothing', entry: id }))).rejects.toMatchObject({ status: 404 })
  const restore = ownRequest(`/admin/history/${section}`, {
    ...{ method: 'POST', headers: { cookie } },
    body: new URLSearchParams({ intent: historyIntents.restore, entry: id }),
  })
  await expect(sectionHistoryAction(routeArgs(restore, { section }))).rejects.toMatchObject({ status: 404 })
})
