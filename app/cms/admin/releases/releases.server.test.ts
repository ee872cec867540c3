import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { loader as dashboardLoader } from '#app/cms/admin/shell/dashboard.tsx'
import { suppliers } from '#test/example-site/home/suppliers.ts'
import { numbers } from '#test/example-site/home/numbers.ts'
import { figuresOf } from '#app/cms/host-interface.server.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { ownRequest, routeArgs, screenArgs, signInAs } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { redirected } from '#test/edit-responses.ts'
import { deleteReleasesAction, deleteReleasesLoader } from './delete-releases.server.ts'
import { action as addFiles } from './release-files.tsx'
import { releaseAction, releaseLoader } from './release-page.server.ts'
import { loader as releaseChangesLoader } from './release-changes.tsx'
import { releaseQuestionLoader } from './release-question.server.ts'
import { releasesAction, releasesLoader } from './releases.server.ts'

const site = await createExampleSite()
const { content, drafts, releases } = site

let publisher: string
let editor: string

beforeEach(async () => {
  for (const { id } of releases.list().filter(({ state }) => state === 'scheduled' || state === 'failed')) {
    await releases.unschedule(id, 'meera')
  }
  publisher = await signInAs('publisher')
  editor = await signInAs('editor')
  for (const { section, release } of drafts.list()) await drafts.discard(section, { release, author: 'meera' })
})

const args = (cookie: string, params: Record<string, string> = {}, fields?: Record<string, string>) =>
  screenArgs('/admin/releases', cookie, { params, fields })

async function make(name: string, time = '') {
  const { url } = await redirected(releasesAction(args(editor, {}, { intent: 'create', name, time })))
  return url?.split('/').at(-1) ?? ''
}

const act = (releaseId: string, fields: Record<string, string>, cookie = publisher) =>
  releaseAction(args(cookie, { releaseId }, fields))

const draftNumbers = (yearsOpen: number, release?: string) =>
  drafts.save(numbers, {
    release,
    content: { ...content.read(numbers).value, yearsOpen },
    author: 'meera',
    version: content.read(numbers).version,
  })

test('a release is created with the drafts that are ticked, and further ones are added at once', async () => {
  await draftNumbers(78)
  const { version, value } = content.read(suppliers)
  await drafts.save(suppliers, { release: undefined, content: { ...value, title: 'Buyers' }, author: 'meera', version })
  const created = releasesAction(args(editor, {}, { intent: 'create', name: 'Both', time: '', section: 'numbers' }))
  const id = (await redirected(created)).url?.split('/').at(-1) ?? ''
  expect(await releaseLoader(args(editor, { releaseId: id }))).toMatchObject({ addable: [{ id: 'suppliers' }] })

  expect((await redirected(act(id, { intent: 'add' }, editor))).flash).toMatchObject({
    kind: 'failure',
    message: 'Select at least one draft.',
  })
  // The one that is in the release already is left out.
  const request = ownRequest(`/admin/releases/${id}`, {
    method: 'POST',
    headers: { cookie: editor },
    body: new URLSearchParams('intent=add&section=numbers&section=suppliers'),
  })
  const { flash } = await redirected(releaseAction(routeArgs(request, { releaseId: id })))
  expect(flash?.message).toBe('2 drafts are in this release now')
  expect(await releaseLoader(args(editor, { releaseId: id }))).toMatchObject({ addable: [] })
  await redirected(act(id, { intent: 'delete', drafts: 'discard' }))
})

