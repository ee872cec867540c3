import { readFile } from 'node:fs/promises'
import type { ActionFunctionArgs } from '@remix-run/node'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sectionEditorAction, sectionEditorLoader } from '#app/cms/admin/editor/section/section-editor.server.ts'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import { heroSlides } from '#app/site/sections/hero-slides/hero-slides.ts'
import { reports, type Report } from '#app/site/sections/reports/reports.ts'
import { ownRequest, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import { setEntries } from '#test/set-entries.ts'
import { listAction, listLoader } from '#app/cms/admin/collection/collection-list.server.ts'
import { action as removeAction } from '#app/cms/admin/collection/remove-entry.tsx'

const site = await createTestSite()
const shipped = listedRows(site, reports)
const shippedSlides = listedRows(site, heroSlides)
const [first, second] = shipped as [Report, Report]
const order = heroSlides.orderSection
if (!order) throw new Error('The slides have no order')
const PDF = await readFile('uploads/reports/annual-report-2024-25.pdf')
let publisher: string
let editor: string

beforeAll(async () => {
  publisher = await signIn()
  editor = await signInAs('editor')
})

beforeEach(async () => {
  await setEntries(site.content, reports, shipped)
  await setEntries(site.content, heroSlides, shippedSlides)
  for (const { section, release } of site.drafts.list()) await site.drafts.discard(section, { author: 'test', release })
})

const published = () => listedRows(site, reports)
const titles = (of: readonly { title?: unknown }[]) => of.map(({ title }) => title)

function table(cookie = publisher) {
  return listLoader(routeArgs(ownRequest('/admin/reports', { headers: { cookie } })))
}

function load(key: string, query = '', cookie = publisher) {
  return sectionEditorLoader(routeArgs(ownRequest(`/admin/reports/${key}${query}`, { headers: { cookie } }), { key }))
}

function post(page: string, fields: Record<string, string | File>, cookie: string): ActionFunctionArgs {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const key = new URL(page, 'http://localhost').pathname.split('/')[3] ?? ''
  return routeArgs(ownRequest(page, { method: 'POST', body, headers: { cookie } }), { key })
}

/** Posts the form of a report that was loaded. */
function send(
  { version, entry, content }: Awaited<ReturnType<typeof load>>,
  fields: Record<string, string | File>,
  { cookie = publisher, query = '' } = {},
) {
  const form = { ...fieldsOf(content), version, ...fields }
  return sectionEditorAction(post(`/admin/reports/${entry?.key ?? ''}${query}`, form, cookie))
}

function remove(key: string, intent: string, cookie = publisher) {
  const version = site.content.find(reports.entry(key))?.version ?? ''
  return removeAction(post(`/admin/reports/${key}/remove`, { intent, version }, cookie))
}

test.each([
  ['reports', reports, first._id],
  ['herocarousel', heroSlides, shippedSlides[0]?._id ?? ''],
] as const)(
  '%s, which need approval: “Ask for approval” saves the draft and opens the request',
  async (id, of, key) => {
    const section = site.sections.resolve(of.idPrefix + key)
    if (!section) throw new Error('There is no such entry')
    await site.approvals.setSections(new Set([id]), 'asha')
    try {
      const { value, version } = site.content.read(section)
      const fields = { ...fieldsOf(value), title: 'To be approved', intent: 'ask', version }
      const { url } = await redirected(sectionEditorAction(post(`/admin/${id}/${key}`, fields, editor)))
      expect(url).toBe(`/admin/drafts/${section.id}#approval`)
      expect(JSON.stringify(site.drafts.find(section)?.content)).toContain('To be approved')
    } finally {
      await site.approvals.setSections(new Set(), 'asha')
    }
  },
)

describe('an editor', () => {
  test('saves for everybody: 403 with the reason and what was typed', async () => {
    const { status, reply } = await refusal(
      send(await load(first._id), { title: 'Typed', intent: 'save' }, { cookie: editor }),
    )
    expect(status).toBe(403)
    expect(reply.failure?.detail).toContain('ask a person with the role Publisher')
    expect(reply.result.initialValue).toMatchObject({ title: 'Typed' })
    expect(published()).toEqual(shipped)
  })

  test('deletes for everybody: told why not, nothing changes', async () => {
    const { flash } = await redirected(remove(first._id, 'remove', editor))
    expect(flash).toMatchObject({ kind: 'failure', message: expect.stringContaining('role') as string })
    expect(published()).toEqual(shipped)
  })

  test('moves a slide for everybody: told why not, nothing changes', async () => {
    const fields = { intent: 'move', version: '', to: `${shippedSlides[0]?._id}:1` }
    const { flash } = await redirected(listAction(post('/admin/herocarousel', fields, editor)))
    expect(flash?.kind).toBe('failure')
    expect(listedRows(site, heroSlides)).toEqual(shippedSlides)
    const list = await listLoader(routeArgs(ownRequest('/admin/herocarousel', { headers: { cookie: editor } })))
    expect([list.order, list.isArranged]).toEqual([undefined, true])
  })

  test('deletes in a draft: nobody else sees it as published, and the list names the draft', async () => {
    await redirected(remove(first._id, 'draft-removal', editor))
    expect(published()).toEqual(shipped)
    const { rows } = await table()
    expect(rows.find(({ key }) => key === first._id)).toMatchObject({ hasDraft: true, state: 'listed' })
    expect(await load(first._id)).toMatchObject({ draft: { removes: true, author: 'editor' } })
  })
})

test('added, changed and deleted in drafts: nothing is public; published together, and undone together', async () => {
  const file = new File([Buffer.concat([PDF, Buffer.from('\n% draft')])], 'Results.pdf', { type: 'application/pdf' })
  const form = { year: '2031', title: 'Results', fileUrl: '', 'fileUrl-upload': file, version: '', intent: 'draft' }
  const added = await redirected(sectionEditorAction(post('/admin/reports/added', form, publisher)))
  expect(added).toMatchObject({
    url: '/admin/reports/added',
    flash: { message: 'Draft saved. It is not published yet.' },
  })
  await redirected(send(await load(first._id), { title: 'Changed', intent: 'draft' }))
  await redirected(remove(second._id, 'draft-removal'))
  expect(published()).toEqual(shipped)
  const { rows } = await table()
  expect(rows.filter(({ hasDraft }) => hasDraft).map(({ key, state }) => [key, state])).toEqual([
    ['added', 'draft'],
    [first._id, 'listed'],
    [second._id, 'listed'],
  ])
  const address = String((await load('added')).content['fileUrl'])
  expect(site.media.documents.find(address.slice('/uploads/'.length))).toBeUndefined()

  const { id } = await site.releases.create({ name: 'Results', time: '' }, 'admin')
  const moved = site.drafts.list().map(({ section }) => ({ section, to: id, author: 'admin' }))
  await site.drafts.changeTogether({ moved })
  await site.releases.publish(id, 'admin')
  expect(titles(published())).toEqual(['Results', 'Changed', ...titles(shipped.slice(2))])
  expect(site.media.documents.find(address.slice('/uploads/'.length))).toBeDefined()
  expect(site.drafts.list()).toEqual([])
  await site.releases.undo(id, 'admin')
  expect(published()).toEqual(shipped)
})

test('discarded: what is published is shown, and Undo brings the draft back', async () => {
  await redirected(send(await load(first._id), { title: 'Changed', intent: 'draft' }))
  const { draft } = await load(first._id)
  const { flash } = await redirected(
    send(await load(first._id), { intent: 'delete', version: draft?.version ?? '' }, { cookie: editor }),
  )
  expect((await load(first._id)).content['title']).toBe(first.title)
  const undo = { intent: 'restore', entry: flash?.undo?.entry ?? '', version: '' }
  await redirected(sectionEditorAction(post(`/admin/reports/${first._id}`, undo, editor)))
  expect((await load(first._id)).content['title']).toBe('Changed')
})

test('two people: drafts of two reports do not meet, and the same field of one is asked for', async () => {
  await redirected(send(await load(first._id), { title: 'Draft', intent: 'draft' }))
  const mine = await load(first._id)
  const other = await load(second._id)
  await redirected(send(await load(first._id), { title: 'Theirs', intent: 'draft' }, { cookie: editor }))
  const { status, reply } = await refusal(send(mine, { title: 'Mine', intent: 'draft' }))
  expect(status).toBe(409)
  expect(reply.conflict).toMatchObject([{ name: 'title', mine: 'Mine', theirs: 'Theirs' }])
  await redirected(send(other, { title: 'Mine', intent: 'draft' }))
  expect([(await load(first._id)).content['title'], (await load(second._id)).content['title']]).toEqual([
    'Theirs',
    'Mine',
  ])
})

test('published meanwhile in the same place: asked, and not published by the way', async () => {
  await redirected(send(await load(first._id), { title: 'Draft', intent: 'draft' }))
  await redirected(send(await load(first._id, '?draft=no'), { title: 'Published', intent: 'save' }))
  const { invalidFields } = await load(first._id)
  expect(invalidFields?.conflict).toMatchObject([{ mine: 'Draft', theirs: 'Published' }])
  expect(published()[0]?.title).toBe('Published')
  await redirected(send(await load(second._id), { title: 'Mine', intent: 'draft' }))
  expect((await load(first._id)).invalidFields?.conflict).toHaveLength(1)
})

test('in a release: a draft of its own, published with the release; not changed by an editor once it is scheduled', async () => {
  const soon = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z')
  const { id } = await site.releases.create({ name: 'Results day', time: soon }, 'admin')
  const query = `?release=${id}`
  await expect(load(first._id, '?release=unknown')).rejects.toMatchObject({ status: 404 })
  const shown = await load(first._id, query)
  expect(shown).toMatchObject({ mayPublish: false, release: { id } })
  const saved = await redirected(send(shown, { title: 'Later', intent: 'draft' }, { query }))
  expect(saved.url).toBe(`/admin/reports/${first._id}${query}`)
  expect(published()).toEqual(shipped)

  await site.releases.schedule(id, 'admin')
  const slipped = { title: 'Slipped in', intent: 'draft' }
  const refused = await refusal(send(await load(first._id, query), slipped, { query, cookie: editor }))
  expect(refused.reply.failure?.detail).toContain('This release is scheduled')
  await site.releases.publish(id, 'admin')
  expect(published()).toEqual(shipped.with(0, { ...first, title: 'Later' }))
})

test('slides moved and edited in drafts: the order of the home page stays until it is published', async () => {
  const keys = shippedSlides.map(({ _id }) => _id)
  const [one = '', two = '', ...others] = keys
  const arrange = (intent: string, version: string) =>
    redirected(
      sectionEditorAction(
        sectionPost(order.id, { ...fieldsOf({ keys: [two, one, ...others] }), intent, version }, { cookie: publisher }),
      ),
    )
  await arrange('draft', site.content.read(order).version)
  const { value, version } = site.content.read(heroSlides.entry(one))
  const edit = { ...fieldsOf(value), title: 'In the draft', intent: 'draft', version }
  await redirected(sectionEditorAction(post(`/admin/herocarousel/${one}`, edit, editor)))
  expect(listedRows(site, heroSlides)).toEqual(shippedSlides)
  const { draft } = await sectionEditorLoader(
    routeArgs(ownRequest(`/admin/${order.id}`, { headers: { cookie: publisher } })),
  )
  await arrange('save', draft?.version ?? '')
  expect(listedRows(site, heroSlides).map(({ _id }) => _id)).toEqual([two, one, ...others])
  expect(listedRows(site, heroSlides)[1]?.title).toBe(shippedSlides[0]?.title)
})
