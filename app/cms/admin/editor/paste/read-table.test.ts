import { expect, test } from 'vitest'
import { readTable } from './read-table.server.ts'

const cellsOf = (text: string) => {
  const read = readTable(text)
  if ('problem' in read) throw new Error(read.problem)
  return read.rows.map(({ cells }) => cells)
}
const problemOf = (text: string) => {
  const read = readTable(text)
  return 'problem' in read ? read.problem : undefined
}

test.each([
  ['copied from a spreadsheet', 'PX-1\t0,95\t12\nPX-2\t0,96\t14\n'],
  ['CSV', 'PX-1,"0,95",12\r\nPX-2,"0,96",14\r\n'],
  ['CSV with semicolons, as where the comma is the decimal sign', 'PX-1;0,95;12\nPX-2;0,96;14'],
  ['with a byte order mark and spaces', '\uFEFFPX-1 \t 0,95\t12 \r\nPX-2\t0,96\t14\t\t\n\n'],
])('%s: the cells as they were typed, with the decimal comma', (_name, text) => {
  expect(cellsOf(text)).toEqual([
    ['PX-1', '0,95', '12'],
    ['PX-2', '0,96', '14'],
  ])
})

test('quotation marks: around a cell with tabs, line breaks and quotes; inside of a cell as they are', () => {
  expect(cellsOf('A\t"two\nlines, ""quoted"""\nB\t3" pipe\n')).toEqual([
    ['A', 'two\nlines, "quoted"'],
    ['B', '3" pipe'],
  ])
})

test('empty cells and lines: cells keep their place, lines are left out but counted', () => {
  expect(readTable('A\t\t3\n\t\t\n\nB\n')).toEqual({
    rows: [
      { number: 1, cells: ['A', '', '3'] },
      { number: 4, cells: ['B'] },
    ],
  })
})

test.each([
  ['nothing but spaces', ' \n\t\n', /empty/],
  ['an open quotation mark', 'A\t"open\nB\t1\n', /quotation mark that is not closed/],
  ['too many rows', 'A\t1\n'.repeat(502), /more than 500 rows/],
  ['too many columns', '\t'.repeat(60) + 'x', /Row 1 has more than 50 columns/],
  ['too much text', 'x'.repeat(200_001), /too long/],
])('%s: refused with what to do', (_name, text, problem) => {
  expect(problemOf(text)).toMatch(problem)
})

test('500 rows with a line of headings: read', () => {
  expect(cellsOf('A\t1\n'.repeat(501))).toHaveLength(501)
})
