import { render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DataTable, type DataColumn } from './data-table.tsx'

interface Alloy {
  name: string
  density: string
}

const columns: DataColumn<Alloy>[] = [
  { title: 'Alloy', cell: ({ name }) => name },
  { title: 'Density', cell: ({ density }) => density, kind: 'figures' },
]
const rows = [
  { name: 'Brass', density: '8.5' },
  { name: 'Bronze', density: '8.8' },
]

test('no rows: a table with its head', () => {
  showTable({ rows: [] })
  expect(screen.getAllByRole('row')).toHaveLength(1)
  expect(headers()).toEqual(['Alloy', 'Density'])
})

test('rows: each is named by its first column', () => {
  showTable()
  const bronze = screen.getByRole('row', { name: 'Bronze 8.8' })
  expect(within(bronze).getByRole('rowheader').textContent).toBe('Bronze')
  expect(within(bronze).getByRole('cell').textContent).toBe('8.8')
  expect(screen.getByRole('table', { name: 'Alloys' })).toBeInTheDocument()
})

test('wide window: the elements speak for themselves, no role is said twice', () => {
  showTable()
  expect(document.querySelectorAll('[role]')).toHaveLength(0)
})

test('narrow window: every part of the table says its role and each value its label, for cells that are laid out as blocks', () => {
  showTable({ narrow: true })
  const parts = [...document.querySelectorAll('table, thead, tbody, tr, th, td')]
  expect(parts.filter((part) => !part.hasAttribute('role'))).toEqual([])
  expect(parts.map((part) => part.getAttribute('role'))).toEqual([
    ...['table', 'rowgroup', 'row', 'columnheader', 'columnheader'],
    ...['rowgroup', 'row', 'rowheader', 'cell', 'row', 'rowheader', 'cell'],
  ])
  expect(screen.getAllByRole('cell').map((cell) => cell.dataset['label'])).toEqual(['Density', 'Density'])
})

function showTable({ narrow = false, rows: shown = rows } = {}) {
  vi.stubGlobal('matchMedia', () => ({ matches: narrow, addEventListener() {}, removeEventListener() {} }))
  render(<DataTable caption="Alloys" columns={columns} rows={shown} rowKey={({ name }) => name} />)
}

function headers() {
  return screen.getAllByRole('columnheader').map((header) => header.textContent)
}
