import { beforeAll, expect, test } from 'vitest'
import { previewSite } from '#app/cms/admin/preview/preview-site.server.ts'
import { focusPoints, pictureName } from '#app/cms/media/focus/focus-points.ts'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { album } from '#test/example-site/album/album.ts'
import { suppliers } from '#test/example-site/home/suppliers.ts'
import { ownRequest, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { redirected } from '#test/edit-responses.ts'
import { focusHref } from './files-address.ts'
import { focusAction, focusLoader } from './picture-focus.server.ts'

const site = await createExampleSite()
const PICTURE = site.content.read(album).value.pictures[0]?.image ?? ''
const DRAWING = site.content.read(suppliers).value.suppliers[0]?.image ?? ''

let cookie: string
let editor: string
beforeAll(async () => {
  cookie = await signIn()
  editor = await signInAs('editor')
  await site.approvals.setSections(new Set(), 'asha')
})

test('saved: on every page at once, in the history, undone at its section; the picture is not in use because of it', async () => {
  const usesBefore = site.files.fileUses().get(PICTURE)
  expect(focusOnPages()).toBeUndefined()
  const saved = await redirected(send({ place: 'top-right' }))
  expect(saved).toMatchObject({
    url: focusHref(PICTURE),
    flash: { kind: 'success', message: 'The focus point is saved', undo: { address: '/admin/focus-points' } },
  })
  expect(focusOnPages()).toBe('top-right')
  expect((await load()).said?.place).toBe('top-right')
  expect(await site.content.history(focusPoints)).toMatchObject([{ author: 'admin', reason: 'Focus point: top right' }])
  expect(site.files.fileUses().get(PICTURE)).toEqual(usesBefore)

  await redirected(send({ place: '' }))
  expect(focusOnPages()).toBeUndefined()
})

test('changed: one focus point for each picture', async () => {
  for (const place of ['left', 'bottom']) await redirected(send({ place }))
  expect(site.content.read(focusPoints).value.points).toEqual([
    { picture: pictureName(PICTURE), place: 'bottom', note: '' },
  ])
})

test('a note: with every picture of the file, without a focus point as well; too long: refused, and the old one stays', async () => {
  await redirected(send({ place: '', note: ' Computer image ' }))
  const shown = () => resolveImages(PICTURE, site.media.library)[PICTURE]
  expect(shown()).toMatchObject({ note: 'Computer image' })
  expect(shown()).not.toHaveProperty('focus')
  expect((await load()).said).toMatchObject({ place: '', note: 'Computer image' })
  await redirected(send({ place: '', note: 'x'.repeat(61) }))
  expect(shown()?.note).toBe('Computer image')
  await redirected(send({ place: '', note: '' }))
  expect(shown()).not.toHaveProperty('note')
  expect(site.content.read(focusPoints).value.points).toEqual([])
})

test('an editor, who may not publish: a draft, which a preview shows', async () => {
  await redirected(send({ place: 'bottom' }))
  const saved = await redirected(send({ place: 'top' }, editor))
  expect(saved.flash?.message).toBe('Draft saved. It is not published yet.')
  expect(focusOnPages()).toBe('bottom')
  expect((await load()).said?.place).toBe('top')
  const preview = previewSite(site, new Map([[focusPoints.id, site.drafts.effective(focusPoints)?.value]]))
  expect(resolveImages(PICTURE, preview.media.library)[PICTURE]?.focus).toBe('top')
})

test('an unknown place or button: 400; a picture that does not exist, or a drawing: back to the files', async () => {
  await expect(send({ place: 'middle' })).rejects.toMatchObject({ status: 400 })
  await expect(send({ place: 'top', intent: 'other' })).rejects.toMatchObject({ status: 400 })
  for (const file of ['none-12345678.jpg', DRAWING])
    await expect(send({ place: 'top' }, cookie, file)).rejects.toMatchObject({ status: 302 })
})

function focusOnPages() {
  return resolveImages(PICTURE, site.media.library)[PICTURE]?.focus
}

async function load() {
  return focusLoader(routeArgs(ownRequest(focusHref(PICTURE), { headers: { cookie } })))
}

async function send(fields: Record<string, string>, by = cookie, file = PICTURE) {
  const body = new URLSearchParams({ intent: 'save', ...fields })
  return focusAction(routeArgs(ownRequest(focusHref(file), { method: 'POST', body, headers: { cookie: by } })))
}
