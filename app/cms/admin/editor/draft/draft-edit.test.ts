import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loader as layoutLoader } from '#app/cms/admin/shell/admin-layout.tsx'
import { loader as dashboardLoader } from '#app/cms/admin/shell/dashboard.tsx'
import { story } from '#test/example-site/home/story.ts'
import { ownRequest, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import { sectionEditorAction, sectionEditorLoader } from '#app/cms/admin/editor/section/section-editor.server.ts'

const { id } = story
const site = await createExampleSite()
let publisher: string
let editor: string

beforeAll(async () => {
  publisher = await signIn()
  editor = await signInAs('editor')
})

beforeEach(async () => {
  await site.content.update(story, {
    author: 'admin',
    reason: 'Start',
    change: (content) => ({ ...content, title: 'Title', subTitle: 'Subtitle' }),
  })
  await site.drafts.discard(story, { author: 'admin' })
})

function load(query = '', cookie = editor) {
  return sectionEditorLoader(routeArgs(ownRequest(`/admin/${id}${query}`, { headers: { cookie } })))
}

/** Posts the form of a loaded page, with some fields changed. */
function send(loaded: Awaited<ReturnType<typeof load>>, changes: Record<string, string>, cookie = editor, query = '') {
  const fields = { ...fieldsOf(loaded.content), version: loaded.version, intent: 'draft', ...changes }
  const args = sectionPost(id, fields, { cookie })
  return sectionEditorAction({ ...args, request: new Request(`${args.request.url}${query}`, args.request) })
}

const published = () => site.content.read(story).value

test.each([
  ['the button', { intent: 'save' }],
  ['a post without an intent', { intent: '' }],
  ['an unknown intent', { intent: 'x' }],
])('an editor publishes by %s: 403 with the reason, what was typed stays, nothing is published', async (_, intent) => {
  const { status, reply } = await refusal(send(await load(), { ...intent, title: 'Typed' }))
  expect(status).toBe(403)
  expect(reply.failure?.detail).toContain('ask a person with the role Publisher or Administrator to publish it')
  expect(reply.result.initialValue).toMatchObject({ title: 'Typed' })
  expect(published().title).toBe('Title')
})

test('an editor restores a version that the history does not have: told so, and no draft', async () => {
  const { flash } = await redirected(
    sectionEditorAction(sectionPost(id, { intent: 'restore', entry: 'x' }, { cookie: editor })),
  )
  expect(flash).toMatchObject({ kind: 'failure', message: 'This version is no longer in the history.' })
  expect(site.drafts.list()).toEqual([])
})

test('a draft that the schema refuses: 422, and no draft', async () => {
  const { status } = await refusal(send(await load(), { title: '' }))
  expect(status).toBe(422)
  expect(site.drafts.list()).toEqual([])
})

test('a saved draft: in the editor of others, in the sidebar and on the dashboard, and not published', async () => {
  const saved = await redirected(send(await load(), { title: 'Draft' }))
  expect(saved).toMatchObject({ url: `/admin/${id}`, flash: { message: 'Draft saved. It is not published yet.' } })
  expect(published().title).toBe('Title')
  expect(await load('', publisher)).toMatchObject({
    content: { title: 'Draft' },
    draft: { author: 'editor', changes: 1, labels: ['Title'] },
  })
  expect(await load('?draft=no')).toMatchObject({ content: { title: 'Title' }, isDraftHidden: true })
  const args = routeArgs(ownRequest('/admin', { headers: { cookie: editor } }))
  const { groups } = (await layoutLoader(args)).data
  expect(groups.flatMap(({ links }) => links.filter(({ badge }) => badge))).toMatchObject([{ to: `/admin/${id}` }])
  expect((await dashboardLoader(args)).drafts).toMatchObject([{ id, author: 'editor' }])
})

test('a publisher publishes the draft: on the website, and no draft any more', async () => {
  await redirected(send(await load(), { title: 'Draft' }))
  await redirected(send(await load('', publisher), { intent: 'save', subTitle: 'More' }, publisher))
  expect(published()).toMatchObject({ title: 'Draft', subTitle: 'More' })
  expect((await load()).draft).toBeUndefined()
})

test('somebody else saves the draft meanwhile: other fields are merged, the same field is asked for', async () => {
  await redirected(send(await load(), { title: 'Draft' }))
  const [mine, theirs] = [await load(), await load('', publisher)]
  await redirected(send(theirs, { title: 'Theirs' }, publisher))
  const { status, reply } = await refusal(send(mine, { title: 'Mine' }))
  expect(status).toBe(409)
  expect(reply.conflict).toMatchObject([{ name: 'title', mine: 'Mine', theirs: 'Theirs' }])
  const saved = await redirected(send(mine, { subTitle: 'Mine' }))
  expect(saved.flash?.detail).toContain('Title')
  expect(site.drafts.find(story)?.content).toMatchObject({ title: 'Theirs', subTitle: 'Mine' })
})

test('a form of what is published, while somebody else saves the first draft: both', async () => {
  const mine = await load()
  await redirected(send(await load('', publisher), { title: 'Theirs' }, publisher))
  await redirected(send(mine, { subTitle: 'Mine' }))
  expect(site.drafts.find(story)?.content).toMatchObject({ title: 'Theirs', subTitle: 'Mine' })
})

test('published meanwhile in the same field: the editor of the draft asks which one', async () => {
  await redirected(send(await load(), { title: 'Draft' }))
  const shown = await load()
  await redirected(send(await load('?draft=no', publisher), { intent: 'save', title: 'Published' }, publisher))
  const { invalidFields } = await load()
  expect(invalidFields?.conflict).toMatchObject([{ name: 'title', mine: 'Draft', theirs: 'Published' }])
  // Nothing was being saved, so the form does not say so.
  expect(invalidFields?.isDraftConflict).toBe(true)
  const { status, reply } = await refusal(send(shown, { intent: 'save' }, publisher))
  expect(status).toBe(409)
  expect(reply.version).toBe((await load()).version)
})

test('in a release: a draft of its own, which is published with the release only', async () => {
  const release = (await site.releases.create({ name: 'Results day' }, 'admin')).id
  const query = `?release=${release}`
  await expect(load('?release=unknown')).rejects.toMatchObject({ status: 404 })
  const shown = await load(query, publisher)
  expect(shown).toMatchObject({ release: { id: release, name: 'Results day' }, mayPublish: false })
  const refused = await refusal(send(shown, { intent: 'save', title: 'Now' }, publisher, query))
  expect(refused).toMatchObject({
    status: 403,
    reply: { failure: { detail: expect.stringContaining('with the release') } },
  })
  const saved = await redirected(send(shown, { title: 'Later' }, publisher, query))
  expect(saved.url).toBe(`/admin/${id}${query}`)
  expect(published().title).toBe('Title')
  expect(await load(query)).toMatchObject({ content: { title: 'Later' } })
  expect((await load()).draft).toBeUndefined()

  const discarded = await redirected(send(await load(query), { intent: 'delete' }, editor, query))
  const entry = discarded.flash?.undo?.entry ?? ''
  const undone = await redirected(
    sectionEditorAction(sectionPost(id, { intent: 'restore', entry }, { cookie: editor })),
  )
  expect(undone.url).toBe(`/admin/${id}${query}`)
  expect(await load(query)).toMatchObject({ content: { title: 'Later' } })
})

test('discarded: what is published is shown, and Undo brings the draft back', async () => {
  await redirected(send(await load(), { title: 'Draft' }))
  const stale = await load()
  await redirected(send(stale, { title: 'Newer' }))
  expect((await redirected(send(stale, { intent: 'delete' }))).flash).toMatchObject({ kind: 'failure' })

  const discarded = await redirected(send(await load(), { intent: 'delete' }))
  expect(await load()).toMatchObject({ content: { title: 'Title' }, draft: undefined })
  const entry = discarded.flash?.undo?.entry ?? ''
  await redirected(sectionEditorAction(sectionPost(id, { intent: 'restore', entry }, { cookie: editor })))
  expect(await load()).toMatchObject({ content: { title: 'Newer' } })
})

test('the draft of a scheduled release: an editor cannot change, discard or bring it back, a publisher can', async () => {
  const soon = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z')
  const release = await site.releases.create({ name: 'Results', time: soon }, 'admin')
  const query = `?release=${release.id}`
  await redirected(send(await load(query), { title: 'Results' }, editor, query))
  await site.releases.schedule(release.id, 'admin')

  const changed = await refusal(send(await load(query), { title: 'Slipped in' }, editor, query))
  expect(changed.status).toBe(403)
  expect(changed.reply.failure?.detail).toContain('This release is scheduled')
  expect(changed.reply.result.initialValue).toMatchObject({ title: 'Slipped in' })
  expect((await refusal(send(await load(query), { intent: 'delete' }, editor, query))).status).toBe(403)
  const entry = `draft:${release.id}:1`
  expect((await refusal(send(await load(), { intent: 'restore', entry }))).status).toBe(403)
  expect(site.drafts.find(story, release.id)?.content).toMatchObject({ title: 'Results' })

  await redirected(send(await load(query, publisher), { title: 'Corrected' }, publisher, query))
  expect(site.drafts.find(story, release.id)?.content).toMatchObject({ title: 'Corrected' })
})

test('a release that is only prepared: named where its section is edited, not in its own draft', async () => {
  const release = await site.releases.create({ name: 'Spring' }, 'admin')
  const query = `?release=${release.id}`
  await redirected(send(await load(query), { title: 'Spring' }, editor, query))

  const named = { name: 'Spring', href: `/admin/releases/${release.id}`, moment: undefined }
  expect((await load()).releases).toContainEqual(expect.objectContaining(named))
  expect((await load(query)).releases).not.toContainEqual(expect.objectContaining({ name: 'Spring' }))
})
