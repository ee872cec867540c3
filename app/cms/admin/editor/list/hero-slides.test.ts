import type { ActionFunctionArgs } from '@remix-run/node'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { heroSlides, type HeroSlide } from '#app/site/sections/hero-slides/hero-slides.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { photo } from '#test/temporary-images.ts'
import {
  entryAction,
  entryLoader,
  listAction,
  listLoader,
  newEntryAction,
  newEntryLoader,
} from './list-screen.server.ts'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()
const { library: mediaLibrary } = site.media.forStaff
const { content: siteContent } = site

const shipped = siteContent.read(heroSlides).value
const [first, second] = shipped.slides as [HeroSlide, HeroSlide]
let cookie: string

beforeAll(async () => {
  cookie = await signIn()
})

beforeEach(async () => {
  await siteContent.update(heroSlides, { author: 'test', reason: 'Begin again', change: () => shipped })
})

describe('who may', () => {
  const loaders = { listLoader, newEntryLoader, entryLoader }
  const actions = { listAction, newEntryAction, entryAction }

  test.each(Object.entries(loaders))('%s without a session: to the sign-in and back', async (_, loader) => {
    const response = loader(routeArgs(ownRequest('/admin/herocarousel'), { entryId: first._id }))
    await expect(response).rejects.toMatchObject({ status: 302 })
    expect((await thrown(response)).headers.get('location')).toBe('/admin/login?returnTo=%2Fadmin%2Fherocarousel')
  })

  test.each(Object.entries(actions))('%s without a session: nothing changes', async (_, action) => {
    await expect(action(post({ intent: 'delete' }, { cookie: '' }))).rejects.toMatchObject({ status: 302 })
    expect(slides()).toEqual(shipped.slides)
  })

  test.each(Object.entries(actions))('%s from another site: 403, nothing changes', async (_, action) => {
    await expect(action(post({ intent: 'delete' }, { site: 'cross-site' }))).rejects.toMatchObject({ status: 403 })
    expect(slides()).toEqual(shipped.slides)
  })
})

