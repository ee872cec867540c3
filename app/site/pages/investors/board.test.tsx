import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { documents } from '#app/site/collections/documents/documents.ts'
import { CommitteeTable, DirectorRows, FamiliarisationTable } from '#app/site/sections/management/board-page.tsx'
import { shownDirectors } from '#app/site/sections/management/board.ts'
import { management } from '#app/site/sections/management/management.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { renderInRouter } from '#test/render-in-router.tsx'
import { loader as aboutLoader } from '../company/about.tsx'
import { loader } from './board.tsx'

const { content } = await createTestSite()
const by = { author: 'asha', reason: 'Test' }
const shipped = content.read(management).value

test('the shipped board: six directors, the committees, and the documents on both', () => {
  const { data, init } = loader()
  expect(init?.status).toBe(200)
  const { board, lists, documents: sizes } = data
  expect(board?.directors).toHaveLength(6)
  expect(board?.note).toContain('Sample')
  expect(board?.parts).toEqual([
    { category: 'Executive director', count: 3 },
    { category: 'Independent director', count: 3 },
  ])
  expect(board?.committees.map(({ chair, members }) => [chair, ...members].length)).toEqual([3, 3, 3, 3])
  expect(Object.values(lists).map((list) => list.length)).toEqual([1, 1, 1])
  expect(Object.keys(sizes)).toHaveLength(3)
})

test('a director who is in a committee: the store refuses the removal, whoever asks for it', async () => {
  const directors = shipped.directors.filter(({ _id }) => _id !== 'sunita-deshprabhu')
  await expect(content.update(management, { ...by, change: () => ({ ...shipped, directors }) })).rejects.toThrow(
    'Audit Committee',
  )
  expect(content.read(management).value.directors).toHaveLength(6)
})

test('the terms of reference of a committee: linked while the register lists them', async () => {
  const committees = shipped.committees.map((committee) =>
    committee._id === 'audit' ? { ...committee, termsOfReference: 'risk-management' } : committee,
  )
  await content.update(management, { ...by, change: () => ({ ...shipped, committees }) })
  const terms = () => loader().data.board?.committees.map((committee) => committee.terms?.fileUrl)
  expect(terms()).toEqual(['/policies/risk-management.pdf', undefined, undefined, undefined])
  await content.update(documents.entry('risk-management'), {
    ...by,
    change: (now) => ({ ...now, withdrawnBecause: 'Replaced' }),
  })
  expect(terms()).toEqual([undefined, undefined, undefined, undefined])
})

test('/aboutus: its leaders are directors, typed once', async () => {
  expect(aboutLoader().data.leaders.map(({ name, role }) => [name, role])).toEqual([
    ['Rohan Naik', 'Chairman and Managing Director'],
    ['Meera Kamat', 'Whole-time Director, Operations'],
  ])
  await content.update(management, {
    ...by,
    change: (now) => ({ ...now, directors: now.directors.map((one) => ({ ...one, title: 'New title' })) }),
  })
  expect(aboutLoader().data.leaders.map(({ role }) => role)).toEqual(['New title', 'New title'])
})

test('a director of whom nothing more is stated: name and title, and no empty fact', () => {
  const board = management.schema.parse({ directors: [{ _id: 'a', name: 'Asha Rao', title: 'Director' }] })
  renderInRouter(<DirectorRows directors={shownDirectors(board)} documents={[]} />)
  expect(screen.getByRole('rowheader')).toHaveTextContent('Asha Rao Director')
  expect(screen.queryByRole('term')).toBeNull()
  expect(screen.queryByText(/^Profile$/)).toBeNull()
})

test('no directors, committees or years: the page says so once, and shows no empty table', () => {
  renderInRouter(
    <>
      <DirectorRows directors={[]} documents={[]} />
      <CommitteeTable committees={[]} documents={[]} />
      <FamiliarisationTable years={[]} documents={[]} />
    </>,
  )
  expect(screen.getByText('Nothing has been published here yet.')).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
})

test('a committee: its chair and members in one row, and “None” for a chair alone', () => {
  const committees = [
    { _id: 'audit', name: 'Audit Committee', chair: 'Sunita', members: ['Farida', 'Rohan'] },
    { _id: 'csr', name: 'CSR Committee', chair: 'Rohan', members: [] },
  ]
  renderInRouter(<CommitteeTable committees={committees} documents={[]} />)
  const cells = (name: string) =>
    within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cells('Audit Committee')).toEqual(['Sunita', 'FaridaRohan'])
  expect(cells('CSR Committee')).toEqual(['Rohan', 'None'])
})
