import { describe, expect, test } from 'vitest'
import { csvRow } from './csv-row.ts'

describe('a cell that a spreadsheet program would run', () => {
  test.each([
    ['=1+1'],
    ["=cmd|' /C calc'!A0"],
    ['+91 00000 00003'],
    ['-2+3'],
    ['@SUM(1+1)'],
    ['\t=1'],
    ['\tHello'],
    ['\r=1'],
    ['\n=1'],
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
})

test.each([['Asha'], ['a=b'], ['2 - 1'], ["'quoted'"], [''], [' x'], ['नमस्ते'], ['İ']])('%j: stays as it is', (cell) => {
  expect(csvRow([cell])).toBe(`"${cell}"\r\n`)
})

test('quotes, commas and line breaks: stay within their cell', () => {
  expect(csvRow(['a "b", c', 'one\ntwo', ''])).toBe('"a ""b"", c","one\ntwo",""\r\n')
  expect(csvRow(['="x"'])).toBe('"\'=""x"""\r\n')
})
