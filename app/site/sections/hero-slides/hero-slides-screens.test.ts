import type { ActionFunctionArgs } from '@remix-run/node'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  sectionEditorAction as entryAction,
  sectionEditorLoader as entryLoader,
} from '#app/cms/admin/editor/section/section-editor.server.ts'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { heroSlides, type HeroSlide } from '#app/site/sections/hero-slides/hero-slides.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { setEntries } from '#test/set-entries.ts'
import { photo } from '#test/temporary-images.ts'
import { listAction, listLoader } from '#app/cms/admin/collection/collection-list.server.ts'
import { action as removeAction } from '#app/cms/admin/collection/remove-entry.tsx'

const site = await createTestSite()
const { library: mediaLibrary } = site.media.forStaff
const { content: siteContent } = site
const order = heroSlides.orderSection
if (!order) throw new Error('The slides have no order')

const shipped = listedRows(site, heroSlides)
const [first, second] = shipped as [HeroSlide, HeroSlide]
let cookie: string

beforeAll(async () => {
  cookie = await signIn()
})

beforeEach(() => setEntries(siteContent, heroSlides, shipped))

describe('who may', () => {
  const loaders = { listLoader, entryLoader }
  const actions = { listAction, entryAction, removeAction }

  test.each(Object.entries(loaders))('%s without a session: to the sign-in and back', async (_, loader) => {
    const response = loader(routeArgs(ownRequest('/admin/herocarousel'), { key: first._id }))
    await expect(response).rejects.toMatchObject({ status: 302 })
    expect((await thrown(response)).headers.get('location')).toBe('/admin/login?returnTo=%2Fadmin%2Fherocarousel')
  })

  test.each(Object.entries(actions))('%s without a session: nothing changes', async (_, action) => {
    await expect(action(post({ intent: 'remove' }, { cookie: '' }))).rejects.toMatchObject({ status: 302 })
    expect(slides()).toEqual(shipped)
  })

  test.each(Object.entries(actions))('%s from another site: 403, nothing changes', async (_, action) => {
    await expect(action(post({ intent: 'remove' }, { site: 'cross-site' }))).rejects.toMatchObject({ status: 403 })
    expect(slides()).toEqual(shipped)
  })
})

