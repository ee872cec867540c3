import { expect, test } from 'vitest'
import { applyMark, type Mark } from './markdown-marks.ts'

/** Texts with their selection between bars. */
test.each<[string, Mark, string, string]>([
  ['a word', 'bold', 'one |two| three', 'one **|two|** three'],
  ['a bold word again', 'bold', 'one **|two|** three', 'one |two| three'],
  ['an italic word', 'bold', '*|two|*', '***|two|***'],
  ['a bold word', 'italic', '**|two|**', '***|two|***'],
  ['a word that is both', 'italic', '***|two|***', '**|two|**'],
  ['nothing', 'bold', 'one ||', 'one **|bold text|**'],
  ['nothing', 'italic', '||', '*|text in italics|*'],
  ['a part of a line', 'heading', 'one\nt|w|o\nthree', 'one\n|# two|\nthree'],
  ['a heading again', 'heading', '|# two|', '|two|'],
  ['two lines', 'list', 'o|ne\ntw|o', '|- one\n- two|'],
  ['lines of which one is an entry', 'list', '|- one\ntwo|', '|- one\n- two|'],
  ['an empty first line', 'list', '||\none', '|- |\none'],
  ['entries again', 'list', '|- one\n- two|', '|one\ntwo|'],
  ['an empty text', 'list', '||', '|- |'],
  ['words', 'link', 'see |grades|.', 'see [grades](|https://|).'],
  ['nothing', 'link', '||', '[link text](|https://|)'],
])('%s, %s', (_, mark, before, after) => {
  expect(marked(mark, before)).toBe(after)
})

function marked(mark: Mark, shown: string) {
  const start = shown.indexOf('|')
  const end = shown.lastIndexOf('|') - 1
  const text = shown.replaceAll('|', '')
  const { from, to, text: replaced, selectFrom, selectTo } = applyMark(mark, { text, start, end })
  const next = text.slice(0, from) + replaced + text.slice(to)
  return `${next.slice(0, selectFrom)}|${next.slice(selectFrom, selectTo)}|${next.slice(selectTo)}`
}
