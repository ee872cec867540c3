import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { screen } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { screenArgs, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { renderInRouter } from '#test/render-in-router.tsx'
import Dashboard, { loader } from './dashboard.tsx'

const site = await createExampleSite()

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

test('the dashboard: work first, then the news; an empty list says what to do', async () => {
  await show()
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings).toEqual(['Needs attention', 'Drafts', 'Releases', 'Recent edits', 'Album'])
  expect(screen.getByText(/Choose “Save draft” in an editor/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Create a release' })).toHaveAttribute('href', '/admin/releases')
})

test('new entries: a link to their form', async () => {
  await show()
  expect(screen.getByRole('link', { name: 'New article' })).toHaveAttribute('href', '/admin/articles/new')
})

test('what needs approval: named', async () => {
  await show()
  expect(screen.getByText(/A second person has to approve changes of Allergen Notice first/)).toBeVisible()
})

test('a release that is being prepared: listed with its drafts', async () => {
  const { id } = await site.releases.create({ name: 'Easter', time: undefined }, 'asha')
  await show()
  expect(screen.getByRole('heading', { name: 'Releases (1)' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Easter' })).toHaveAttribute('href', `/admin/releases/${id}`)
  expect(screen.getByText('0 drafts')).toBeVisible()
  expect(screen.getByText('not scheduled')).toBeVisible()
})

test('a file by hand that is not valid: named as staff know it, with the place of the fault and the way out', async () => {
  const file = path.join(site.env.contentDir, 'home/numbers.yaml')
  const good = readFileSync(file)
  writeFileSync(file, 'title: [\n')
  onTestFinished(() => {
    writeFileSync(file, good)
  })
  await vi.waitFor(() => {
    expect(site.content.faults()).toHaveLength(1)
  })
  await show()
  const item = screen.getByText('content/home/numbers.yaml', { exact: false }).closest('li')
  expect(item).toHaveTextContent(/^Numbers: its file cannot be used/)
  expect(screen.getByRole('button', { name: 'Write the last valid version to the file' })).toBeVisible()
})

test('a file that was deleted by hand: said to be missing, without a line in it', async () => {
  const file = path.join(site.env.contentDir, 'home/numbers.yaml')
  const good = readFileSync(file)
  rmSync(file)
  onTestFinished(() => {
    writeFileSync(file, good)
  })
  await vi.waitFor(() => {
    expect(site.content.faults()).toMatchObject([{ message: 'The file is missing' }])
  })
  await show()
  const item = screen.getByText('content/home/numbers.yaml').closest('li')
  expect(item).toHaveTextContent(/^Numbers: its file is missing/)
  expect(item).not.toHaveTextContent(/column|Correct/)
})

async function show() {
  renderInRouter(<Dashboard />, { loaded: await loader(screenArgs('/admin', cookie)) })
}