test('a draft is added to a release by an editor, and published by a publisher', async () => {
  const id = await make('Results day')
  await draftNumbers(77)
  expect(await releaseLoader(args(editor, { releaseId: id }))).toMatchObject({
    addable: [{ id: 'numbers' }],
    mayPublish: false,
  })
  await redirected(act(id, { intent: 'add', section: 'numbers' }, editor))

  expect(await releaseLoader(args(publisher, { releaseId: id }))).toMatchObject({
    pages: [{ href: '/', sections: [{ id: 'numbers', differences: '1 difference' }] }],
    addable: [],
  })
  expect(await releaseChangesLoader(args(editor, { releaseId: id, section: 'numbers' }))).toMatchObject({ count: 1 })

  await expect(act(id, { intent: 'publish' }, editor)).rejects.toMatchObject({ status: 403 })
  expect(content.read(numbers).value.yearsOpen).not.toBe(77)
  const { flash } = await redirected(act(id, { intent: 'publish' }))
  expect(flash?.message).toBe('“Results day” is published')
  expect(content.read(numbers).value.yearsOpen).toBe(77)
  // The link to this page was valid before the release was published.
  await expect(releaseQuestionLoader(args(publisher, { releaseId: id, question: 'delete' }))).rejects.toSatisfy(
    ({ headers }: Response) => headers.get('location') === `/admin/releases/${id}`,
  )
  expect(await releasesLoader(args(editor))).toMatchObject({ past: [{ id, content: '1 section, 0 files' }] })

  await redirected(act(id, { intent: 'undo' }))
  expect(content.read(numbers).value.yearsOpen).not.toBe(77)
  expect(await releaseLoader(args(publisher, { releaseId: id }))).toMatchObject({
    release: { state: 'open', undone: expect.stringMatching(/^publisher, /) as string },
    pages: [{ sections: [{ id: 'numbers', by: expect.stringContaining('meera') as string }] }],
    publications: [{ undone: expect.any(String) as string, sections: [{ label: numbers.label }] }],
  })

  await redirected(act(id, { intent: 'publish' }))
  expect(content.read(numbers).value.yearsOpen).toBe(77)
  await redirected(act(id, { intent: 'undo' }))
  expect((await releaseLoader(args(publisher, { releaseId: id }))).publications).toHaveLength(2)
  await redirected(act(id, { intent: 'delete', drafts: 'discard' }))
})

test('a scheduled release whose only change is public already: it is published at its time, and is not empty', async () => {
  const id = await make('Results', new Date(Date.now() + 6 * 3_600_000).toISOString().slice(0, 19))
  await draftNumbers(71, id)
  await draftNumbers(71)
  await releases.schedule(id, 'meera')
  await content.update(numbers, {
    author: 'meera',
    reason: 'Edited',
    change: (now) => ({ ...now, yearsOpen: 71 }),
  })
  await expect.poll(() => drafts.find(numbers)).toBeUndefined()
  expect(await releases.publish(id, 'meera')).toMatchObject({ state: 'published' })
  expect(drafts.list()).toEqual([])
  expect(content.read(numbers).value.yearsOpen).toBe(71)
})

test('a time that is none, or past: said at its field, with what was typed', async () => {
  const wrong = { intent: 'create', name: 'Results', time: 'tomorrow' }
  expect(await releasesAction(args(editor, {}, wrong))).toMatchObject({
    data: {
      values: { name: 'Results', time: 'tomorrow' },
      errors: { time: [expect.stringContaining('2026-11-23 16:05')] },
    },
    init: { status: 422 },
  })
  const id = await make('Results', '2020-01-01T16:05:00')
  await draftNumbers(78, id)
  expect(await act(id, { intent: 'schedule' })).toMatchObject({
    data: { errors: { time: ['This time is in the past.'] } },
  })
  expect(await releasesAction(args(editor, {}, { intent: 'create', name: ' ', time: '' }))).toMatchObject({
    data: { errors: { name: ['Give the release a name.'] } },
  })
})

test('scheduled with a time of Sri Lanka, and taken back', async () => {
  const id = await make('Results')
  await draftNumbers(79, id)
  const { flash } = await redirected(act(id, { intent: 'schedule', name: 'Results', time: '2099-01-01T16:05:30' }))
  expect(flash?.message).toBe(
    'Scheduled. The release will be published on 1 Jan 2099, 16:05:30 in Sri Lanka (10:35:30 UTC)',
  )
  expect(releases.find(id)).toMatchObject({ state: 'scheduled', time: '2099-01-01T10:35:30Z' })
  await expect(act(id, { intent: 'take-out', section: 'numbers' }, editor)).rejects.toMatchObject({ status: 403 })
  await redirected(act(id, { intent: 'take-back' }))
  expect(releases.find(id)?.state).toBe('open')
})

test('a conflict is shown before it is published, and refuses', async () => {
  const id = await make('Results')
  await draftNumbers(80, id)
  await content.update(numbers, { author: 'ben', reason: 'Saved', change: (now) => ({ ...now, yearsOpen: 81 }) })
  expect(await releaseLoader(args(publisher, { releaseId: id }))).toMatchObject({
    pages: [{ sections: [{ conflict: ['Years open'] }] }],
  })
  const { flash } = await redirected(act(id, { intent: 'publish' }))
  expect(flash).toMatchObject({ kind: 'failure', message: expect.stringContaining('Years open') as string })
  expect(content.read(numbers).value.yearsOpen).toBe(81)
})

