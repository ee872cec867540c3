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

test.each([
  [
    'ditto marks',
    'A1\tpipes\nA2\t"\nA3\t"',
    [
      ['A1', 'pipes'],
      ['A2', '"'],
      ['A3', '"'],
    ],
  ],
  [
    'ditto marks in the first column',
    '"\tx\n"\ty',
    [
      ['"', 'x'],
      ['"', 'y'],
    ],
  ],
  ['ditto marks in the only column', 'A\t\n"\nB\n"', [['A'], ['"'], ['B'], ['"']]],
  [
    'words with marks around them',
    'A\t"Black"\nB\t"Super" clean\nC\t"pipes',
    [
      ['A', '"Black"'],
      ['B', '"Super" clean'],
      ['C', '"pipes'],
    ],
  ],
  [
    'a cell with two lines',
    'A\t"one\ntwo"\nB\t3/4"\r\n',
    [
      ['A', 'one\ntwo'],
      ['B', '3/4"'],
    ],
  ],
  [
    'CSV with inches and an open mark',
    'A,3/4" pipe\nB,"pipes, ""fine"""\nC,"open',
    [
      ['A', '3/4" pipe'],
      ['B', 'pipes, "fine"'],
      ['C', '"open'],
    ],
  ],
  [
    'CSV with spaces around a quoted cell',
    'A, "b, c" ,d\nE,f,g',
    [
      ['A', 'b, c', 'd'],
      ['E', 'f', 'g'],
    ],
  ],
])('%s: letter for letter, unless the cell is quoted', (_name, text, cells) => {
  expect(cellsOf(text)).toEqual(cells)
})

test.each([
  [
    'one semicolon in a text',
    'Grade,Use\nA1,pipes; film',
    [
      ['Grade', 'Use'],
      ['A1', 'pipes; film'],
    ],
  ],
  [
    'a semicolon in each text',
    'A1,black,pipes; film\nA2,red,tape; film',
    [
      ['A1', 'black', 'pipes; film'],
      ['A2', 'red', 'tape; film'],
    ],
  ],
  [
    'decimal commas in each line',
    'A1;0,95;0,97\nA2;0,96;0,98',
    [
      ['A1', '0,95', '0,97'],
      ['A2', '0,96', '0,98'],
    ],
  ],
  [
    'decimal commas and empty cells at the end',
    'Grade;Density;\nA1;0,95;',
    [
      ['Grade', 'Density'],
      ['A1', '0,95'],
    ],
  ],
  [
    'the line of Excel that names the sign',
    'sep=;\r\nA1;a, b\r\nA2;c',
    [
      ['A1', 'a, b'],
      ['A2', 'c'],
    ],
  ],
  [
    'Markdown',
    '| Grade | Use |\n| --- | :-: |\n| A1 | pipes \\| film |\n| A2 |  |',
    [['Grade', 'Use'], ['A1', 'pipes | film'], ['A2']],
  ],
  [
    'Markdown without signs at the sides',
    'Grade | Use\n---|---\nA1 | 5\\*3, "x"',
    [
      ['Grade', 'Use'],
      ['A1', '5*3, "x"'],
    ],
  ],
])('%s: the columns as they were meant', (_name, text, cells) => {
  expect(cellsOf(text)).toEqual(cells)
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
  ['too many rows', 'A\t1\n'.repeat(502), /more than 500 rows/],
  ['too many columns', '\t'.repeat(60) + 'x', /Row 1 has more than 50 columns/],
  ['too much text', 'x'.repeat(200_001), /too long/],
])('%s: refused with what to do', (_name, text, problem) => {
  expect(problemOf(text)).toMatch(problem)
})

test('500 rows with a line of headings: read', () => {
  expect(cellsOf('A\t1\n'.repeat(501))).toHaveLength(501)
})