describe('a slide', () => {
  test('not there: its form says so, and it cannot be removed', async () => {
    const request = ownRequest('/admin/herocarousel/gone', { headers: { cookie } })
    const { entry } = await entryLoader(routeArgs(request, { key: 'gone' }))
    expect(entry).toMatchObject({ key: 'gone', exists: false, isGone: true })
    const { flash } = await redirected(remove('gone'))
    expect(flash?.kind).toBe('failure')
    expect(slides()).toEqual(shipped)
  })

  test('that someone else has removed since: 409 with what was typed, and back in its place on a second try', async () => {
    const form = { ...fieldsOf(first), title: 'Mine', version: version() }
    await redirected(remove())
    const { status, reply } = await refusal(entryAction(post(form)))
    expect(status).toBe(409)
    expect(reply.failure).toEqual({
      message: 'Failed to update slide',
      detail: expect.stringContaining('Someone else removed this entry') as string,
    })
    expect(reply.result.initialValue).toMatchObject({ title: 'Mine' })
    expect(slides()).toEqual(shipped.slice(1))

    await redirected(entryAction(post({ ...form, version: reply.version })))
    expect(slides()).toEqual(shipped.with(0, { ...first, title: 'Mine' }))
  })

  test('added twice by one form: once; with other words the second time: 409 with both, then these', async () => {
    const form = { ...fieldsOf(first), title: 'Once', version: '' }
    const add = (fields: Record<string, string>) => entryAction(post(fields, { key: 'twice' }))
    expect((await redirected(add(form))).flash).toMatchObject({ message: 'Slide added' })
    expect((await redirected(add(form))).flash).toMatchObject({ kind: 'success' })
    const added = { ...first, _id: 'twice', title: 'Once' }
    expect(slides()).toEqual([...shipped, added])

    const { status, reply } = await refusal(add({ ...form, title: 'Other' }))
    expect(status).toBe(409)
    expect(reply.conflict).toMatchObject([{ name: 'title', mine: 'Other', theirs: 'Once' }])
    expect(slides()).toEqual([...shipped, added])
    await redirected(add({ ...form, title: 'Other', version: reply.version }))
    expect(slides()).toEqual([...shipped, { ...added, title: 'Other' }])
  })

  test('with errors: 422, a message at each field, what was typed stays', async () => {
    const { status, reply } = await refusal(
      entryAction(post({ ...fieldsOf(first), title: ' ', subtitle: 'typed', buttonLink: 'javascript:alert(1)' })),
    )
    expect(status).toBe(422)
    expect(Object.keys(reply.result.error ?? {})).toEqual(['title', 'buttonLink'])
    expect(reply.result.initialValue).toMatchObject({ subtitle: 'typed', buttonLink: 'javascript:alert(1)' })
    expect(slides()).toEqual(shipped)
  })

  test('with an unknown field: 422', async () => {
    expect((await refusal(entryAction(post({ ...fieldsOf(first), colour: 'red' })))).status).toBe(422)
  })

  test('with a file that is no image: 422 at the image, the stored name and what was typed stay', async () => {
    const file = new File(['<html>'], 'hero.png', { type: 'image/png' })
    const { status, reply } = await refusal(
      entryAction(post({ ...fieldsOf(first), title: 'New', 'image-upload': file })),
    )
    expect(status).toBe(422)
    expect(reply.result.error).toEqual({ image: [expect.stringContaining('“hero.png” is not a JPEG')] })
    expect(reply.result.initialValue).toMatchObject({ title: 'New', image: first.image })
  })

  test('with an image and an error elsewhere: 422, and the image is kept as the chosen one', async () => {
    const { reply } = await refusal(
      entryAction(post({ ...fieldsOf(first), title: '', 'image-upload': await picture() })),
    )
    const image = reply.result.initialValue?.['image']
    expect(image).toMatch(/^new-picture-[0-9a-f]{8}\.jpg$/)
    expect(mediaLibrary.list()[0]).toMatchObject({ file: image, width: 64, height: 32 })
    expect(slides()).toEqual(shipped)
  })

  test('that someone else has saved since: 409 with both values, then the own one on a second try', async () => {
    const form = { ...fieldsOf(first), title: 'Mine', version: version() }
    await entryAction(post({ ...fieldsOf(first), title: 'Theirs' }))
    const { status, reply } = await refusal(entryAction(post(form)))
    expect(status).toBe(409)
    expect(reply.conflict).toMatchObject([{ name: 'title', label: 'Title', mine: 'Mine', theirs: 'Theirs' }])
    expect(reply.result.initialValue).toMatchObject({ title: 'Mine' })
    expect(slides()[0]?.title).toBe('Theirs')

    await redirected(entryAction(post({ ...form, version: reply.version })))
    expect(slides()[0]?.title).toBe('Mine')
  })

  test('saved while another slide has changed: both stand', async () => {
    const before = version()
    await redirected(entryAction(post({ ...fieldsOf(second), title: 'Theirs' }, { key: second._id })))
    const { flash } = await redirected(entryAction(post({ ...fieldsOf(first), title: 'Mine', version: before })))
    expect(flash).not.toHaveProperty('detail')
    expect(slides().map(({ title }) => title)).toEqual(['Mine', 'Theirs', ...shipped.slice(2).map((s) => s.title)])
  })

  test('removed while another slide has changed: gone', async () => {
    const before = version()
    await redirected(entryAction(post({ ...fieldsOf(second), title: 'Theirs' }, { key: second._id })))
    const { flash } = await redirected(remove(first._id, before))
    expect(flash?.message).toBe('Slide deleted')
    expect(slides()[0]?.title).toBe('Theirs')
  })

  test('when the disk is full: 507 with the reason, what was typed stays', async () => {
    vi.spyOn(siteContent, 'update').mockRejectedValueOnce(new StorageError('disk-full'))
    const { status, reply } = await refusal(entryAction(post({ ...fieldsOf(first), title: 'Typed' })))
    expect(status).toBe(507)
    expect(reply.failure).toMatchObject({ message: 'Failed to update slide' })
    expect(reply.failure?.detail).toContain('disk of the server is full')
    expect(reply.result.initialValue).toMatchObject({ title: 'Typed' })
  })

  test('when the store breaks in an unknown way: the error goes on', async () => {
    vi.spyOn(siteContent, 'update').mockRejectedValueOnce(new TypeError('broken'))
    await expect(entryAction(post(fieldsOf(first)))).rejects.toThrow('broken')
  })

  test('saved with a new image: on the site, with the line breaks of a form as plain ones', async () => {
    const form = { ...fieldsOf(first), title: 'Two\r\nlines', 'image-upload': await picture() }
    const response = await redirected(entryAction(post(form)))
    expect(response.url).toBe('/admin/herocarousel')
    expect(response.flash).toMatchObject({ kind: 'success', message: 'Slide updated' })
    expect(slides()[0]).toMatchObject({ _id: first._id, title: 'Two\nlines' })
    expect(slides()[0]?.image).toMatch(/^new-picture-/)
    expect(slides().slice(1)).toEqual(shipped.slice(1))
  })

  test('saved, and another one moved: the table tells of that one when and by whom it was changed', async () => {
    await redirected(entryAction(post({ ...fieldsOf(first), title: 'New' })))
    await redirected(move(second._id, 2))
    const { rows } = await table()
    const [entry] = await siteContent.history(order)
    expect(entry?.reason).toBe('Order changed')
    const [saved] = await siteContent.history(heroSlides.entry(first._id))
    expect(rows[0]?.change).toMatchObject({ time: saved?.time, author: 'admin' })
    expect(rows.find(({ key }) => key === second._id)?.change?.author).not.toBe('admin')
  })

  test('added: at the end, under a key that no other has', async () => {
    const address = ownRequest('/admin/herocarousel/new', { headers: { cookie } })
    const { headers } = await thrown(entryLoader(routeArgs(address, { key: 'new' })))
    const [, key = ''] = /^\/admin\/herocarousel\/([0-9a-f-]{36})\?add=yes$/.exec(headers.get('location') ?? '') ?? []
    expect(await loadEntry(`${key}?add=yes`, key)).toMatchObject({
      entry: { exists: false, isGone: false },
      content: { visibility: 'listed' },
      version: '',
    })
    const response = await redirected(entryAction(post({ title: 'Fifth', subtitle: '', version: '' }, { key })))
    expect(response).toMatchObject({ url: '/admin/herocarousel', flash: { message: 'Slide added' } })
    expect(slides()).toHaveLength(shipped.length + 1)
    expect(slides().at(-1)).toMatchObject({ _id: key, title: 'Fifth', subtitle: '', image: '' })
  })

  test('removed: gone, and back in its place by undo', async () => {
    const { url, flash } = await redirected(remove())
    expect({ url, message: flash?.message }).toEqual({ url: '/admin/herocarousel', message: 'Slide deleted' })
    expect(slides()).toEqual(shipped.slice(1))

    const undone = await undo(flash?.undo)
    expect(undone.flash?.kind).toBe('success')
    expect(slides()).toEqual(shipped)
  })

  test('removed from an older version: stays, and its screen says why', async () => {
    const before = version()
    await redirected(entryAction(post({ ...fieldsOf(first), title: 'Theirs' })))
    const { flash } = await redirected(remove(first._id, before))
    expect(flash).toMatchObject({ kind: 'failure', message: expect.stringContaining('Nothing was changed') as string })
    expect(slides()).toHaveLength(shipped.length)
  })
})