test('names other releases that change the same section', async () => {
  const [one, other] = [await make('One'), await make('Other')]
  await draftNumbers(82, one)
  await draftNumbers(83, other)
  expect(await releaseLoader(args(publisher, { releaseId: one }))).toMatchObject({
    pages: [{ sections: [{ alsoIn: [{ name: 'Other' }] }] }],
  })
})

test('deleted after a question: its drafts stay as ordinary drafts, or are discarded', async () => {
  const id = await make('Results')
  await draftNumbers(84, id)
  expect(await releaseQuestionLoader(args(editor, { releaseId: id, question: 'delete' }))).toMatchObject({
    hasDrafts: true,
    mayDiscard: false,
  })
  // They could not be restored without their release.
  await expect(act(id, { intent: 'delete', drafts: 'discard' }, editor)).rejects.toMatchObject({ status: 403 })
  expect(releases.find(id)).toBeDefined()
  expect(await redirected(act(id, { intent: 'delete', drafts: 'detach' }, editor))).toMatchObject({
    url: '/admin/releases',
  })
  expect(drafts.list()).toMatchObject([{ section: { id: 'numbers' }, release: undefined }])
})

describe('several releases', () => {
  const deleting = (ids: readonly string[], cookie = publisher, drafts = 'discard') => {
    const body = new URLSearchParams([['intent', 'delete'], ['drafts', drafts], ...ids.map((id) => ['id', id])])
    const request = ownRequest('/admin/releases/delete', { method: 'POST', headers: { cookie }, body })
    return deleteReleasesAction(routeArgs(request))
  }
  const asked = (ids: readonly string[], cookie = publisher) => {
    const query = new URLSearchParams(ids.map((id) => ['id', id])).toString()
    return deleteReleasesLoader(routeArgs(ownRequest(`/admin/releases/delete?${query}`, { headers: { cookie } })))
  }

  async function undoneRelease(name: string, years: number) {
    const id = await make(name)
    await draftNumbers(years, id)
    await redirected(act(id, { intent: 'publish' }))
    await redirected(act(id, { intent: 'undo' }))
    return id
  }

  test('undone: asked about with their drafts, deleted at once, with the drafts discarded', async () => {
    const ids = [await undoneRelease('Undone one', 61), await undoneRelease('Undone two', 62)]
    const published = await make('Kept')
    expect(await asked([...ids, 'unknown'])).toMatchObject({
      releases: expect.arrayContaining([expect.objectContaining({ name: 'Undone one', content: '1 draft' })]) as never,
      drafts: 2,
      mayDiscard: true,
    })
    const { url, flash } = await redirected(deleting(ids))
    expect([url, flash?.message]).toEqual(['/admin/releases', '2 releases deleted'])
    expect(ids.map((id) => releases.find(id))).toEqual([undefined, undefined])
    expect(releases.find(published)).toBeDefined()
    expect(drafts.list()).toEqual([])
    await releases.remove(published, 'discard', 'admin')
  })

  test('one of them is scheduled, or they have drafts of the same section to keep: none is deleted, and it says why', async () => {
    const [one, two] = [await undoneRelease('First', 63), await undoneRelease('Second', 64)]
    expect((await redirected(deleting([one, two], publisher, 'detach'))).flash?.message).toContain(
      'Several of these releases have a draft of Numbers',
    )
    await releases.change(two, { name: 'Second', time: '2999-01-01T00:00:00Z' }, 'admin')
    await releases.schedule(two, 'admin')
    expect((await asked([one, two])).releases).toMatchObject([{ name: 'First' }])
    expect((await redirected(deleting([one, two]))).flash).toMatchObject({
      kind: 'failure',
      message: '“Second” is scheduled. Cancel the schedule before you delete it.',
    })
    expect((await redirected(deleting([]))).flash?.message).toContain('Select at least one release')
    expect(releases.find(one)?.name).toBe('First')
    await releases.unschedule(two, 'admin')
    await releases.removeTogether([one, two], 'discard', 'admin')
  })

  test('the store breaks off: it says that some of them may be deleted, and of one release that it may be', async () => {
    const remove = vi.spyOn(releases, 'removeTogether').mockRejectedValue(new StorageError('outcome-unknown'))
    onTestFinished(() => {
      remove.mockRestore()
    })
    const [several, one] = [await redirected(deleting(['a', 'b'])), await redirected(deleting(['a']))]
    expect(several.flash?.message).toContain('It is not known which of the 2 releases were changed')
    expect(one.flash?.message).toContain('It is not known whether your change was saved')
  })

  test('an editor: may not discard drafts, keeps them as drafts outside a release', async () => {
    const id = await undoneRelease('Of an editor', 65)
    expect(await asked([id], editor)).toMatchObject({ mayDiscard: false })
    await expect(deleting([id], editor)).rejects.toMatchObject({ status: 403 })
    await redirected(deleting([id], editor, 'detach'))
    expect(drafts.find(numbers)?.content).toMatchObject({ yearsOpen: 65 })
  })
})

