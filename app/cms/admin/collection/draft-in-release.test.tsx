import { screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { ownRequest, routeArgs, screenArgs, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { recipes } from '#test/example-site/recipes/recipes.ts'
import { renderInRouter } from '#test/render-in-router.tsx'
import { sectionEditorLoader } from '#app/cms/admin/editor/section/section-editor.server.ts'
import CollectionList, { loader } from './collection-list.tsx'

const { drafts, releases } = await createExampleSite()
const section = recipes.entry('apricot-tart')
const author = 'asha'

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

afterEach(async () => {
  for (const { section: one, release } of drafts.list()) await drafts.discard(one, { author, release })
})

/** A release with a draft of an entry that is not published. */
async function draftIn(name: string, title: string) {
  const { id } = await releases.create({ name }, author)
  const content = recipes.schema.parse({ title, minutes: 40, body: 'Bake.' })
  await drafts.save(section, { release: id, content, author, version: '', expectedRevision: null })
  return id
}

const open = (query = '') =>
  sectionEditorLoader(
    routeArgs(ownRequest(`/admin/recipes/apricot-tart${query}`, { headers: { cookie } }), { key: 'apricot-tart' }),
  )

async function rowOf(title: string) {
  renderInRouter(<CollectionList />, { loaded: await loader(screenArgs('/admin/recipes', cookie)) })
  return screen.getByRole('row', { name: new RegExp(title) })
}

test('an entry that is only a draft in a release: its row leads there, at its place in the list', async () => {
  const id = await draftIn('Summer', 'Apricot tart')
  const row = await rowOf('Apricot tart')
  expect(within(row).getByRole('link', { name: 'Apricot tart' })).toHaveAttribute(
    'href',
    `/admin/recipes/apricot-tart?release=${id}`,
  )
  expect(row).toHaveTextContent('In the release “Summer”')
  const titles = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(titles).toEqual(titles.toSorted((one, other) => one.localeCompare(other)))
  expect(titles.at(-1)).not.toBe('Apricot tart')
})

test('in several releases: its row leads to the first, and says so', async () => {
  const [first] = [await draftIn('Summer', 'Apricot tart'), await draftIn('Winter', 'Apricot pie')]
  const row = await rowOf('Apricot tart')
  expect(within(row).getByRole('link', { name: 'Apricot tart' })).toHaveAttribute(
    'href',
    `/admin/recipes/apricot-tart?release=${first}`,
  )
  expect(row).toHaveTextContent('In 2 releases. Opens the one in “Summer”')
})

test('its address without the release: leads to the draft, not to an empty form', async () => {
  const id = await draftIn('Summer', 'Apricot tart')
  const redirect = await open().catch((thrown: unknown) => thrown)
  expect(redirect).toBeInstanceOf(Response)
  expect((redirect as Response).headers.get('location')).toBe(`/admin/recipes/apricot-tart?release=${id}`)
  const { label, content, draft } = await open(`?release=${id}`)
  expect({ label, title: content['title'] }).toEqual({ label: 'Apricot tart', title: 'Apricot tart' })
  expect(draft).toBeDefined()
})