test('undo after a later edit: refused, the later edit stands', async () => {
  const { flash } = await redirected(entryAction(post({ ...fieldsOf(first), title: 'One' })))
  await redirected(entryAction(post({ ...fieldsOf(first), title: 'Two' })))
  const undone = await undo(flash?.undo)
  expect(undone.flash?.kind).toBe('failure')
  expect(slides()[0]?.title).toBe('Two')
})

describe('the order', () => {
  const keys = () => slides().map(({ _id }) => _id)
  const ids = shipped.map(({ _id }) => _id)

  test.each([
    [0, second._id, [second._id, first._id, ...ids.slice(2)]],
    [1, first._id, [second._id, first._id, ...ids.slice(2)]],
    [999, first._id, [...ids.slice(1), first._id]],
    [0, first._id, ids],
    [1, 'gone', ids],
  ])('to place %i with %s', async (to, key, expected) => {
    const { url, flash } = await redirected(move(key, to))
    expect([url, flash?.kind]).toEqual(['/admin/herocarousel', 'success'])
    expect(keys()).toEqual(expected)
  })

  test('one move is one edit of one file, and its undo brings the order back', async () => {
    const files = ids.map((key) => siteContent.find(heroSlides.entry(key))?.version)
    const { flash } = await redirected(move(first._id, 3))
    expect(ids.map((key) => siteContent.find(heroSlides.entry(key))?.version)).toEqual(files)
    expect(keys()).toEqual([...ids.slice(1), first._id])
    const undone = await redirected(
      listAction(post({ intent: 'restore', entry: flash?.undo?.entry ?? '', version: '' }, { key: '' })),
    )
    expect([flash?.undo?.address, undone.url]).toEqual(['/admin/herocarousel', '/admin/herocarousel'])
    expect(keys()).toEqual(ids)
  })

  test('moved while a text has changed; refused where the order has', async () => {
    const before = orderVersion()
    await redirected(entryAction(post({ ...fieldsOf(first), title: 'Theirs' })))
    const moved = await redirected(move(first._id, 1, before))
    expect(moved.flash?.kind).toBe('success')
    const late = await redirected(move(first._id, 0, before))
    expect(late.flash?.kind).toBe('failure')
    expect(keys().indexOf(first._id)).toBe(1)
  })

  test.each(['', '-1', '1.5', 'x'])('to place %j: 400', async (to) => {
    await expect(move(first._id, to)).rejects.toMatchObject({ status: 400 })
  })

  test('an unknown intent: 400', async () => {
    await expect(listAction(post({ intent: 'shuffle' }, { key: '' }))).rejects.toMatchObject({ status: 400 })
  })

  test('a list button nobody can read: 400', async () => {
    await expect(entryAction(post({ ...fieldsOf(first), __intent__: '{' }))).rejects.toMatchObject({ status: 400 })
  })
})