test('a release that failed at its time is on the dashboard', async () => {
  const id = await make('Results', '2099-01-01T16:05:00')
  await draftNumbers(85, id)
  const before = content.read(numbers).value.yearsOpen
  await redirected(act(id, { intent: 'schedule' }))
  await content.update(numbers, {
    author: 'ben',
    reason: 'Saved',
    change: (now) => ({ ...now, yearsOpen: before + 1 }),
  })
  const now = Date.now
  Date.now = () => Date.parse('2099-01-01T10:35:00Z')
  await site.clock?.confirm()
  await releases.clock.publishDue().finally(() => {
    Date.now = now
  })
  expect(releases.find(id)?.state).toBe('failed')
  const shown = await dashboardLoader(args(editor))
  expect(shown).toMatchObject({
    releases: [
      {
        name: 'Results',
        state: 'failed',
        text: expect.stringContaining('Years open') as string,
        step: { href: `/admin/numbers?release=${id}` },
      },
    ],
    problems: [],
  })
  expect(site.health.problems()).toMatchObject([{ id: 'release-failed' }])
  // One message with one next step, and no second one for the same conflict.
  expect(await releaseLoader(args(publisher, { releaseId: id }))).toMatchObject({
    problem: {
      title: 'The release was not published at its time, Thursday, 1 January 2099, 16:05 in Sri Lanka.',
      step: { href: `/admin/numbers?release=${id}` },
    },
    warnings: [],
  })
  expect(content.read(numbers).value.yearsOpen).toBe(before + 1)
  expect((await redirected(act(id, { intent: 'publish' }))).flash).toMatchObject({ kind: 'failure' })
  // As the editor of the draft saves it, with the version that was chosen there.
  await draftNumbers(60, id)
  expect(await releaseLoader(args(publisher, { releaseId: id }))).toMatchObject({
    problem: { text: expect.stringContaining('Now it can be published') as string },
  })
  await redirected(act(id, { intent: 'publish' }))
  expect([releases.find(id)?.state, content.read(numbers).value.yearsOpen]).toEqual(['published', 60])
  await dashboardLoader(args(editor))
  expect(site.health.problems()).toEqual([])
})

test('a scheduled release that cannot be published any more: said wherever staff look, until it can be published', async () => {
  const id = await make('Results day', '2099-01-01T16:05:00')
  await draftNumbers(86, id)
  await redirected(act(id, { intent: 'schedule' }))
  const dashboard = async () => (await dashboardLoader(args(editor))).releases
  const planned = async () => (await dashboardLoader(args(editor))).planned.filter(({ name }) => name === 'Results day')
  expect(await dashboard()).toEqual([])
  expect(await planned()).toEqual([
    {
      href: `/admin/releases/${id}`,
      name: 'Results day',
      time: '1 Jan 2099, 16:05 in Sri Lanka',
      content: '1 draft',
      state: 'ready',
    },
  ])
  expect((await figuresOf(site)).releases).toEqual({ ready: 1, blocked: 0, delayed: 0, failed: 0 })

  const before = content.read(numbers).value.yearsOpen
  const saveYears = (years: number) =>
    content.update(numbers, { author: 'ben', reason: 'Saved', change: (now) => ({ ...now, yearsOpen: years }) })
  await saveYears(before + 1)
  const step = {
    label: 'Open the draft of Numbers and choose which version to keep',
    href: `/admin/numbers?release=${id}`,
  }
  expect(await dashboard()).toMatchObject([
    {
      name: 'Results day',
      moment: '1 Jan 2099, 16:05 in Sri Lanka',
      state: 'blocked',
      text: 'Other changes were published in the same fields: Numbers (Years open).',
      step,
    },
  ])
  expect(await planned()).toMatchObject([{ state: 'needs attention, see above' }])
  const { open } = await releasesLoader(args(editor))
  expect(open.find((release) => release.id === id)).toMatchObject({ isBlocked: true })
  expect(await releaseLoader(args(editor, { releaseId: id }))).toMatchObject({
    problem: { title: 'The release is scheduled, but cannot be published.', step },
  })
  expect(site.health.problems()).toMatchObject([{ id: 'release-blocked' }])
  expect(site.health.isReady()).toBe(true)
  expect((await figuresOf(site)).releases).toEqual({ ready: 0, blocked: 1, delayed: 0, failed: 0 })

  await saveYears(before)
  expect(await dashboard()).toEqual([])
  expect(await planned()).toMatchObject([{ state: 'ready' }])
  expect(await releaseLoader(args(editor, { releaseId: id }))).toMatchObject({ problem: undefined })
  expect(site.health.problems()).toEqual([])
  await releases.unschedule(id, 'admin')
  expect(await dashboard()).toEqual([])
})

