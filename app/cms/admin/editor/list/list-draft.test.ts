import { readFile } from 'node:fs/promises'
import type { ActionFunctionArgs } from '@remix-run/node'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { entryAction, listAction, listLoader } from './list-screen.server.ts'
import { heroSlides } from '#app/site/sections/hero-slides/hero-slides.ts'
import { reports } from '#app/site/sections/reports/reports.ts'
import type { YearlyDocument } from '#app/site/sections/reports/yearly-document.ts'
import { ownRequest, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { redirected, refusal } from '#test/edit-responses.ts'

const site = await createTestSite()
const shipped = site.content.read(reports).value
const shippedSlides = site.content.read(heroSlides).value
const [first, second] = shipped.reports as [YearlyDocument, YearlyDocument]
const PDF = await readFile('uploads/reports/annual-report-2024-25.pdf')
let publisher: string
let editor: string

beforeAll(async () => {
  publisher = await signIn()
  editor = await signInAs('editor')
})

beforeEach(async () => {
  const by = { author: 'test', reason: 'Begin again' }
  await site.content.update(reports, { ...by, change: () => shipped })
  await site.content.update(heroSlides, { ...by, change: () => shippedSlides })
  await site.drafts.discard(reports, { author: 'test' })
  await site.drafts.discard(heroSlides, { author: 'test' })
})

const published = () => site.content.read(reports).value.reports
const titles = (of: readonly { _id: string; title?: unknown }[]) => of.map(({ title }) => title)

function table(query = '', cookie = publisher) {
  return listLoader(routeArgs(ownRequest(`/admin/reports${query}`, { headers: { cookie } })))
}

function post(page: string, fields: Record<string, string | File>, cookie: string): ActionFunctionArgs {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return routeArgs(ownRequest(page, { method: 'POST', body, headers: { cookie } }), {
    entryId: page.split('/')[3] ?? '',
  })
}

/** Posts a form of the page that was loaded. */
function send(
  { version }: { version: string },
  query: string,
  fields: Record<string, string | File>,
  cookie = publisher,
) {
  return listAction(post(`/admin/reports${query}`, { version, ...fields }, cookie))
}

/** Posts a form of the banner. */
async function sendBanner(intent: string, cookie = publisher, choices: Record<string, string> = {}) {
  const { place } = await table()
  return send({ version: place.draft?.version ?? '' }, '', { intent, ...choices }, cookie)
}

test.each(['/admin/reports?edit=' + first._id, '/admin/herocarousel/' + (shippedSlides.slides[0]?._id ?? '')])(
  '%s of a section that needs approval: “Ask for approval” saves the draft and opens the request',
  async (address) => {
    const isSlide = address.startsWith('/admin/hero')
    const [section, action, entry] = isSlide
      ? ([heroSlides, entryAction, shippedSlides.slides[0]] as const)
      : ([reports, listAction, first] as const)
    await site.approvals.setSections(new Set([section.id]), 'asha')
    try {
      const { version } = site.content.read(section)
      const fields = { ...entry, title: 'To be approved', intent: 'ask', version: `${version}.` }
      const { url } = await redirected(action(post(address, fields, editor)))
      expect(url).toBe(`/admin/drafts/${section.id}#approval`)
      expect(JSON.stringify(site.drafts.find(section)?.content)).toContain('To be approved')
    } finally {
      await site.approvals.setSections(new Set(), 'asha')
    }
  },
)

const save = (fields: Partial<YearlyDocument>) => ({ ...first, ...fields, intent: 'draft' })

describe('an editor', () => {
  test('saves for everybody: 403 with the reason and what was typed', async () => {
    const form = { ...first, title: 'Typed', intent: 'save', version: site.content.read(reports).version }
    const { status, reply } = await refusal(send(form, `?edit=${first._id}`, form, editor))
    expect(status).toBe(403)
    expect(reply.failure?.detail).toContain('Ask a person with the role Publisher')
    expect(reply.result.initialValue).toMatchObject({ title: 'Typed' })
    expect(published()).toEqual(shipped.reports)
  })

  test.each([
    ['deletes for everybody', `?delete=${first._id}`, { intent: 'delete' }, 'role'],
    ['restores what the history does not have', '', { intent: 'restore', entry: 'x' }, 'history does not have'],
    ['publishes the draft for everybody', '', { intent: 'publish' }, 'role'],
  ])('%s: told why not, nothing changes', async (_, query, fields, reason) => {
    const { flash } = await redirected(send(site.content.read(reports), query, fields, editor))
    expect(flash).toMatchObject({ kind: 'failure', message: expect.stringContaining(reason) as string })
    expect(published()).toEqual(shipped.reports)
  })

  test('deletes on the list that is shown: in a draft, which nobody else sees as published', async () => {
    await redirected(send(await table('', editor), `?delete=${first._id}`, { intent: 'delete' }, editor))
    expect(published()).toEqual(shipped.reports)
    const shown = await table()
    expect(shown.entries).toEqual(shipped.reports.slice(1))
    expect(shown.place).toMatchObject({ isDraft: true, draft: { author: 'editor', changes: 1 } })
    expect((await table('?draft=no')).entries).toEqual(shipped.reports)
  })
})

test('added, changed and deleted in a draft: nothing is public; published as one edit, which can be undone', async () => {
  const file = new File([Buffer.concat([PDF, Buffer.from('\n% draft')])], 'Results.pdf', { type: 'application/pdf' })
  const form = { _id: 'added', year: '2031', title: 'Results', fileUrl: '', 'fileUrl-upload': file, intent: 'draft' }
  const added = await redirected(send(await table(), '?edit=new', form))
  expect(added).toMatchObject({ url: '/admin/reports', flash: { message: 'Draft saved. It is not published yet.' } })
  await redirected(send(await table(), `?edit=${first._id}`, save({ title: 'Changed' })))
  await redirected(send(await table(), `?delete=${second._id}`, { intent: 'delete' }))
  expect(published()).toEqual(shipped.reports)
  const { entries: shown, place } = await table()
  expect(titles(shown)).toEqual(['Results', 'Changed', ...titles(shipped.reports.slice(2))])
  expect(place.draft?.changes).toBe(3)
  const address = String(shown[0]?.['fileUrl'])
  expect(site.media.documents.find(address.slice('/uploads/'.length))).toBeUndefined()

  const { flash } = await redirected(sendBanner('publish'))
  expect(titles(published())).toEqual(titles(shown))
  expect(site.media.documents.find(address.slice('/uploads/'.length))).toBeDefined()
  expect((await table()).place.draft).toBeUndefined()
  await redirected(send({ version: '' }, '', { intent: 'restore', entry: flash?.undo?.entry ?? '' }))
  expect(published()).toEqual(shipped.reports)
})

test('a form of a draft that is discarded meanwhile: its deletion is not published', async () => {
  await redirected(send(await table(), `?edit=${first._id}`, save({ title: 'Changed' })))
  const open = await table()
  await redirected(send(open, '', { intent: 'delete' }))
  await redirected(send(open, `?delete=${second._id}`, { intent: 'delete' }))
  expect(published()).toEqual(shipped.reports)
  expect((await table()).place.draft).toMatchObject({ changes: 1 })
})

test('discarded: what is published is shown, and Undo brings the draft back', async () => {
  await redirected(send(await table(), `?edit=${first._id}`, save({ title: 'Changed' })))
  const { flash } = await redirected(sendBanner('delete', editor))
  expect((await table()).entries).toEqual(shipped.reports)
  await redirected(send({ version: '' }, '', { intent: 'restore', entry: flash?.undo?.entry ?? '' }, editor))
  expect((await table()).entries[0]?.['title']).toBe('Changed')
})

test('two people, one draft: other reports are merged, the same field is asked for', async () => {
  await redirected(send(await table(), `?edit=${first._id}`, save({ title: 'Draft' })))
  const mine = await table()
  await redirected(send(await table('', editor), `?edit=${first._id}`, save({ title: 'Theirs' }), editor))
  const { status, reply } = await refusal(send(mine, `?edit=${first._id}`, save({ title: 'Mine' })))
  expect(status).toBe(409)
  expect(reply.conflict).toMatchObject([{ name: 'title', mine: 'Mine', theirs: 'Theirs' }])
  await redirected(send(mine, `?edit=${second._id}`, { ...second, title: 'Mine', intent: 'draft' }))
  expect(titles((await table()).entries).slice(0, 2)).toEqual(['Theirs', 'Mine'])
})

describe('published meanwhile in the same place', () => {
  beforeEach(async () => {
    await redirected(send(await table(), `?edit=${first._id}`, save({ title: 'Draft' })))
    const shown = await table('?draft=no')
    await redirected(send(shown, `?edit=${first._id}&draft=no`, { ...first, title: 'Published', intent: 'save' }))
  })

  test('said, and not published or settled by the way', async () => {
    expect((await table()).place.conflicts).toHaveLength(1)
    await redirected(send(await table(), `?edit=${second._id}`, { ...second, title: 'Mine', intent: 'draft' }))
    expect((await table()).place.conflicts).toHaveLength(1)
    const { flash } = await redirected(sendBanner('publish'))
    expect(flash).toMatchObject({ kind: 'failure', message: expect.stringContaining('Choose first') as string })
    expect(published()[0]?.title).toBe('Published')
  })

  test.each([
    ['mine', 'Draft'],
    ['theirs', 'Published'],
  ])('%s is chosen: %s, and the other changes of the draft stay', async (choice, title) => {
    await redirected(send(await table(), `?edit=${second._id}`, { ...second, title: 'Mine', intent: 'draft' }))
    await redirected(sendBanner('choose'))
    expect((await table()).place.conflicts).toMatchObject([{ mine: 'Draft', theirs: 'Published' }])
    await redirected(sendBanner('choose', publisher, { 'choice-0': choice }))
    expect(titles((await table()).entries).slice(0, 2)).toEqual([title, 'Mine'])
    expect((await table()).place.conflicts).toEqual([])
  })
})

test('in a release: a draft of its own, published with the release; not changed by an editor once it is scheduled', async () => {
  const soon = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z')
  const { id } = await site.releases.create({ name: 'Results day', time: soon }, 'admin')
  const query = `?release=${id}`
  await expect(table('?release=unknown')).rejects.toMatchObject({ status: 404 })
  const shown = await table(query)
  expect(shown.place).toMatchObject({ isDraft: true, mayPublish: false, search: query })
  const edit = `?edit=${first._id}&release=${id}`
  const saved = await redirected(send(shown, edit, save({ title: 'Later' })))
  expect(saved.url).toBe(`/admin/reports${query}`)
  expect((await table()).entries).toEqual(shipped.reports)
  expect((await redirected(send(await table(query), query, { intent: 'publish' }))).flash?.kind).toBe('failure')

  await site.releases.schedule(id, 'admin')
  const refused = await refusal(send(await table(query), edit, save({ title: 'Slipped in' }), editor))
  expect(refused.reply.failure?.detail).toContain('This release is scheduled')
  const deletion = send(await table(query), `?delete=${second._id}&release=${id}`, { intent: 'delete' }, editor)
  expect((await redirected(deletion)).flash?.kind).toBe('failure')
  await site.releases.publish(id, 'admin')
  expect(published()).toEqual(shipped.reports.with(0, { ...first, title: 'Later' }))
})

test('slides moved and edited in a draft: the order of the home page stays until it is published', async () => {
  const slides = () =>
    listLoader(routeArgs(ownRequest('/admin/herocarousel?draft=yes', { headers: { cookie: publisher } })))
  const [one, two] = shippedSlides.slides
  if (!one || !two) throw new Error('There are too few slides')
  const { version } = await slides()
  const move = { intent: 'down', _id: one._id, version }
  await redirected(listAction(post('/admin/herocarousel?draft=yes', move, publisher)))
  const edit = { ...one, title: 'In the draft', intent: 'draft', version: (await slides()).version }
  await redirected(entryAction(post(`/admin/herocarousel/${one._id}`, edit, editor)))
  expect(site.content.read(heroSlides).value).toEqual(shippedSlides)
  const shown = await slides()
  expect(shown.entries.slice(0, 2)).toEqual([two, { ...one, title: 'In the draft' }])
  await redirected(
    listAction(
      post('/admin/herocarousel', { intent: 'publish', version: shown.place.draft?.version ?? '' }, publisher),
    ),
  )
  expect(site.content.read(heroSlides).value.slides).toEqual(shown.entries)
})
