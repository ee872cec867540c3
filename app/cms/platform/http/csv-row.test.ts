import { describe, expect, test } from 'vitest'
import { csvRow } from '#app/cms/platform/http/download.server.ts'

describe('a cell that a spreadsheet program would run', () => {
  test.each([
    ['=1+1'],
    ["=cmd|' /C calc'!A0"],
    ['+91 00000 00003'],
    ['-2+3'],
    ['@SUM(1+1)'],
    ['\tHello'],
    ['  =1'],
    ['\u00a0=1'],
    ['\u200b=1'],
    ['\ufeff=1'],
    ['\uff1d1+1'],
    ['\uff0b1'],
    ['\uff0d1'],
    ['\uff20SUM(1)'],
  ])('%j: is text, by an apostrophe in front', (cell) => {
    expect(csvRow([cell])).toBe(`"'${cell}"\r\n`)
  })

  test.each([
    ['"=1', `"'""=1"`],
    ['" ""-1', `"'"" """"-1"`],
    ['x;"=1', `"x;'""=1"`],
    ['"";=1', `""""";'=1"`],
    ['a\n"+1"', `"a\n'""+1"""`],
  ])('%j, in which quotation marks come before it: is text', (cell, row) => {
    expect(csvRow([cell])).toBe(`${row}\r\n`)
  })
})

test.each([['Asha'], ['a=b'], ['2 - 1'], ["'quoted'"], [''], [' x'], ['1 "=" 1'], ['नमस्ते'], ['İ']])(
  '%j: stays as it is',
  (cell) => {
    expect(csvRow([cell])).toBe(`"${cell.replaceAll('"', '""')}"\r\n`)
  },
)

test.each([
  ['semicolon', ';'],
  ['tab', '\t'],
  ['line break', '\n'],
  ['carriage return', '\r'],
])('a formula after a %s: is text as well, for programs that begin a cell there', (_, separator) => {
  const row = csvRow([`x${separator}=HYPERLINK("http://example.com")`, `y${separator}  -1${separator}z`])
  const cells = row.trimEnd().split(separator)
  for (const cell of cells) expect(cell.replace(/^"/, '')).not.toMatch(/^\s*[=+\-@]/)
  expect(row).toContain('z"')
})

test('quotes, commas and line breaks: stay within their cell', () => {
  expect(csvRow(['a "b", c', 'one\ntwo', ''])).toBe('"a ""b"", c","one\ntwo",""\r\n')
  expect(csvRow(['="x"'])).toBe('"\'=""x"""\r\n')
})