test('the button Schedule: saves the time, and asks with a summary before it schedules', async () => {
  const id = await make('Results day')
  const schedule = (time: string) => act(id, { intent: 'ask-schedule', name: 'Results day', time })
  expect(await schedule('2099-01-01T16:05:00')).toMatchObject({
    data: { errors: { form: [expect.stringContaining('empty') as string] } },
  })
  await draftNumbers(87, id)
  expect(await schedule('')).toMatchObject({ data: { errors: { time: ['Enter the time of publication.'] } } })
  await expect(act(id, { intent: 'ask-schedule' }, editor)).rejects.toMatchObject({ status: 403 })
  expect(await schedule('2099-01-01T16:05:30')).toMatchObject({ status: 303 })
  expect(releases.find(id)?.state).toBe('open')
  expect(await releaseQuestionLoader(args(publisher, { releaseId: id, question: 'schedule' }))).toMatchObject({
    intent: 'schedule',
    text: expect.stringContaining(
      'On Thursday, 1 January 2099, 16:05:30 in Sri Lanka, 1 section becomes public.',
    ) as string,
  })
  await redirected(act(id, { intent: 'schedule' }))
  expect(releases.find(id)).toMatchObject({ state: 'scheduled', time: '2099-01-01T10:35:30Z' })
  await releases.unschedule(id, 'admin')
})

test('files that no draft shows: added by an editor, taken out, and public with the release only', async () => {
  const PDF = new Uint8Array(await readFile('uploads/reports/annual-report-2024-25.pdf'))
  const somePdf = (name: string) => new Uint8Array([...PDF, ...Buffer.from(`\n% ${name}`)])
  const release = await releases.create({ name: 'Files' }, 'admin')
  const upload = (bytes: Uint8Array<ArrayBuffer>, name: string, releaseId = release.id) => {
    const body = new FormData()
    body.set('files-upload', new File([bytes], name))
    const request = ownRequest('/admin/releases/x/files', { method: 'POST', body, headers: { cookie: editor } })
    return redirected(addFiles(routeArgs(request, { releaseId })))
  }
  const shown = () => releases.find(release.id)?.files ?? []
  expect((await upload(new Uint8Array([1, 2, 3]), 'results.pdf')).flash).toMatchObject({
    kind: 'failure',
    message: expect.stringContaining('“results.pdf” is not a PDF') as string,
  })
  expect(shown()).toEqual([])

  for (const name of ['one', 'two']) {
    expect((await upload(somePdf(name), `${name}.pdf`)).flash?.message).toContain('1 file added')
  }
  const [one = '', two = ''] = shown()
  expect(site.media.documents.find(one)).toBeUndefined()
  await redirected(act(release.id, { intent: 'take-file', file: two }, editor))
  expect(shown()).toEqual([one])
  await releases.publish(release.id, 'admin')
  expect(site.media.documents.find(one)).toBeDefined()
  expect(site.media.documents.find(two)).toBeUndefined()

  const next = await releases.create({ name: 'Next' }, 'admin')
  expect((await upload(somePdf('one'), 'one.pdf', next.id)).flash?.message).toContain('is already public')
  expect(releases.find(next.id)?.files).toEqual([])
})
