import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { story, type Story } from '#test/example-site/home/story.ts'
import StoryEditor, { handle } from '#test/example-site/home/story-editor.tsx'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { renderInRouter } from '#test/render-in-router.tsx'
import SectionEditorPage from './section-editor.tsx'
import { sectionEditorAction, sectionEditorLoader } from './section-editor.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { content: siteContent } = site

const NEWER = 'The saved content has changed since you opened this page.'
const fields = { handle, element: <StoryEditor /> }
const params = { section: story.id }
let cookie: string

beforeAll(async () => {
  cookie = await signIn()
})

beforeEach(async () => {
  await save({ title: 'Title', subTitle: 'Subtitle' })
})

test('someone else saves and the page is loaded again: what was typed stays, said so, saving keeps both', async () => {
  const { reload } = await show()
  await type(/^Title/, 'Mine')
  await save({ subTitle: 'Theirs' })
  await reload()
  expect(screen.getByLabelText(/^Title/)).toHaveValue('Mine')
  expect(screen.getByText(NEWER)).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('No changes')).toBeVisible()
  expect(siteContent.read(story).value).toMatchObject({ title: 'Mine', subTitle: 'Theirs' })
  expect(screen.getByLabelText(/^Subtitle/)).toHaveValue('Theirs')
  expect(screen.queryByText(NEWER)).toBeNull()
})

test('someone else saves, the page is loaded again, Discard: what they saved', async () => {
  const { reload } = await show()
  await type(/^Title/, 'Mine')
  await save({ subTitle: 'Theirs' })
  await reload()
  await userEvent.click(screen.getByRole('link', { name: 'Discard' }))
  expect(await screen.findByText('No changes')).toBeVisible()
  expect(screen.getByLabelText(/^Title/)).toHaveValue('Title')
  expect(screen.getByLabelText(/^Subtitle/)).toHaveValue('Theirs')
})

test('someone else saves while nothing is typed: shown when the page is loaded again', async () => {
  const { reload } = await show()
  await save({ subTitle: 'Theirs' })
  await reload()
  expect(screen.getByLabelText(/^Subtitle/)).toHaveValue('Theirs')
  expect(screen.queryByText(NEWER)).toBeNull()
})

test('a save fails, someone else saves the same field, the message is dismissed: asked, not overwritten', async () => {
  const { reload } = await show()
  await type(/^Title/, 'Mine')
  vi.spyOn(siteContent, 'update').mockRejectedValueOnce(new StorageError('disk-full'))
  await userEvent.click(screen.getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('Failed to update Our Story')).toBeVisible()
  await save({ title: 'Theirs' })
  await reload()
  expect(screen.queryByText('Failed to update Our Story')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Update' }))
  expect(await screen.findByText(/^This was saved again after you opened this page/)).toBeVisible()
  expect(screen.getByLabelText(/^Title/)).toHaveValue('Mine')
  expect(siteContent.read(story).value.title).toBe('Theirs')
})

test('a save that leaves out what surrounds the text: the form shows what is saved', async () => {
  await show()
  await type(/^Title/, ' Mine ')
  await userEvent.click(screen.getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('No changes')).toBeVisible()
  expect(screen.getByLabelText(/^Title/)).toHaveValue('Mine')
})

test('the button that saves says that it publishes, in a text of its own', async () => {
  await show()
  expect(screen.getByRole('button', { name: 'Update' })).toHaveAccessibleDescription('Update publishes at once')
})

test('the preview: opens beside the form unless this browser remembers that it was closed', async () => {
  const opens = async (cookies: string) =>
    (await sectionEditorLoader(routeArgs(ownRequest(`/admin/${story.id}`, { headers: { cookie: cookies } }))))
      .opensPreview
  expect(await opens(cookie)).toBe(true)
  expect(await opens(`${cookie}; preview=closed`)).toBe(false)
})

/** The page with its own loader and action, as the administrator. */
async function show() {
  const address = `/admin/${story.id}`
  const { router } = renderInRouter(<SectionEditorPage />, {
    children: [
      { index: true, ...fields },
      { path: '*', ...fields },
    ],
    loader: () => sectionEditorLoader(routeArgs(ownRequest(address, { headers: { cookie } }), params)),
    action: async ({ request }) => {
      const body = await request.formData()
      const posted = ownRequest(address, { method: 'POST', body, headers: { cookie } })
      return sectionEditorAction(routeArgs(posted, params))
    },
  })
  await screen.findByRole('button', { name: 'Update' })
  // The same navigation as that of the Dismiss button.
  const reload = () => act(() => router.navigate(router.state.location, { replace: true }))
  return { reload }
}

async function type(label: RegExp, text: string) {
  const field = screen.getByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

async function save(change: Partial<Story>) {
  await siteContent.update(story, {
    author: 'other',
    reason: 'Changed',
    change: (now) => ({ ...now, ...change }),
  })
}
