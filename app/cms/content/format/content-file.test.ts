import { expect, test } from 'vitest'
import { notice } from '#test/temporary-content.ts'
import { parseContentFile, rewriteContentFile, toContentIssues } from './content-file.ts'

const file = (title: string, item: string) =>
  parseContentFile(notice, `title: ${title}\nvisits: 0\nitems:\n  - { _id: one, text: ${item}}\n`)

test.each([
  ['2024', '2024'],
  ['007', '007'],
  ['1e3 # comment', '1e3'],
  ['true', 'true'],
  ['-1.50', '-1.50'],
])('%s without quotes in the place of a text: the message says what to put in quotes', (written, spelling) => {
  const message = `Put ${spelling} in quotes, because this is a text`
  expect(file(written, 'A')).toMatchObject({ fault: { line: 1, column: 8, message: `title: ${message}` } })
  const [value = ''] = written.split(' ')
  expect(file('A', value)).toMatchObject({ issues: [{ path: 'items.0.text', message, line: 4 }] })
})

test.each(['', '~', '[2024]'])('“%s” in the place of a text: nothing to put in quotes', (written) => {
  expect(file(written, 'A')).toMatchObject({ fault: { message: 'title: Enter title' } })
})

test('a number in the place of a text, sent by a program: the same message', () => {
  const content = { title: 2024, visits: 0 }
  const { error } = notice.schema.safeParse(content)
  expect(toContentIssues(error?.issues ?? [], content)).toEqual([
    { path: 'title', message: 'Put 2024 in quotes, because this is a text' },
  ])
})

test('texts below `|`, whose last line break the schema removes: left as they are when another field is saved', () => {
  const text =
    'title: A\nvisits: 0\nitems:\n  - _id: one\n    text: |\n      First\n  - _id: two\n    text: >\n      Second,\n      wrapped\n'
  const items = [
    { _id: 'two', text: 'Second, wrapped' },
    { _id: 'one', text: 'First' },
  ]
  expect(rewriteContentFile(notice, text, { title: 'B', visits: 0, items })).toBe(
    'title: B\nvisits: 0\nitems:\n  - _id: two\n    text: >\n      Second,\n      wrapped\n  - _id: one\n    text: |\n      First\n',
  )
})
