import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import CollectionList, { loader as loadCollection } from './collection-list.tsx'
import EntryFields from './entry-fields.tsx'
import SectionEditorPage, { loader as loadEditor } from '#app/cms/admin/editor/section/section-editor.tsx'
import { screenArgs, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { renderInRouter } from '#test/render-in-router.tsx'
import RecipeFields, { handle } from '#test/example-site/recipes/recipe-editor.tsx'

await createExampleSite()

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

test('the list: each entry with its columns and its state, and a link to the form of a new one', async () => {
  const loaded = await loadCollection(screenArgs('/admin/recipes', cookie))
  renderInRouter(<CollectionList />, { loaded })
  const row = screen.getByRole('row', { name: /Soda bread/ })
  expect(within(row).getByRole('link', { name: 'Soda bread' })).toHaveAttribute('href', '/admin/recipes/soda-bread')
  expect(within(row).getByRole('cell', { name: '50' })).toBeVisible()
  // A column that says of every entry that it is on the website is none.
  expect(screen.queryByRole('columnheader', { name: 'State' })).toBeNull()
  expect(within(row).queryByText('On the website')).toBeNull()
  expect(screen.getByRole('link', { name: 'New recipe' })).toHaveAttribute('href', '/admin/recipes/new')
})

test('the address of the link that chooses all without a script: the entries of the page are ticked', async () => {
  for (const [address, isTicked] of [
    ['/admin/recipes', false],
    ['/admin/recipes?choose=all', true],
  ] as const) {
    const { unmount } = renderInRouter(<CollectionList />, {
      loaded: await loadCollection(screenArgs(address, cookie)),
    })
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select (?!all)/ })
    expect(new Set(boxes.map(({ checked }) => checked))).toEqual(new Set([isTicked]))
    unmount()
  }
})

describe('the address of a new entry', () => {
  const address = () => screen.getByLabelText(/^Address/)
  const title = () => screen.getByLabelText(/^Title/)

  async function openNew(name: string) {
    const query = new URLSearchParams({ title: name }).toString()
    const loaded = await loadEditor(
      screenArgs(`/admin/recipes/rye-bread?${query}`, cookie, { params: { key: 'rye-bread' } }),
    )
    renderInRouter(<SectionEditorPage />, {
      loaded,
      loader: () => loaded,
      children: [{ element: <EntryFields />, children: [{ index: true, element: <RecipeFields />, handle }] }],
    })
  }

  test('follows the title as it is typed; back at the first title it is the one that the entry has anyway', async () => {
    await openNew('Rye bread')
    expect(address()).toHaveValue('')
    await userEvent.type(title(), ' of Łódź’s mill')
    expect(address()).toHaveValue('rye-bread-of-lodzs-mill')
    expect(title()).toHaveFocus()
    await userEvent.clear(title())
    await userEvent.type(title(), 'Rye bread')
    expect(address()).toHaveValue('')
  })

  test('typed by hand: stays, until it is emptied', async () => {
    await openNew('Rye bread')
    await userEvent.type(address(), 'my-bread')
    await userEvent.type(title(), ' of the mill')
    expect(address()).toHaveValue('my-bread')
    await userEvent.clear(address())
    await userEvent.type(title(), 's')
    expect(address()).toHaveValue('rye-bread-of-the-mills')
  })

  test('a title whose letters cannot be in it: empty, and asks for one', async () => {
    await openNew('Rye bread')
    await userEvent.clear(title())
    await userEvent.type(title(), 'दिवाली')
    expect(address()).toHaveValue('')
    expect(address()).toHaveAccessibleDescription(/Type the address in Latin letters, such as/)
  })
})

test('the form of an entry: its own fields, then its address and who finds it', async () => {
  const loaded = await loadEditor(screenArgs('/admin/recipes/soda-bread', cookie, { params: { key: 'soda-bread' } }))
  renderInRouter(<SectionEditorPage />, {
    loaded,
    loader: () => loaded,
    children: [{ element: <EntryFields />, children: [{ index: true, element: <RecipeFields />, handle }] }],
  })
  expect(screen.getByLabelText(/^Title/)).toHaveValue('Soda bread')
  expect(screen.getByLabelText(/^Address/)).toHaveValue('')
  expect(screen.getByLabelText(/^Visibility/)).toHaveValue('listed')
  expect(screen.getByRole('link', { name: 'Remove this recipe' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Recipes' })).toHaveAttribute('href', '/admin/recipes')
})