describe('a slide', () => {
  test('not there: 404 to read, with its id alone; cannot be deleted, and the table says why', async () => {
    const request = ownRequest('/admin/herocarousel/gone', { headers: { cookie } })
    const response = await entryLoader(routeArgs(request, { entryId: 'gone' }))
    expect(response.init?.status).toBe(404)
    expect(response.data).toMatchObject({ entry: { _id: 'gone' }, isDeleted: true })
    const { flash } = await redirected(entryAction(post({ intent: 'delete' }, { entryId: 'gone' })))
    expect(flash).toEqual({ kind: 'failure', message: 'This slide no longer exists.' })
    expect(slides()).toEqual(shipped.slides)
  })

  test('that someone else has deleted since: 409 with what was typed, and at the end on a second try', async () => {
    const form = { ...first, title: 'Mine', version: version() }
    await redirected(entryAction(post({ intent: 'delete' })))
    const { status, reply } = await refusal(entryAction(post(form)))
    expect(status).toBe(409)
    expect(reply.failure).toEqual({
      message: 'Failed to update hero slides',
      detail: expect.stringContaining('Someone else deleted this entry') as string,
    })
    expect(reply.result.initialValue).toMatchObject({ title: 'Mine' })
    expect(slides()).toEqual(shipped.slides.slice(1))

    await redirected(entryAction(post({ ...form, version: reply.version })))
    expect(slides()).toEqual([...shipped.slides.slice(1), { ...first, title: 'Mine' }])
  })

  test('added twice by one form: once; with other words the second time: 409 with both, then these', async () => {
    const form = { ...first, _id: 'twice', title: 'Once', version: version() }
    expect((await redirected(newEntryAction(post(form)))).flash).toMatchObject({ message: 'Slide added' })
    expect((await redirected(newEntryAction(post(form)))).flash).toMatchObject({ kind: 'success' })
    const added = { ...first, _id: 'twice', title: 'Once' }
    expect(slides()).toEqual([...shipped.slides, added])

    const { status, reply } = await refusal(newEntryAction(post({ ...form, title: 'Other' })))
    expect(status).toBe(409)
    expect(reply.conflict).toMatchObject([{ name: 'title', mine: 'Other', theirs: 'Once' }])
    expect(slides()).toEqual([...shipped.slides, added])
    await redirected(newEntryAction(post({ ...form, title: 'Other', version: reply.version })))
    expect(slides()).toEqual([...shipped.slides, { ...added, title: 'Other' }])
  })

  test('with errors: 422, a message at each field, what was typed stays', async () => {
    const { status, reply } = await refusal(
      entryAction(post({ ...first, title: ' ', subtitle: 'typed', buttonLink: 'javascript:alert(1)' })),
    )
    expect(status).toBe(422)
    expect(Object.keys(reply.result.error ?? {})).toEqual(['title', 'buttonLink'])
    expect(reply.result.initialValue).toMatchObject({ subtitle: 'typed', buttonLink: 'javascript:alert(1)' })
    expect(slides()).toEqual(shipped.slides)
  })

  test('with an unknown field: 422', async () => {
    expect((await refusal(entryAction(post({ ...first, colour: 'red' })))).status).toBe(422)
  })

  test('with a file that is no image: 422 at the image, the stored name and what was typed stay', async () => {
    const file = new File(['<html>'], 'hero.png', { type: 'image/png' })
    const { status, reply } = await refusal(entryAction(post({ ...first, title: 'New', 'image-upload': file })))
    expect(status).toBe(422)
    expect(reply.result.error).toEqual({ image: [expect.stringContaining('“hero.png” is not a JPEG')] })
    expect(reply.result.initialValue).toMatchObject({ title: 'New', image: first.image })
  })

  test('with an image and an error elsewhere: 422, and the image is kept as the chosen one', async () => {
    const { reply } = await refusal(entryAction(post({ ...first, title: '', 'image-upload': await picture() })))
    const image = reply.result.initialValue?.['image']
    expect(image).toMatch(/^new-picture-[0-9a-f]{8}\.jpg$/)
    expect(mediaLibrary.list()[0]).toMatchObject({ file: image, width: 64, height: 32 })
    expect(slides()).toEqual(shipped.slides)
  })

  test('that someone else has saved since: 409 with both values, then the own one on a second try', async () => {
    const form = { ...first, title: 'Mine', version: version() }
    await entryAction(post({ ...first, title: 'Theirs' }))
    const { status, reply } = await refusal(entryAction(post(form)))
    expect(status).toBe(409)
    expect(reply.conflict).toMatchObject([{ name: 'title', label: 'Title', mine: 'Mine', theirs: 'Theirs' }])
    expect(reply.result.initialValue).toMatchObject({ title: 'Mine' })
    expect(slides()[0]?.title).toBe('Theirs')

    await redirected(entryAction(post({ ...form, version: reply.version })))
    expect(slides()[0]?.title).toBe('Mine')
  })

  test('saved from an older version, where only another slide has changed: both stand', async () => {
    const before = version()
    await redirected(entryAction(post({ ...second, title: 'Theirs' }, { entryId: second._id })))
    const { flash } = await redirected(entryAction(post({ ...first, title: 'Mine', version: before })))
    expect(flash).not.toHaveProperty('detail')
    expect(slides().map(({ title }) => title)).toEqual([
      'Mine',
      'Theirs',
      ...shipped.slides.slice(2).map((s) => s.title),
    ])
  })

  test('added from an older version: stands beside what someone else has added', async () => {
    const before = version()
    await redirected(newEntryAction(post({ ...first, _id: 'theirs' })))
    await redirected(newEntryAction(post({ ...first, _id: 'mine', version: before })))
    expect(
      slides()
        .slice(-2)
        .map(({ _id }) => _id),
    ).toEqual(['theirs', 'mine'])
  })

  test('removed from an older version, where only another slide has changed: gone', async () => {
    const before = version()
    await redirected(entryAction(post({ ...second, title: 'Theirs' }, { entryId: second._id })))
    const { flash } = await redirected(entryAction(post({ intent: 'delete', version: before })))
    expect(flash?.message).toBe('Slide deleted')
    expect(slides()[0]?.title).toBe('Theirs')
  })

  test('when the disk is full: 507 with the reason, what was typed stays', async () => {
    vi.spyOn(siteContent, 'update').mockRejectedValueOnce(new StorageError('disk-full'))
    const { status, reply } = await refusal(entryAction(post({ ...first, title: 'Typed' })))
    expect(status).toBe(507)
    expect(reply.failure).toMatchObject({ message: 'Failed to update hero slides' })
    expect(reply.failure?.detail).toContain('disk of the server is full')
    expect(reply.result.initialValue).toMatchObject({ title: 'Typed' })
  })

  test('when the store breaks in an unknown way: the error goes on', async () => {
    vi.spyOn(siteContent, 'update').mockRejectedValueOnce(new TypeError('broken'))
    await expect(entryAction(post(first))).rejects.toThrow('broken')
  })

  test('saved with a new image: on the site, with the line breaks of a form as plain ones', async () => {
    const form = { ...first, title: 'Two\r\nlines', 'image-upload': await picture() }
    const response = await redirected(entryAction(post(form)))
    expect(response.url).toBe('/admin/herocarousel')
    expect(response.flash).toMatchObject({ kind: 'success', message: 'Slide updated' })
    expect(slides()[0]).toMatchObject({ _id: first._id, title: 'Two\nlines' })
    expect(slides()[0]?.image).toMatch(/^new-picture-/)
    expect(slides().slice(1)).toEqual(shipped.slides.slice(1))
  })

  test('saved under the _id of another one: keeps its own', async () => {
    await redirected(entryAction(post({ ...first, _id: second._id, title: 'Renamed' })))
    expect(slides()[0]).toMatchObject({ _id: first._id, title: 'Renamed' })
  })

  test('saved, and another one moved: the table tells of that one when and by whom it was changed', async () => {
    await redirected(entryAction(post({ ...first, title: 'New' })))
    await redirected(listAction(post({ intent: 'down', _id: second._id })))
    const { changes } = await listLoader(routeArgs(ownRequest('/admin/herocarousel', { headers: { cookie } })))
    const [entry, saved] = await siteContent.history(heroSlides)
    expect(entry?.reason).toBe('Order changed')
    expect(changes[first._id]).toMatchObject({ time: saved?.time, author: 'admin' })
    expect(changes[second._id]?.author).not.toBe('admin')
  })

  test('added: at the end, under an id that no other has', async () => {
    const { entry } = await newEntryLoader(routeArgs(ownRequest('/admin/herocarousel/new', { headers: { cookie } })))
    const response = await redirected(newEntryAction(post({ ...entry, title: 'Fifth', subtitle: '' })))
    expect(response.flash?.message).toBe('Slide added')
    expect(slides()).toHaveLength(shipped.slides.length + 1)
    expect(slides().at(-1)).toMatchObject({ _id: entry._id, title: 'Fifth', subtitle: '', image: '' })
    expect(shipped.slides.map(({ _id }) => _id)).not.toContain(entry._id)
  })

  test('removed: gone, and back by undo', async () => {
    const { flash } = await redirected(entryAction(post({ intent: 'delete' })))
    expect(flash?.message).toBe('Slide deleted')
    expect(slides()).toEqual(shipped.slides.slice(1))

    const undone = await redirected(undo(flash?.undo?.entry))
    expect(undone.flash?.kind).toBe('success')
    expect(slides()).toEqual(shipped.slides)
  })

  test('removed from an older version: stays, and the table says why', async () => {
    const before = version()
    await redirected(entryAction(post({ ...first, title: 'Theirs' })))
    const { flash } = await redirected(entryAction(post({ intent: 'delete', version: before })))
    expect(flash).toMatchObject({ kind: 'failure', message: expect.stringContaining('Nothing was changed') as string })
    expect(slides()).toHaveLength(shipped.slides.length)
  })
})

