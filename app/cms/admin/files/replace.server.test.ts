import { beforeAll, beforeEach, expect, test } from 'vitest'
import { album } from '#test/example-site/album/album.ts'
import { articles } from '#test/example-site/articles/articles.ts'
import { team } from '#test/example-site/team/team.ts'
import { ownRequest, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { redirected } from '#test/edit-responses.ts'
import { photo } from '#test/temporary-images.ts'
import { replaceHref } from './files-address.ts'
import { replaceAction, replaceLoader } from './replace.server.ts'

const site = await createExampleSite()
const { content, drafts, releases, approvals } = site

let cookie: string
let editor: string
beforeAll(async () => {
  cookie = await signIn()
  editor = await signInAs('editor')
  await approvals.setSections(new Set(), 'asha')
})

const [old, other] = content.read(album).value.pictures.map(({ image }) => image)
if (old === undefined || other === undefined) throw new Error('The album has too few pictures')
const OLD = old
const NEW = other
const shipped = { album: content.read(album).value }
const article = articles.entry('wood-oven')

beforeEach(async () => {
  await content.update(album, { author: 'test', reason: 'Start', change: () => shipped.album })
  await content.update(article, { author: 'test', reason: 'Start', change: (now) => ({ ...now, image: OLD }) })
})

test('before a file is chosen: where it is used, in words', async () => {
  const { changes, by, suggested } = await load(OLD)
  expect(by).toBeUndefined()
  expect(changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ label: 'Album', href: '/admin/album', fields: ['Pictures › The counter › Image'] }),
      expect.objectContaining({ label: 'The wood oven is back', fields: ['Image'] }),
    ]),
  )
  expect(suggested).toContain(NEW)
  expect(suggested).not.toContain(OLD)
})

test('replaced at once: every section at one moment, each with its history, and undone as a release', async () => {
  const result = await redirected(send(OLD, NEW, { intent: 'publish' }))
  expect(result.flash?.message).toMatch(/^\d+ sections with the new file published at one moment$/)
  expect(content.read(album).value.pictures[0]?.image).toBe(NEW)
  expect(content.read(article).value.image).toBe(NEW)
  expect(site.files.fileUses().has(OLD)).toBe(false)
  expect(drafts.list()).toEqual([])
  const [entry] = await content.history(album)
  expect(entry?.author).toBe('admin')

  const id = result.url?.split('/').at(-1) ?? ''
  expect(releases.find(id)?.state).toBe('published')
  await releases.undo(id, 'admin')
  expect(content.read(album).value).toEqual(shipped.album)
  await releases.remove(id, 'discard', 'admin')
})

test('as a release of drafts, also by an editor: nothing is public, each section has a draft in it', async () => {
  const { url } = await redirected(send(OLD, NEW, { intent: 'draft' }, editor))
  const id = url?.split('/').at(-1) ?? ''
  expect(content.read(album).value).toEqual(shipped.album)
  const draft = album.schema.parse(drafts.find(album, id)?.content)
  expect(draft.pictures[0]?.image).toBe(NEW)
  expect(drafts.find(article, id)).toBeDefined()
  await releases.remove(id, 'discard', 'admin')

  const refused = await redirected(send(OLD, NEW, { intent: 'publish' }, editor))
  expect(refused.flash).toMatchObject({
    kind: 'failure',
    message: 'With your role you can create a release of drafts.',
  })
  expect(releases.list()).toEqual([])
})

test('a section that needs approval: nothing is published, the release says why and has the drafts', async () => {
  await approvals.setSections(new Set(['album']), 'asha')
  const { url, flash } = await redirected(send(OLD, NEW, { intent: 'publish' }))
  expect(flash).toMatchObject({ kind: 'failure', message: 'Nothing is published yet' })
  expect(flash?.detail).toContain('Not approved yet: Album')
  const id = url?.split('/').at(-1) ?? ''
  expect(drafts.find(album, id)).toBeDefined()
  expect(content.read(album).value).toEqual(shipped.album)
  await releases.remove(id, 'discard', 'admin')
  await approvals.setSections(new Set(), 'asha')
})

test('an uploaded file: staged until it is published, a smaller picture is said to be smaller', async () => {
  const bytes = new Uint8Array(await photo(64, 48).jpeg().toBuffer())
  const file = new File([bytes], 'New hall.jpg', { type: 'image/jpeg' })
  const { url } = await redirected(send(OLD, undefined, { intent: 'choose', 'replacement-upload': file }))
  const by = new URL(url ?? '', 'http://localhost').searchParams.get('by') ?? ''
  expect(by).toMatch(/^new-hall-[0-9a-f]{8}\.jpg$/)
  expect(site.media.staged.find(by)).toBeDefined()
  expect(await load(OLD, by)).toMatchObject({ isSmaller: true, by: { file: by } })
  const result = await redirected(send(OLD, by, { intent: 'publish' }))
  expect(result.flash?.kind).toBe('success')
  expect(site.media.staged.find(by)).toBeUndefined()
  expect(content.read(album).value.pictures[0]?.image).toBe(by)
})

test('drafts that name the file: named, because they keep it', async () => {
  const { value, version } = content.read(team)
  await drafts.save(team, {
    content: { ...value, image: OLD },
    author: 'admin',
    version,
  })
  expect((await load(OLD, NEW)).drafts).toEqual(['Team'])
  await drafts.discard(team, { author: 'admin' })
})

test.each([
  [
    'no such file',
    'none-11111111.jpg',
    'There is no file called none-11111111.jpg. Upload it first, or choose another one.',
  ],
  ['the same file', OLD, 'This is the same file. Choose another one.'],
  ['another kind', 'documents/allergens.pdf', 'documents/allergens.pdf is a file of another kind.'],
])('%s: said, nothing can be replaced', async (_name, by, problem) => {
  expect(await load(OLD, by)).toMatchObject({ by: undefined, problem })
  const { flash } = await redirected(send(OLD, by, { intent: 'publish' }))
  expect(flash?.kind).toBe('failure')
  expect(content.read(album).value).toEqual(shipped.album)
})

test('nothing chosen, or a file that is gone: said', async () => {
  expect((await redirected(send(OLD, undefined, { intent: 'choose' }))).flash?.message).toBe(
    'Choose the new file first.',
  )
  const gone = await redirected(send('gone-11111111.jpg', NEW, { intent: 'publish' }))
  expect(gone).toMatchObject({ url: '/admin/files', flash: { message: 'This file no longer exists.' } })
  await expect(load('gone-11111111.jpg')).rejects.toMatchObject({ status: 302 })
})

async function load(file: string, by?: string) {
  return replaceLoader(routeArgs(ownRequest(replaceHref(file, by), { headers: { cookie } })))
}

function send(file: string, by: string | undefined, fields: Record<string, string | File>, as = cookie) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return replaceAction(routeArgs(ownRequest(replaceHref(file, by), { method: 'POST', headers: { cookie: as }, body })))
}
