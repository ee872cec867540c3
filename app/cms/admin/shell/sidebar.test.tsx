import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import definition from '#test/example-site/site.config.ts'
import { renderInRouter } from '#test/render-in-router.tsx'
import { AdminShell } from './admin-shell.tsx'
import { sidebarGroups } from './sidebar.server.ts'

test('the sidebar: shows the screens whose name is typed, Enter opens the first, and all are there again', async () => {
  const { path } = show()
  const all = links().length
  await userEvent.type(screen.getByLabelText('Find a screen'), 'OUR sto')
  expect(links()).toEqual(['Our Story'])
  expect(within(sidebar()).getByText('1 screen')).toHaveAttribute('aria-live', 'polite')
  await userEvent.keyboard('{Enter}')
  expect(path()).toBe('/admin/story')
  expect(links()).toHaveLength(all)
  expect(screen.getByLabelText('Find a screen')).toHaveValue('')
})

test('the name of a group: shows all its screens', async () => {
  show()
  await userEvent.type(screen.getByLabelText('Find a screen'), 'home PAGE')
  expect(links()).toContain('Numbers')
  expect(within(sidebar()).getByText('Home page', { selector: 'h2' })).toBeInTheDocument()
})

test('a word that no screen has: says so, and leads to the search of all texts', async () => {
  show()
  await userEvent.type(screen.getByLabelText('Find a screen'), 'monsoon & rain')
  expect(links()).toEqual(['Search all texts'])
  expect(screen.getByText('Search all texts')).toHaveAttribute('href', '/admin/search?q=monsoon+%26+rain')
})

test('the searches of a page: each has a name of its own', () => {
  show()
  const names = screen.getAllByRole('search', { hidden: true }).map((form) => form.getAttribute('aria-label'))
  expect(names).toEqual(['Search the website', 'Screens'])
})

function show() {
  const groups = sidebarGroups({ definition, role: 'administrator' })
  return renderInRouter(
    <AdminShell companyName="Company" name="Asha" faultCount={0} problemCount={0} groups={groups}>
      <h1>Screen</h1>
    </AdminShell>,
  )
}

function sidebar() {
  return screen.getByLabelText('Sections')
}

function links() {
  return within(sidebar())
    .getAllByRole('link', { hidden: true })
    .map(({ textContent }) => textContent)
}
