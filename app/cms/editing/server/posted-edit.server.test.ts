import { expect, test } from 'vitest'
import { readPostedEdit } from './posted-edit.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

await createExampleSite()
const user = { id: 'editor' }

function post(fields: Record<string, string>) {
  return new Request('http://localhost/admin/site', { method: 'POST', body: new URLSearchParams(fields) })
}

function press(type: string, payload: unknown, fields: Record<string, string> = {}) {
  return post({ title: 'T', 'icons.experience': 'a.svg', ...fields, __intent__: JSON.stringify({ type, payload }) })
}

test.each([
  ['a field in a place no list can have', post({ 'navigation[99999999].text': 'a' })],
  ['a list button that names such a place', press('update', { name: 'navigation[99999999].text', value: 'a' })],
  ['a list button with such a place beside its name', press('update', { name: 'navigation', index: 99_999_999 })],
  ['a list button whose place is no number', press('insert', { name: 'navigation', index: 'x' })],
  ['a list button that means a prototype', press('update', { name: '__proto__.a', value: 'a' })],
  ['a list button with brackets that do not close', press('insert', { name: 'navigation[' })],
  ['a list button that means a text', press('insert', { name: 'title' })],
  ['a list button that means an object', press('remove', { name: 'icons', index: 0 })],
  ['a list button that is nested deeper than 64 levels', press('update', { value: JSON.parse(nested(70)) })],
])('%s: 400', async (_case, request) => {
  await expect(readPostedEdit({ request, user })).rejects.toMatchObject({ name: 'MalformedBody', status: 400 })
})

test('what the buttons of our lists post: taken; conform’s own state is not', async () => {
  const presses = [
    press('insert', { name: 'navigation' }),
    press(
      'insert',
      { name: 'navigation[0].links', index: 0, defaultValue: { text: '' } },
      { 'navigation[0].text': 'a' },
    ),
    press('remove', { name: 'navigation', index: 3 }),
    press('reorder', { name: 'navigation', from: 0, to: 1 }, { __state__: '{' }),
    press('reset', { name: '' }),
  ]
  for (const request of presses) {
    const { content } = await readPostedEdit({ request, user })
    expect(content.get('title')).toBe('T')
    expect(content.has('__state__')).toBe(false)
  }
})

const TITLE = { name: 'navigation[0].text', kind: 'value', mine: 'Mine', theirs: 'Theirs' }
const REMOVED = { name: 'navigation[1]', kind: 'removed', theirs: { text: 'Changed' } }

test.each([
  ['no choice: the form as it is', {}, ['Mine', 'Changed', 'Last']],
  ['theirs', { 'choice-0': 'theirs' }, ['Theirs', 'Changed', 'Last']],
  ['both', { 'choice-0': 'both' }, ['Mine', 'Theirs', 'Changed', 'Last']],
  ['both, and the entry stays removed', { 'choice-0': 'both', 'choice-1': 'mine' }, ['Mine', 'Theirs', 'Last']],
])('after a conflict, %s', async (_, choices, texts) => {
  const { content } = await readPostedEdit({
    request: post({
      'navigation[0].text': 'Mine',
      'navigation[1].text': 'Changed',
      'navigation[2].text': 'Last',
      conflict: JSON.stringify([TITLE, REMOVED]),
      ...choices,
    }),
    user,
  })
  expect([...content]).toEqual(texts.map((text, at) => [`navigation[${at}].text`, text]))
})

test.each(['{', '[{}]', '[{"name":"__proto__.a","kind":"value"}]', '[{"name":"a[99999999]","kind":"value"}]'])(
  'a conflict that no form sends, %s: 400',
  async (conflict) => {
    await expect(readPostedEdit({ request: post({ title: 'T', conflict }), user })).rejects.toMatchObject({
      status: 400,
    })
  },
)

function nested(levels: number) {
  return '['.repeat(levels) + ']'.repeat(levels)
}
