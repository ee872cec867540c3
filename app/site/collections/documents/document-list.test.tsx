import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import CollectionList, { loader } from '#app/cms/admin/collection/collection-list.tsx'
import { screenArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { renderInRouter } from '#test/render-in-router.tsx'
import { documents } from './documents.ts'

/** Documents of 25 years, beside those that ship. */
const YEARS = Array.from({ length: 25 }, (_, at) => 2000 + at)
const EACH = 7

const { content } = await createTestSite({
  prepare: async ({ contentDir }) => {
    const folder = path.join(contentDir, 'documents')
    await mkdir(folder, { recursive: true })
    for (const year of YEARS) {
      for (let number = 1; number <= EACH; number += 1) {
        const document = {
          title: `Announcement ${number} of ${year}`,
          kind: 'announcement',
          financialYear: `${year}-${String((year + 1) % 100).padStart(2, '0')}`,
          eventDay: `${year}-06-0${number}`,
          date: `${year}-06-0${number}`,
          fileUrl: 'https://example.com/announcement.pdf',
        }
        await writeFile(path.join(folder, `announcement-${year}-${number}.yaml`), stringify(document))
      }
    }
  },
})

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

const load = (query: string) => loader(screenArgs(`/admin/documents${query}`, cookie))
const titles = async (query: string) => (await load(query)).rows.map(({ title }) => title)

test('by kind and financial year: only these, in pages of 50, and the filters keep what is chosen', async () => {
  const all = await load('?kind=announcement')
  expect([all.total, all.rows.length]).toEqual([YEARS.length * EACH, 50])
  const last = await load('?kind=announcement&page=4')
  expect(last.rows).toHaveLength(YEARS.length * EACH - 150)
  const one = await load('?kind=announcement&fy=2004-05&q=announcement+3')
  expect(one.rows.map(({ title }) => title)).toEqual(['Announcement 3 of 2004'])
  expect(one.filters.map(({ name, value }) => [name, value])).toEqual([
    ['kind', 'announcement'],
    ['fy', '2004-05'],
  ])
})

test('the choices: the kinds and years that there are with their number, the newest year first', async () => {
  const [kinds, years] = (await load('')).filters
  expect(kinds?.options).toContainEqual({
    value: 'announcement',
    label: 'Announcement to the stock exchanges (175 documents)',
  })
  expect(kinds?.options.map(({ label }) => label)).not.toContainEqual(expect.stringContaining('Employee benefit'))
  const values = years?.options.map(({ value }) => value) ?? []
  expect(values).toEqual(values.toSorted().toReversed())
  expect(values).toContain('2024-25')
  expect(years?.options.at(-1)?.value).toBe('2000-01')
})

test('a value that no document has: chooses nothing', async () => {
  expect((await load('?kind=benefit-scheme&fy=1999-00')).total).toBe((await load('')).total)
})

test('sorted by the day of disclosure, and by period: by time, not by words', async () => {
  const days = await titles('?kind=announcement&fy=2003-04&sort=3')
  expect(days).toEqual(Array.from({ length: EACH }, (_, at) => `Announcement ${at + 1} of 2003`))
  expect((await titles('?kind=announcement&sort=2&order=descending'))[0]).toMatch(/ of 2024$/)
})

test('in groups of the financial year, the newest one first, until another column sorts them', async () => {
  const { collection, rows } = await load('?kind=announcement')
  expect(collection.groupAt).toBe(0)
  const years = [...new Set(rows.map(({ values }) => values[0]))]
  expect(years).toEqual(years.toSorted().toReversed())
  renderInRouter(<CollectionList />, { loaded: await load('?kind=announcement&fy=2003-04') })
  expect(screen.getByRole('rowheader', { name: 'FY 2003-04' })).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: 'Financial year' })).toBeNull()
  expect((await load('?sort=title')).collection.groupAt).toBeUndefined()
})

test('a withdrawn document: marked, and found by its filter', async () => {
  const section = documents.entry('whistle-blower')
  expect((await load('')).filters.map(({ name }) => name)).not.toContain('withdrawal')
  await content.update(section, {
    ...{ author: 'asha', reason: 'Test' },
    change: (now) => ({ ...now, withdrawnBecause: 'A wrong figure' }),
  })
  const loaded = await load('?withdrawal=withdrawn')
  expect(loaded.rows.map(({ stateLabel, key }) => [key, stateLabel])).toEqual([['whistle-blower', 'Withdrawn']])
  renderInRouter(<CollectionList />, { loaded })
  const row = screen.getByRole('row', { name: /Whistle/ })
  expect(within(row).getByText('Withdrawn')).toBeVisible()
  expect(within(row).queryByText('On the website')).toBeNull()
  const filters = screen.getByRole('search', { name: 'Filter Documents' })
  expect(within(filters).getByLabelText('Withdrawal')).toHaveValue('withdrawn')
  expect(within(filters).getByRole('button', { name: 'Filter' })).toBeVisible()
  expect(within(filters).getByRole('link', { name: 'Show all' })).toHaveAttribute('href', '/admin/documents')
})