function slides() {
  return listedRows(site, heroSlides)
}

function version(key = first._id) {
  return siteContent.find(heroSlides.entry(key))?.version ?? ''
}

function orderVersion() {
  return order && siteContent.find(order)?.version
}

function table() {
  return listLoader(routeArgs(ownRequest('/admin/herocarousel', { headers: { cookie } })))
}

function loadEntry(address: string, key: string) {
  const request = ownRequest(`/admin/herocarousel/${address}`, { headers: { cookie } })
  return entryLoader(routeArgs(request, { key }))
}

/** The fields of the form of a slide. */
function fieldsOf({ _id, ...fields }: HeroSlide) {
  return fields
}

function remove(key = first._id, from = version(key)) {
  return removeAction(post({ intent: 'remove', version: from }, { key }))
}

function move(key: string, to: number | string, from = orderVersion()) {
  return listAction(post({ intent: 'move', to: `${key}:${to}`, version: from ?? '' }, { key: '' }))
}

/** Posts the undo button of a success message, which knows the entry but not the version. */
async function undo({ address, entry }: { address: string; entry: string } = { address: '', entry: '' }) {
  expect(address).toBe(`/admin/herocarousel/${first._id}`)
  return redirected(entryAction(post({ intent: 'restore', entry, version: '' })))
}

async function picture() {
  const bytes = await photo(64, 32).jpeg().toBuffer()
  return new File([new Uint8Array(bytes)], 'New picture.jpg', { type: 'image/jpeg' })
}

/** A form as the first slide's page posts it, by default with the current version. */
function post(
  fields: Record<string, string | File>,
  { key = first._id, site = 'same-origin', ...headers }: { key?: string; site?: string; cookie?: string } = {},
): ActionFunctionArgs {
  const body = new FormData()
  for (const [name, value] of Object.entries({ version: version(key || first._id), ...fields })) body.set(name, value)
  const request = ownRequest(`/admin/herocarousel${key && `/${key}`}`, {
    method: 'POST',
    body,
    headers: { cookie, 'sec-fetch-site': site, ...headers },
  })
  return routeArgs(request, { key })
}

async function thrown(response: Promise<unknown>): Promise<Response> {
  const reason: unknown = await response.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(reason instanceof Response)) throw new Error('No response was thrown')
  return reason
}