describe('undo', () => {
  test('after a later edit: refused, the later edit stands', async () => {
    const { flash } = await redirected(entryAction(post({ ...first, title: 'One' })))
    await redirected(entryAction(post({ ...first, title: 'Two' })))
    const undone = await redirected(undo(flash?.undo?.entry))
    expect(undone.flash?.kind).toBe('failure')
    expect(slides()[0]?.title).toBe('Two')
  })

  test('of an entry that is not there: says so', async () => {
    const { flash } = await redirected(undo('../../account'))
    expect(flash).toMatchObject({ kind: 'failure', message: 'The history does not have this version any more.' })
  })
})

describe('the order', () => {
  const order = () => slides().map(({ _id }) => _id)
  const ids = shipped.slides.map(({ _id }) => _id)

  test.each([
    ['down', first._id, [second._id, first._id, ...ids.slice(2)]],
    ['up', second._id, [second._id, first._id, ...ids.slice(2)]],
    ['up', first._id, ids],
    ['down', ids.at(-1) ?? '', ids],
    ['down', 'gone', ids],
  ])('%s with %s', async (intent, _id, expected) => {
    await redirected(listAction(post({ intent, _id })))
    expect(order()).toEqual(expected)
  })

  test.each([
    ['0', second._id, [second._id, first._id, ...ids.slice(2)]],
    ['999', first._id, [...ids.slice(1), first._id]],
    ['1', 'gone', ids],
  ])('to place %s with %s', async (to, _id, expected) => {
    await redirected(listAction(post({ intent: 'move', _id, to })))
    expect(order()).toEqual(expected)
  })

  test('from an older version: moved where only a text has changed, refused where the order has', async () => {
    const before = version()
    await redirected(entryAction(post({ ...first, title: 'Theirs' })))
    const moved = await redirected(listAction(post({ intent: 'move', _id: first._id, to: '1', version: before })))
    expect(moved.flash?.kind).toBe('success')
    const late = await redirected(listAction(post({ intent: 'move', _id: first._id, to: '0', version: before })))
    expect(late.flash?.kind).toBe('failure')
    expect(order().indexOf(first._id)).toBe(1)
  })

  test.each(['', '-1', '1.5', 'x'])('to place %j: 400', async (to) => {
    const response = listAction(post({ intent: 'move', _id: first._id, to }))
    await expect(response).rejects.toMatchObject({ status: 400 })
  })

  test('an unknown intent: 400', async () => {
    await expect(listAction(post({ intent: 'shuffle' }))).rejects.toMatchObject({ status: 400 })
  })

  test('a list button nobody can read: 400', async () => {
    await expect(entryAction(post({ ...first, __intent__: '{' }))).rejects.toMatchObject({ status: 400 })
  })
})

function slides() {
  return siteContent.read(heroSlides).value.slides
}

function version() {
  return siteContent.read(heroSlides).version
}

/** Posts the undo button of a success message, which knows the entry but not the version. */
function undo(entry = '') {
  return listAction(post({ intent: 'restore', entry, version: '' }))
}

async function picture() {
  const bytes = await photo(64, 32).jpeg().toBuffer()
  return new File([new Uint8Array(bytes)], 'New picture.jpg', { type: 'image/jpeg' })
}

/** A form as the first slide's page posts it, by default with the current version. */
function post(
  fields: Record<string, string | File>,
  { entryId = first._id, site = 'same-origin', ...headers }: { entryId?: string; site?: string; cookie?: string } = {},
): ActionFunctionArgs {
  const body = new FormData()
  for (const [name, value] of Object.entries({ version: version(), ...fields })) body.set(name, value)
  const request = ownRequest('/admin/herocarousel', {
    method: 'POST',
    body,
    headers: { cookie, 'sec-fetch-site': site, ...headers },
  })
  return routeArgs(request, { entryId })
}

async function thrown(response: Promise<unknown>): Promise<Response> {
  const reason: unknown = await response.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(reason instanceof Response)) throw new Error('No response was thrown')
  return reason
}
