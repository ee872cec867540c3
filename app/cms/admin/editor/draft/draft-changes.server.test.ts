import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loader as dashboardLoader } from '#app/cms/admin/shell/dashboard.tsx'
import { story } from '#test/example-site/home/story.ts'
import { ownRequest, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { redirected } from '#test/edit-responses.ts'
import { draftChangesAction, draftChangesLoader } from './draft-changes.server.ts'

const { id } = story
const site = await createExampleSite()
let editor: string
let publisher: string

beforeAll(async () => {
  publisher = await signIn()
  editor = await signInAs('editor')
})

beforeEach(async () => {
  const { value, version } = site.content.read(story)
  await site.drafts.save(story, { content: { ...value, title: 'Draft' }, author: 'editor', version })
})

const load = (cookie = editor) =>
  draftChangesLoader(routeArgs(ownRequest(`/admin/drafts/${id}`, { headers: { cookie } }), { section: id }))

function add(fields: Record<string, string>, cookie = editor) {
  const body = new URLSearchParams({ intent: 'add', ...fields })
  const request = ownRequest(`/admin/drafts/${id}`, { method: 'POST', body, headers: { cookie } })
  return draftChangesAction(routeArgs(request, { section: id }))
}

test('what the draft changes, side by side', async () => {
  expect(await load()).toMatchObject({
    by: 'editor',
    count: 1,
    shown: [{ label: 'Title', after: { marks: [{ text: 'Draft' }] } }],
  })
  await site.drafts.discard(story, { author: 'editor' })
  await expect(load()).rejects.toMatchObject({ status: 404 })
})

describe('added to a release', () => {
  test.each([
    [
      'neither chosen nor named',
      { release: '', name: ' ' },
      { name: [expect.stringContaining('Choose a release') as string] },
    ],
    [
      'one that is gone',
      { release: 'gone', name: '' },
      { release: [expect.stringContaining('Choose another') as string] },
    ],
    ['one chosen and another named', { release: 'gone', name: 'New' }, { release: [expect.any(String) as string] }],
  ])('%s: said at the field, with what was typed', async (_, values, errors) => {
    expect(await add(values)).toMatchObject({ data: { added: { values, errors } }, init: { status: 422 } })
    expect(site.drafts.find(story)).toMatchObject({ content: { title: 'Draft' } })
  })

  test('a scheduled one: only by a publisher', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z')
    const release = await site.releases.create({ name: 'Results day', time: soon }, 'admin')
    const { value, version } = site.content.read(story)
    await site.drafts.save(story, {
      release: release.id,
      content: { ...value, title: 'X' },
      author: 'a',
      version,
    })
    await site.releases.schedule(release.id, 'admin')
    expect((await load(publisher)).releases).toEqual([])
    await site.drafts.discard(story, { release: release.id, author: 'a' })
    expect((await load(publisher)).releases).toMatchObject([{ id: release.id }])
    expect((await load()).releases).toEqual([])
    expect(await add({ release: release.id, name: '' })).toMatchObject({ init: { status: 422 } })
    expect((await redirected(add({ release: release.id, name: '' }, publisher))).url).toBe(
      `/admin/releases/${release.id}`,
    )
  })

  test('a new one: it has the draft, and the dashboard lists both', async () => {
    const { url } = await redirected(add({ release: '', name: 'Half year' }))
    const release = url?.split('/').at(-1) ?? ''
    expect(site.drafts.find(story, release)?.content).toMatchObject({ title: 'Draft' })
    expect(site.drafts.find(story)).toBeUndefined()
    const { drafts } = await dashboardLoader(routeArgs(ownRequest('/admin', { headers: { cookie: editor } })))
    expect(drafts).toContainEqual(
      expect.objectContaining({
        href: `/admin/${id}?release=${release}`,
        release: expect.objectContaining({ name: 'Half year' }) as unknown,
      }),
    )
  })
})
