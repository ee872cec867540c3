import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { draftChangesAction, draftChangesLoader } from '#app/cms/admin/editor/draft/draft-changes.server.ts'
import { sectionEditorAction, sectionEditorLoader } from '#app/cms/admin/editor/section/section-editor.server.ts'
import { listLoader } from '#app/cms/admin/collection/collection-list.server.ts'
import { personAction } from '#app/cms/admin/people/person.server.ts'
import { releaseAction, releaseLoader } from '#app/cms/admin/releases/release-page.server.ts'
import { action as releaseChangesAction } from '#app/cms/admin/releases/release-changes.tsx'
import { loader as layoutLoader } from '#app/cms/admin/shell/admin-layout.tsx'
import { loader as dashboardLoader } from '#app/cms/admin/shell/dashboard.tsx'
import { breads } from '#test/example-site/breads/breads.ts'
import { story } from '#test/example-site/home/story.ts'
import { ownRequest, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { redirected } from '#test/edit-responses.ts'
import { fieldsOf } from '#test/section-form.ts'

const { id } = story
const CHANGES = `/admin/drafts/${id}`
const site = await createExampleSite()
const { approvals, content, drafts } = site
let editor: string
let publisher: string
let administrator: string

beforeAll(async () => {
  administrator = await signIn()
  editor = await signInAs('editor')
  publisher = await signInAs('publisher')
})

let edits = 0
beforeEach(async () => {
  for (const { section, release } of drafts.list()) await drafts.discard(section, { release, author: 'editor' })
  await approvals.setSections(new Set([id, breads.id]), 'asha')
  edits += 1
})

const title = () => content.read(story).value.title
const get = (page: string, cookie: string) => ownRequest(page, { headers: { cookie } })
const post = (page: string, fields: Record<string, string>, cookie: string) =>
  ownRequest(page, { method: 'POST', body: new URLSearchParams(fields), headers: { cookie } })

/** Posts the form of the editor with the button that asks for approval. */
function askInEditor(cookie = editor) {
  const { value, version } = content.read(story)
  const body = new FormData()
  const fields = { ...fieldsOf({ ...value, title: `Edited ${edits}` }), intent: 'ask', version }
  for (const [name, text] of Object.entries(fields)) body.set(name, text)
  return sectionEditorAction(routeArgs(ownRequest(`/admin/${id}`, { method: 'POST', body, headers: { cookie } })))
}

const load = (cookie: string) => draftChangesLoader(routeArgs(get(CHANGES, cookie), { section: id }))

/** Posts the form of the approval as its page shows it to a person. */
async function send(intent: string, cookie: string, fields: Record<string, string> = {}) {
  const { revision = '' } = (await load(cookie)).approval ?? {}
  return draftChangesAction(routeArgs(post(CHANGES, { intent, revision, ...fields }, cookie), { section: id }))
}

test('in the editor: saved as a draft, then asked for with a note; others see it everywhere', async () => {
  expect(await sectionEditorLoader(routeArgs(get(`/admin/${id}`, administrator)))).toMatchObject({
    mayPublish: false,
    needsApproval: true,
  })
  expect((await redirected(askInEditor())).url).toBe(`${CHANGES}#approval`)
  expect((await load(editor)).approval).toMatchObject({ state: 'none', hasApprover: true })
  await redirected(send('ask', editor, { note: 'Please look' }))
  expect((await load(publisher)).approval).toMatchObject({
    state: 'waiting',
    asked: { by: 'editor', note: 'Please look' },
    whyNot: undefined,
  })
  expect((await load(editor)).approval?.whyNot).toContain('role Publisher')
  const args = routeArgs(get('/admin', publisher))
  expect((await dashboardLoader(args)).approvals).toMatchObject([{ href: `${CHANGES}#approval`, by: 'editor' }])
  const { groups } = (await layoutLoader(args)).data
  expect(groups.flatMap(({ links }) => links.filter(({ badge }) => badge))).toMatchObject([
    { to: `/admin/${id}`, badge: 'Approval' },
  ])
  expect((await sectionEditorLoader(routeArgs(get(`/admin/${id}`, editor)))).approval).toMatchObject({
    state: 'waiting',
    asked: { by: 'editor' },
  })
})

test('withdrawn by its author: nobody is offered a decision, and the draft stays', async () => {
  await redirected(askInEditor())
  await redirected(send('ask', editor))
  expect((await load(editor)).approval?.mayWithdraw).toBe(true)
  expect((await load(publisher)).approval?.mayWithdraw).toBe(false)
  await redirected(send('withdraw', editor))
  expect((await load(publisher)).approval).toMatchObject({ state: 'none', asked: undefined })
  expect(drafts.find(story)?.author).toBe('editor')
})

test('its approver may not publish any more: it waits again, and only who has asked is named', async () => {
  await redirected(askInEditor())
  await redirected(send('ask', editor))
  const { revision = '' } = (await load(publisher)).approval ?? {}
  await approvals.approve([{ section: story, release: undefined, revision }], { by: 'publisher' })
  const setRole = (role: string) =>
    redirected(
      personAction(
        routeArgs(post('/admin/people/publisher', { intent: 'role', role }, administrator), { personId: 'publisher' }),
      ),
    )
  await setRole('editor')
  const waiting = { state: 'waiting', asked: { by: 'editor' }, decision: undefined }
  expect((await sectionEditorLoader(routeArgs(get(`/admin/${id}`, editor)))).approval).toMatchObject(waiting)
  await setRole('publisher')
  expect((await load(administrator)).approval).toMatchObject(waiting)
})

test('approved: published in the name of its author, no draft is left, and nothing waits', async () => {
  await redirected(askInEditor())
  await redirected(send('ask', editor))
  const { url, flash } = await redirected(send('approve', publisher))
  expect([url, flash]).toMatchObject([`/admin/${id}`, { message: 'The draft is published' }])
  // An undo of it would need approval.
  expect(flash).not.toHaveProperty('undo')
  expect(title()).toBe(`Edited ${edits}`)
  expect((await content.history(story))[0]).toMatchObject({ author: 'editor', approvedBy: 'publisher' })
  expect([drafts.list(), approvals.waiting()]).toEqual([[], []])
})

test('changed after it was approved: said to who changes it, to its approver, and on its release', async () => {
  const { id: release } = await site.releases.create({ name: 'Results day' }, 'editor')
  const { value, version } = content.read(story)
  const draft = await drafts.save(story, {
    release,
    content: { ...value, title: 'Approved' },
    author: 'editor',
    version,
  })
  const seen = [{ section: story, release, revision: draft?.revision ?? '' }]
  await approvals.ask(seen, { by: 'editor' })
  await approvals.approve(seen, { by: 'publisher' })
  const editorPage = `/admin/${id}?release=${release}`
  expect((await sectionEditorLoader(routeArgs(get(editorPage, editor)))).approval?.state).toBe('approved')

  const save = async (text: string) => {
    const { draft: now, version: below } = drafts.effective(story, release) ?? {}
    const body = new FormData()
    const typed = { ...fieldsOf({ ...value, title: text }), intent: 'draft' }
    const fields = { ...typed, version: `${below ?? ''}.${now?.revision ?? ''}` }
    for (const [name, field] of Object.entries(fields)) body.set(name, field)
    return redirected(
      sectionEditorAction(routeArgs(ownRequest(editorPage, { method: 'POST', body, headers: { cookie: editor } }))),
    )
  }
  // Saved as it is: nothing was changed.
  expect((await save('Approved')).flash?.message).toBe('Draft saved. It is not published yet.')
  expect(approvals.find(story, release)?.state).toBe('approved')
  expect((await save('Changed')).flash?.message).toBe(
    'Draft saved. It is not published yet. It was changed after publisher approved it. Ask for approval again: the release “Results day” cannot be published before.',
  )
  const changed = [{ href: `/admin/releases/${release}/changes/${id}#approval`, by: 'editor', release: 'Results day' }]
  expect(await dashboardLoader(routeArgs(get('/admin', publisher)))).toMatchObject({ approvals: [], changed })
  expect(await dashboardLoader(routeArgs(get('/admin', administrator)))).toMatchObject({ changed: [] })
  const { pages } = await releaseLoader(routeArgs(get(`/admin/releases/${release}`, publisher), { releaseId: release }))
  expect(pages).toMatchObject([{ sections: [{ approvedBefore: 'publisher' }] }])
})

test('other fields are published after the request: the page shows what is approved, and no more', async () => {
  await redirected(askInEditor())
  await redirected(send('ask', editor))
  await content.update(story, {
    author: 'admin',
    reason: 'Test',
    withoutApproval: true,
    change: (now) => ({ ...now, subTitle: `Other ${edits}` }),
  })
  expect(await load(publisher)).toMatchObject({
    approval: { state: 'waiting' },
    isMerged: true,
    count: 1,
    shown: [{ label: 'Title' }],
  })
  await redirected(send('approve', publisher))
  expect(title()).toBe(`Edited ${edits}`)
})

test('sent back: only with a note, which its author sees; a new request follows', async () => {
  await redirected(askInEditor())
  await redirected(send('ask', editor))
  expect(await send('send-back', publisher, { note: ' ' })).toMatchObject({
    data: { approval: { note: ' ', errors: { note: ['Enter what has to be changed.'] } } },
    init: { status: 422 },
  })
  await redirected(send('send-back', publisher, { note: 'A figure is wrong' }))
  const decision = { by: 'publisher', note: 'A figure is wrong' }
  expect((await load(editor)).approval).toMatchObject({ state: 'sent-back', decision })
  // The author works on the points of the note in several saves.
  const { value, version } = drafts.effective(story) ?? {}
  const { title: text } = value as { title: string }
  const changed = { ...content.read(story).value, title: `${text}, right` }
  await drafts.save(story, { content: changed, author: 'editor', version: version ?? '' })
  expect((await load(editor)).approval).toMatchObject({ state: 'outdated', decision })
  await redirected(send('ask', editor))
  expect((await load(editor)).approval).toMatchObject({ state: 'waiting', decision: undefined })
})

describe('refused, with the reason and what was typed', () => {
  test('their own', async () => {
    await redirected(askInEditor(publisher))
    await redirected(send('ask', publisher))
    expect(await send('approve', publisher, { note: 'Typed' })).toMatchObject({
      data: { approval: { note: 'Typed', errors: { form: [expect.stringContaining('somebody else')] } } },
      init: { status: 403 },
    })
  })

  test('another draft than the person has seen', async () => {
    await redirected(askInEditor())
    await redirected(send('ask', editor))
    const before = title()
    expect(await send('approve', publisher, { revision: 'another' })).toMatchObject({ init: { status: 409 } })
    expect(title()).toBe(before)
  })

  test('published by an editor, after the approval of a release was taken for it', async () => {
    await redirected(askInEditor())
    expect(await send('publish', editor)).toMatchObject({ init: { status: 403 } })
  })
})

test('one publisher alone: told that a second person is needed', async () => {
  await redirected(askInEditor(administrator))
  await site.auth.people.setRole('publisher', 'editor')
  try {
    expect((await load(administrator)).approval).toMatchObject({ hasApprover: false, mayInvite: true })
  } finally {
    await site.auth.people.setRole('publisher', 'publisher')
  }
})

test('a release: cannot be scheduled before each of its drafts is approved on the screen it leads to', async () => {
  const { id: release } = await site.releases.create({ name: 'Results day', time: '2100-01-01T10:00:00Z' }, 'editor')
  const { value, version } = content.read(story)
  await drafts.save(story, { release, content: { ...value, title: 'Later' }, author: 'editor', version })
  const page = `/admin/releases/${release}`
  const rows = async () => {
    const { pages } = await releaseLoader(routeArgs(get(page, publisher), { releaseId: release }))
    return pages.flatMap(({ sections }) => sections)
  }
  expect(await rows()).toMatchObject([{ approvalHref: `${page}/changes/${id}#approval` }])
  const change = (fields: Record<string, string>, cookie: string) => {
    const sent = { revision: drafts.find(story, release)?.revision ?? '', ...fields }
    const params = { releaseId: release, section: id }
    return releaseChangesAction(routeArgs(post(`${page}/changes/${id}`, sent, cookie), params))
  }
  const schedule = () => releaseAction(routeArgs(post(page, { intent: 'schedule' }, publisher), { releaseId: release }))
  await redirected(change({ intent: 'ask' }, editor))
  expect(await schedule()).toMatchObject({
    data: { errors: { form: [expect.stringContaining('Not approved yet')] } },
  })
  await redirected(change({ intent: 'approve' }, publisher))
  expect(await rows()).toMatchObject([{ approvalHref: undefined }])
  await redirected(schedule())
  expect(site.releases.find(release)?.state).toBe('scheduled')
  await site.releases.unschedule(release, 'publisher')
})

test('entries of a list that need approval: only drafts of each, whose form leads to the request', async () => {
  const section = breads.entry('seeded-rye')
  const load = () =>
    sectionEditorLoader(routeArgs(get('/admin/breads/seeded-rye', administrator), { key: 'seeded-rye' }))
  expect(await load()).toMatchObject({ mayPublish: false, needsApproval: true, draft: undefined })
  const { value, version } = content.read(section)
  await drafts.save(section, { content: { ...value, name: 'Changed' }, author: 'editor', version })
  expect((await load()).approval).toMatchObject({ state: 'none', href: `/admin/drafts/${section.id}#approval` })
  const list = await listLoader(routeArgs(get('/admin/breads', administrator)))
  expect([list.mayChangeMany, list.order]).toEqual([false, undefined])
})
