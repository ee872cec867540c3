import { historyIntents } from './history-intents.ts'
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { versionOf } from '#app/cms/storage/storage.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { album } from '#test/example-site/album/album.ts'
import { story } from '#test/example-site/home/story.ts'
import { numbers } from '#test/example-site/home/numbers.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { redirected } from '#test/edit-responses.ts'
import { writeRecord } from '#app/cms/content/history/history-record.ts'
import { loader as textsLoader } from './edit-texts.tsx'
import { differenceAction, differenceLoader } from './history-difference.server.ts'
import { action as sectionHistoryAction, loader as sectionHistoryLoader } from './history-of-section.tsx'
import { loader as historyLoader } from './history.tsx'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { env, content: siteContent } = site

const shippedNumbers = siteContent.read(numbers).value
const shippedAlbum = siteContent.read(album).value
const by = { author: 'asha', reason: 'Numbers edited' }
let cookie: string

beforeAll(async () => {
  cookie = await signIn()
})

beforeEach(async () => {
  await siteContent.update(numbers, { author: 'test', reason: 'Begin again', change: () => shippedNumbers })
  await siteContent.update(album, { author: 'test', reason: 'Begin again', change: () => shippedAlbum })
})

describe('all edits', () => {
  test('newest first, each with its section, author and number of changes', async () => {
    const first = await setYears(40)
    const { historyEntry: second } = await siteContent.update(album, {
      ...by,
      author: 'ravi',
      change: (content) => ({ ...content, title: 'New title', pictures: content.pictures.slice(1) }),
    })
    const { edits, authors } = await loadAll()
    expect(edits.slice(0, 2)).toMatchObject([
      { id: second, section: { id: 'album' }, author: 'ravi', changes: 2, href: `/admin/history/album/${second}` },
      { id: first, section: { id: 'numbers' }, author: 'asha', changes: 1 },
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

  test('of a section, an author and a day: the day is that of the staff in Sri Lanka', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    // Half past midnight of 1 March in Sri Lanka, still the evening before in UTC.
    vi.setSystemTime('2031-02-28T19:00:00Z')
    const entry = await setYears(50).finally(() => vi.useRealTimers())
    const found = async (search: string) => (await loadAll(search)).edits.map(({ id }) => id)
    expect(await found('?section=numbers&author=asha&from=2031-03-01&to=2031-03-01')).toEqual([entry])
    expect(await found('?section=numbers&from=2031-03-02')).toEqual([])
    expect(await found('?to=2031-02-28&from=2031-02-28')).toEqual([])
    expect(await found('?section=album&from=2031-03-01')).toEqual([])
    expect(await found('?author=nobody')).toEqual([])
  })
})

describe('an edit', () => {
  test('that history does not hold, of a section that is none: 404', async () => {
    for (const [section, entry] of [
      ['numbers', '20200101T000000000Z-000001'],
      ['numbers', '../../account'],
      ['nothing', 'x'],
    ] as const) {
      await expect(loadEdit(section, entry)).rejects.toMatchObject({ status: 404 })
    }
    await expect(loadSection({ id: 'nothing' })).rejects.toMatchObject({ status: 404 })
  })

  test('shown field by field under the labels of the form, before and after', async () => {
    const entry = await setYears(42)
    const { shown, count, isAfterNow, newer, older } = await loadEdit('numbers', entry)
    expect(count).toBe(1)
    expect(shown).toEqual([
      {
        label: 'Years open',
        kind: undefined,
        before: marked(String(shippedNumbers.yearsOpen)),
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
    expect(await loadEdit('numbers', first)).toMatchObject({
      shown: [{ after: marked('43') }],
      isAfterNow: false,
      newer: { id: second },
    })
    expect((await loadEdit('numbers', second)).older?.id).toBe(first)
  })

  test('entries added and removed: with what they hold, images as such, those that are gone told apart', async () => {
    const [item] = shippedAlbum.pictures
    const { historyEntry = '' } = await siteContent.update(album, {
      ...by,
      change: (content) => ({
        ...content,
        pictures: [
          ...content.pictures.slice(1),
          { _id: 'new', title: 'New', description: '', image: 'gone-1a2b3c4d.jpg' },
        ],
      }),
    })
    const { shown, images } = await loadEdit('album', historyEntry)
    expect(shown).toMatchObject([
      {
        label: `Pictures › ${item?.title}`,
        before: {
          kind: 'entry',
          fields: expect.arrayContaining([{ label: 'Image', value: { kind: 'image', file: item?.image } }]) as unknown,
        },
        after: undefined,
      },
      { label: 'Pictures › New', before: undefined, after: { kind: 'entry' } },
    ])
    expect(Object.keys(images)).toEqual([item?.image])
  })

  test('against now: what restoring its version would change, then done, and undone', async () => {
    const entry = await setYears(45)
    await setYears(46)
    const page = await loadEdit('numbers', entry, '?against=now')
    expect(page.shown).toMatchObject([{ before: marked('46'), after: marked('45') }])
    const response = await redirected(
      postEdit('numbers', entry, { intent: historyIntents.restore, ...posted(page.restore) }),
    )
    expect(response).toMatchObject({ url: '/admin/history/numbers', flash: { kind: 'success' } })
    expect(siteContent.read(numbers).value.yearsOpen).toBe(45)

    const undone = await redirected(
      postSection('numbers', { intent: historyIntents.restore, entry: response.flash?.undo?.entry ?? '' }),
    )
    expect(response.flash?.undo?.address).toBe('/admin/history/numbers')
    expect(undone.flash?.kind).toBe('success')
    expect(siteContent.read(numbers).value.yearsOpen).toBe(46)
  })

  test('the version before it: restored likewise', async () => {
    const entry = await setYears(47)
    const { restore, shown } = await loadEdit('numbers', entry, '?against=now&side=before')
    expect(shown).toMatchObject([{ before: marked('47') }])
    await redirected(postEdit('numbers', entry, { intent: historyIntents.restore, ...posted(restore) }))
    expect(siteContent.read(numbers).value).toEqual(shippedNumbers)
  })

  test('restored from a page that is out of date: refused and back to the comparison', async () => {
    const entry = await setYears(48)
    const { restore } = await loadEdit('numbers', entry, '?against=now&side=before')
    await setYears(49)
    const response = await redirected(
      postEdit('numbers', entry, { intent: historyIntents.restore, ...posted(restore) }, '?against=now&side=before'),
    )
    expect(response).toMatchObject({
      url: `/admin/history/numbers/${entry}?against=now&side=before`,
      flash: { kind: 'failure', message: expect.stringContaining('Nothing was changed') as string },
    })
    expect(siteContent.read(numbers).value.yearsOpen).toBe(49)
  })

  test('on a full disk: said, nothing changes', async () => {
    const entry = await setYears(51)
    const { restore } = await loadEdit('numbers', entry, '?against=now&side=before')
    vi.spyOn(siteContent, 'restore').mockRejectedValueOnce(new StorageError('disk-full'))
    const { flash } = await redirected(
      postEdit('numbers', entry, { intent: historyIntents.restore, ...posted(restore) }),
    )
    expect(flash).toMatchObject({ kind: 'failure', message: expect.stringContaining('disk') as string })
    expect(siteContent.read(numbers).value.yearsOpen).toBe(51)
  })

  test('whose version the schema now refuses: the fields are named, nothing changes, what it says is still shown', async () => {
    const entry = await setYears(52)
    const now = await rewriteEntry(numbers, entry, (text) => text.replace(/^yearsOpen: .*$/m, 'yearsOpen: many'))
    const { restore, shown } = await loadEdit('numbers', entry, '?against=now&side=before')
    expect(restore?.obstacles).toEqual([expect.stringMatching(/^Years open: Years open must be a whole number/)])
    expect(shown).toMatchObject([{ label: 'Years open', before: marked('52'), after: marked('many') }])
    const { flash } = await redirected(
      postEdit('numbers', entry, { intent: historyIntents.restore, ...posted(restore) }),
    )
    expect(flash).toMatchObject({
      kind: 'failure',
      message: expect.stringMatching(/^Nothing was changed.*Years open/) as string,
    })
    expect(siteContent.read(numbers)).toBe(now)
  })

  test('whose version is no YAML at all: said', async () => {
    const entry = await setYears(53)
    await rewriteEntry(numbers, entry, () => 'a: [')
    const { problems, shown } = await loadEdit('numbers', entry)
    expect(problems).toEqual([expect.stringMatching(/^The version before this edit cannot be read: /)])
    expect(shown).toEqual([])
  })

  test('an unknown intent: 400', async () => {
    const entry = await setYears(54)
    await expect(postEdit('numbers', entry, { intent: 'explode' })).rejects.toMatchObject({ status: 400 })
    await expect(postSection('numbers', { intent: 'explode' })).rejects.toMatchObject({ status: 400 })
  })
})

describe('the undo of one edit', () => {
  test('keeps what was changed later in other places, and can be undone itself', async () => {
    const entry = await setYears(61)
    await siteContent.update(numbers, {
      ...by,
      author: 'ravi',
      change: (content) => ({ ...content, loavesADay: 7 }),
    })
    const { flash } = await redirected(postEdit('numbers', entry, { intent: historyIntents.undo }))
    expect(flash).toMatchObject({ kind: 'success', message: 'The edit was undone' })
    expect(siteContent.read(numbers).value).toEqual({ ...shippedNumbers, loavesADay: 7 })
    const again = await redirected(postEdit('numbers', entry, { intent: historyIntents.undo }))
    expect(again.flash?.message).toBe('Nothing of this edit is left to undo')
    expect(flash?.undo?.isRedo).toBe(true)
    const redone = await redirected(
      postSection('numbers', { intent: historyIntents.restore, entry: flash?.undo?.entry ?? '' }),
    )
    expect(redone.flash).toMatchObject({ message: 'The edit was made again' })
    expect(redone.flash?.undo?.isRedo).toBeUndefined()
    expect(siteContent.read(numbers).value).toEqual({ ...shippedNumbers, loavesADay: 7, yearsOpen: 61 })
  })

  test('an entry that was added to a list, after somebody else has added another one: only that one is removed', async () => {
    const added = (_id: string) => ({ ...shippedAlbum.pictures[0], _id, title: _id })
    const add = (_id: string) =>
      siteContent.update(album, {
        ...by,
        change: (content) => ({ ...content, pictures: [added(_id), ...content.pictures] as typeof content.pictures }),
      })
    const { historyEntry: entry = '' } = await add('mistake')
    await add('later')
    await redirected(postEdit('album', entry, { intent: historyIntents.undo }))
    expect(siteContent.read(album).value.pictures).toEqual([added('later'), ...shippedAlbum.pictures])
  })

  test('a later edit has changed the same place: asks for each place, and does what was chosen', async () => {
    const entry = await setYears(62)
    await setYears(63)
    const now = siteContent.read(numbers)
    const refused = await redirected(postEdit('numbers', entry, { intent: historyIntents.undo }))
    expect(refused.url).toBe(`/admin/history/numbers/${entry}?undo=choose`)
    expect(refused.flash?.message).toMatch(/^Later edits have changed the same places/)
    const { undo } = await loadEdit('numbers', entry, '?undo=choose')
    const sides = { mine: String(shippedNumbers.yearsOpen), theirs: '63' }
    expect(undo).toMatchObject({
      version: now.version,
      collisions: [{ label: 'Years open', ...sides, choices: ['mine', 'theirs'] }],
    })
    const choose = (fields: Record<string, string>) =>
      redirected(postEdit('numbers', entry, { intent: historyIntents.undo, ...fields }))
    // Without a choice, or with one that was made for another version, nothing changes.
    await choose({ version: now.version })
    await choose({ version: 'other', 'choice-0': 'mine' })
    expect(siteContent.read(numbers)).toBe(now)
    expect((await choose({ version: now.version, 'choice-0': 'mine' })).flash?.kind).toBe('success')
    expect(siteContent.read(numbers).value).toEqual(shippedNumbers)
  })

  test('of a section that needs approval, by the undo button too: becomes a draft', async () => {
    const entry = await setYears(64)
    const now = siteContent.read(numbers)
    await site.approvals.setSections(new Set(['numbers']), 'asha')
    const { url, flash } = await redirected(postEdit('numbers', entry, { intent: historyIntents.undo }))
    await site.approvals.setSections(new Set(), 'asha')
    expect(url).toBe('/admin/drafts/numbers#approval')
    expect(flash?.message).toMatch(/a second person has to approve it/)
    expect(siteContent.read(numbers)).toBe(now)
    expect(site.drafts.find(numbers)?.content).toEqual(shippedNumbers)
    await site.drafts.discard(numbers, { author: 'asha' })
  })
})

describe('an earlier version as a draft', () => {
  test('is not public, and replaces a draft only after a question', async () => {
    const entry = await setYears(65)
    const now = siteContent.read(numbers)
    const { restore } = await loadEdit('numbers', entry, '?against=now&side=before')
    const asDraft = (fields: Record<string, string>) =>
      redirected(
        postEdit(
          'numbers',
          entry,
          { intent: historyIntents.restoreDraft, entry: restore?.entry ?? '', ...fields },
          '?against=now&side=before',
        ),
      )
    expect((await asDraft({})).url).toBe('/admin/drafts/numbers')
    expect(siteContent.read(numbers)).toBe(now)
    expect(site.drafts.find(numbers)?.content).toEqual(shippedNumbers)
    const other = { ...shippedNumbers, yearsOpen: 70 }
    const draft = await site.drafts.save(numbers, { content: other, author: 'ravi', version: now.version })

    const asked = await asDraft({})
    expect(asked.url).toBe(`/admin/history/numbers/${entry}?against=now&side=before&confirm=draft`)
    expect(site.drafts.find(numbers)?.revision).toBe(draft?.revision)
    const page = await loadEdit('numbers', entry, '?against=now&side=before&confirm=draft')
    expect(page).toMatchObject({ isConfirmingDraft: true, draft: { revision: draft?.revision } })
    await asDraft({ replaces: page.draft?.revision ?? '' })
    expect(site.drafts.find(numbers)?.content).toEqual(shippedNumbers)
    await site.drafts.discard(numbers, { author: 'asha' })
  })
})

test('a version whose files were deleted: restored with those in the trash, and those that are gone are named', async () => {
  const shipped = siteContent.read(story).value
  const name = 'deleted-once.jpg'
  await copyFile(path.join(env.uploadsDir, shipped.image), path.join(env.uploadsDir, name))
  await site.media.library.refresh(name)
  const save = (image: string) => siteContent.update(story, { ...by, change: () => ({ ...shipped, image }) })
  await save(name)
  const { historyEntry: first = '' } = await save('gone.jpg')
  const { historyEntry: second = '' } = await save(shipped.image)
  await site.files.discardFile(name)

  const restore = async (entry: string) => {
    const { version } = siteContent.read(story)
    return (await redirected(postSection('story', { intent: historyIntents.restore, entry, version }))).flash
  }
  expect(await restore(first)).toMatchObject({ kind: 'success', message: 'The earlier version was restored' })
  expect(site.media.library.find(name)?.bytes).toBeGreaterThan(0)
  expect((await restore(second))?.message).toBe(
    'The earlier version was restored, but some of its files are missing: gone.jpg',
  )
  await save(shipped.image)
})

describe('a deleted entry', () => {
  const [first, second, third] = shippedAlbum.pictures

  test('of a list: offered, brought back to its place with later edits left alone, and undone', async () => {
    await remove(second?._id)
    await siteContent.update(album, { ...by, change: (content) => ({ ...content, title: 'Later title' }) })
    const { deleted } = await loadSection(album)
    expect(deleted[0]).toMatchObject({
      list: 'pictures',
      id: second?._id,
      title: second?.title,
      edit: { author: 'asha' },
    })

    const response = await redirected(restoreEntry(deleted[0]))
    expect(response.flash).toMatchObject({ kind: 'success', message: `“${second?.title}” was restored` })
    expect(siteContent.read(album).value).toEqual({ ...shippedAlbum, title: 'Later title' })
    expect((await loadSection(album)).deleted).toEqual(deleted.slice(1))
    expect((await siteContent.history(album))[0]?.reason).toBe(`“${second?.title}” restored`)

    await redirected(postSection('album', { intent: historyIntents.restore, entry: response.flash?.undo?.entry ?? '' }))
    expect((await loadSection(album)).deleted[0]).toMatchObject({ id: second?._id })
  })

  test('where the list has become shorter: at its end', async () => {
    const last = shippedAlbum.pictures.at(-1)
    await remove(last?._id)
    await remove(second?._id, third?._id)
    const { deleted } = await loadSection(album)
    await redirected(restoreEntry(deleted.find(({ id }) => id === last?._id)))
    const ids = siteContent.read(album).value.pictures.map(({ _id }) => _id)
    expect(ids).toHaveLength(shippedAlbum.pictures.length - 2)
    expect(ids.at(0)).toBe(first?._id)
    expect(ids.at(-1)).toBe(last?._id)
  })

  test('that is there again: said, nothing changes', async () => {
    await remove(second?._id)
    const { deleted } = await loadSection(album)
    await redirected(restoreEntry(deleted[0]))
    const before = siteContent.read(album)
    const { flash } = await redirected(restoreEntry(deleted[0]))
    expect(flash).toMatchObject({ kind: 'failure', message: `“${second?.title}” is already in the list.` })
    expect(siteContent.read(album)).toBe(before)
  })

  test('whose file is gone: brought back, and the file is named', async () => {
    const shipped = siteContent.read(album).value
    const [first] = shipped.pictures
    const file = path.join(env.uploadsDir, first?.image ?? '')
    const removeFirst = () =>
      siteContent.update(album, {
        ...by,
        change: ({ pictures, ...content }) => ({ ...content, pictures: pictures.slice(1) }),
      })
    await removeFirst()
    await rename(file, `${file}.away`)
    const { deleted } = await loadSection(album)
    await vi.waitFor(
      async () => {
        const { flash } = await redirected(restoreEntry(deleted[0]))
        await removeFirst()
        expect(flash?.message).toMatch(/was restored, but some of its files are missing: .*\.\w+/)
      },
      { timeout: 5000, interval: 200 },
    )
    await rename(`${file}.away`, file)
    await siteContent.update(album, { ...by, change: () => shipped })
  })

  test('that no longer fits the section: its field is named, nothing changes', async () => {
    const entry = await remove(second?._id)
    const before = await rewriteEntry(album, entry, (text) => text.replace(second?.image ?? '', 'no image'))
    const { flash } = await redirected(restoreEntry({ list: 'pictures', id: second?._id ?? '', edit: { id: entry } }))
    expect(flash).toMatchObject({
      kind: 'failure',
      message: expect.stringMatching(
        /Pictures › 2 › Image: Image must be the file name of an uploaded image/,
      ) as string,
    })
    expect(siteContent.read(album)).toBe(before)
  })

  test.each(['pictures.0', '__proto__', 'constructor.prototype', '', 'title'])(
    'of the list %j: not found',
    async (list) => {
      const entry = await remove(second?._id)
      const before = siteContent.read(album)
      const { flash } = await redirected(restoreEntry({ list, id: second?._id ?? '', edit: { id: entry } }))
      expect(flash).toMatchObject({ kind: 'failure', message: 'This version is no longer in the history.' })
      expect(siteContent.read(album)).toBe(before)
    },
  )

  async function remove(...ids: (string | undefined)[]) {
    const { historyEntry = '' } = await siteContent.update(album, {
      ...by,
      change: (content) => ({ ...content, pictures: content.pictures.filter(({ _id }) => !ids.includes(_id)) }),
    })
    return historyEntry
  }

  function restoreEntry(deleted: { list: string; id: string; edit: { id: string } } | undefined, section = 'album') {
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

async function setYears(yearsOpen: number) {
  const { historyEntry = '' } = await siteContent.update(numbers, {
    ...by,
    change: (content) => ({ ...content, yearsOpen }),
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
