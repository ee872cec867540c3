import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import definition from '#test/example-site/site.config.ts'
import { renderInRouter } from '#test/render-in-router.tsx'
import { AdminShell } from './admin-shell.tsx'
import { sidebarGroups } from './sidebar.server.ts'

test('a word in the search of the top bar: links to the screens that have it in their name, gone on the next one', async () => {
  const { path } = show()
  await userEvent.type(field(), 'OUR s')
  expect(screens()).toEqual(['Our StoryHome page'])
  expect(screen.getByText('1 suggestion')).toHaveAttribute('aria-live', 'polite')
  await userEvent.click(screen.getByRole('link', { name: /^Our Story/ }))
  expect(path()).toBe('/admin/story')
  expect(screens()).toEqual([])
  expect(field()).toHaveValue('')
})

test('the name of a group: its screens, after those that have the word themselves', async () => {
  show()
  await userEvent.type(field(), 'home PAGE')
  expect(screens()).toContain('NumbersHome page')
})

test('a word that no screen has: only the search of all texts, which Enter asks as well', async () => {
  const { path } = show()
  await userEvent.type(field(), 'monsoon & rain')
  expect(screens()).toEqual([])
  expect(screen.getByRole('link', { name: 'Search all texts for “monsoon & rain”' })).toHaveAttribute(
    'href',
    '/admin/search?q=monsoon+%26+rain',
  )
  await userEvent.keyboard('{Enter}')
  expect(path()).toBe('/admin/search')
})

test('Escape, or the focus elsewhere: the links below the field are gone', async () => {
  show()
  for (const leave of ['{Escape}', '{Shift>}{Tab}{/Shift}']) {
    await userEvent.clear(field())
    await userEvent.type(field(), 'OUR s')
    expect(screens()).toHaveLength(1)
    await userEvent.keyboard(leave)
    expect(screens()).toEqual([])
  }
})

test('entries and fields with the words in their names: links below the screens; a server that fails: none, and no error', async () => {
  const places = [{ label: 'Rye bread', group: 'Breads', href: '/admin/breads/rye' }]
  const asked = vi.fn<(address: string) => Promise<Response>>().mockResolvedValue(Response.json(places))
  vi.stubGlobal('fetch', asked)
  const { path } = show()
  await userEvent.type(field(), 'rye b')
  const found = await screen.findByRole('list', { name: 'Content' })
  expect(asked.mock.lastCall?.[0]).toBe('/admin/search/names?q=rye+b')
  expect(within(found).getByRole('link')).toHaveAccessibleName('Rye bread Breads')
  await userEvent.click(within(found).getByRole('link'))
  expect(path()).toBe('/admin/breads/rye')
  asked.mockRejectedValue(new TypeError('offline'))
  expect(field()).toHaveValue('')
  await userEvent.clear(field())
  await userEvent.type(field(), 'oats')
  await vi.waitFor(() => {
    expect(asked.mock.lastCall?.[0]).toBe('/admin/search/names?q=oats')
  })
  expect(screen.queryByRole('list', { name: 'Content' })).toBeNull()
  vi.unstubAllGlobals()
})

test('the arrow keys: from the field through the links, and back', async () => {
  show()
  await userEvent.type(field(), 'OUR s')
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getByRole('link', { name: /^Our Story/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getByRole('link', { name: /^Search all texts/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  expect(field()).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  expect(field()).toHaveFocus()
  expect(screens()).toHaveLength(1)
})

function show() {
  const groups = sidebarGroups({ definition, role: 'administrator' })
  return renderInRouter(
    <AdminShell companyName="Company" name="Asha" faultCount={0} problemCount={0} groups={groups}>
      <h1>Screen</h1>
    </AdminShell>,
  )
}

function field() {
  return screen.getByRole('searchbox')
}

/** The screens that are offered below the field. */
function screens() {
  const list = screen.queryByRole('list', { name: 'Screens' })
  return list
    ? within(list)
        .getAllByRole('link')
        .map(({ textContent }) => textContent)
    : []
}
