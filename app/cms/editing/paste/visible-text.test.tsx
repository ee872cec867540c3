import { expect, test } from 'vitest'
import { leftOutSentence, mayDiffer } from './left-out.ts'
import { visibleWords } from './visible-text.ts'

test('deleted words of Word are in its plain text too: the words of the formatted text are taken', () => {
  const html = '<p>Dividend: <del>12%</del><ins>10%</ins><br>\nper&nbsp;share</p><ul><li>One</li></ul>'
  const pasted = visibleWords(html, 'Dividend: 12%10%\r\nper share')
  expect(pasted.text).toBe('Dividend: 10%\nper share\nOne')
  expect(pasted.leftOut).toEqual({ comments: 0, deletions: 1, hidden: 0 })
})

test('cells with hidden rows and deleted words: a line for each row, with tabs', () => {
  const html =
    '<table><tr><td><p>A</p><p>b</p></td><td><del>1</del>2</td></tr>\n<tr style="display:none"><td>x</td></tr>\n<tr><td></td><td>3</td></tr></table>'
  expect(visibleWords(html, '').text).toBe('A b\t2\n\t3')
})

test('raised and lowered figures, and merged cells of a spreadsheet: signs, and each cell in its column', () => {
  const html =
    '<table><tr><td colspan="2">Resistivity</td><td>10<font><sup>14</sup></font> Ω</td></tr><tr><td>H<sub>2</sub>O</td><td></td><td>g/cm<span style="vertical-align:super">3</span></td></tr></table>'
  expect(visibleWords(html, 'Resistivity\t\t1014 Ω').text).toBe('Resistivity\t\t10¹⁴ Ω\nH₂O\t\tg/cm³')
})

test('nothing hidden: the plain text as the program has written it', () => {
  expect(visibleWords('<p>a <b>b</b></p>', 'a\tb\n').text).toBe('a\tb\n')
})

test.each([
  ['<p>a <del>b</del></p>', true],
  ['<span style="display: none">x</span>', true],
  ['<a class=msocomanchor>[A1]</a>', true],
  ['<p>10<sup>14</sup></p>', true],
  ['<p class=MsoNormal>delta, <b>hiding</b></p>', false],
])('%s: may say more than its plain text: %s', (html, expected) => {
  expect(mayDiffer(html)).toBe(expected)
})

test.each([
  [{ comments: 3, deletions: 2, hidden: 0 }, 0, '3 comments and 2 deletions were left out.'],
  [{ comments: 0, deletions: 1, hidden: 0 }, 0, '1 deletion was left out.'],
  [{ comments: 1, deletions: 1, hidden: 2 }, 1, '1 comment, 1 deletion, 2 hidden texts and 1 picture were left out.'],
  [{ comments: 0, deletions: 0, hidden: 0 }, 0, ''],
])('%o and %i pictures: “%s”', (leftOut, pictures, sentence) => {
  expect(leftOutSentence(leftOut, pictures)).toBe(sentence)
})
