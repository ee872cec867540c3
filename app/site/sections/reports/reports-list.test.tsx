import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import { heroSlides } from '#app/site/sections/hero-slides/hero-slides.ts'
import { reports } from '#app/site/sections/reports/reports.ts'
import { screenArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { renderInRouter } from '#test/render-in-router.tsx'
import { setEntries } from '#test/set-entries.ts'
import CollectionList, { loader } from '#app/cms/admin/collection/collection-list.tsx'

const site = await createTestSite()
const shipped = listedRows(site, reports)

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

async function show(id: string) {
  return renderInRouter(<CollectionList />, { loaded: await loader(screenArgs(`/admin/${id}`, cookie)) })
}

test('no report: says what to do', async () => {
  await setEntries(site.content, reports, [])
  await show('reports')
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByText('No report yet').parentElement).toHaveTextContent('Choose “Add report” above.')
  await setEntries(site.content, reports, shipped)
})

test('reports: year, title and file, each row with Edit and Delete of its own; a file that is not there is named', async () => {
  const lost = { _id: 'lost', year: '2031', title: 'Report', fileUrl: '/uploads/reports/none-1a2b3c4d.pdf', date: '' }
  await setEntries(site.content, reports, [lost, ...shipped])
  await show('reports')
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  // All are on the website: no column says it.
  expect(headings).toEqual(['Year', 'Title', 'Action'])
  const [, missing, first] = screen.getAllByRole('row')
  if (!missing || !first) throw new Error('Rows are missing')
  expect(missing).toHaveTextContent('File missing')
  expect(first).toHaveTextContent(/annual-report-2025-26\.pdf.*kB/)
  const address = `/admin/reports/${shipped[0]?._id}`
  expect(within(first).getByRole('link', { name: 'Edit report 2025-26' })).toHaveAttribute('href', address)
  expect(within(first).getByRole('link', { name: 'Delete report 2025-26' })).toHaveAttribute(
    'href',
    `${address}/remove`,
  )
  await setEntries(site.content, reports, shipped)
})

test('slides: numbered, with buttons that move them but at the ends, and no form of a title', async () => {
  await show('herocarousel')
  const count = listedRows(site, heroSlides).length
  expect(screen.getAllByRole('rowheader')).toHaveLength(count)
  expect(screen.getByRole('button', { name: 'Move slide 1 up' })).toBeDisabled()
  expect(screen.getByRole('button', { name: `Move slide ${count} down` })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Move slide 1 down' })).toBeEnabled()
  expect(screen.getByRole('link', { name: 'Add slide' })).toHaveAttribute('href', '/admin/herocarousel/new')
  expect(screen.queryByRole('textbox', { name: /^Title/ })).toBeNull()
})
