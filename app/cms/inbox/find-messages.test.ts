import { expect, test } from 'vitest'
import { findMessages, NOBODY } from './find-messages.ts'
import { NOT_HANDLED } from './message-handling.ts'

const asha = {
  firstName: 'Asha',
  lastName: 'Naik',
  email: 'asha@example.com',
  mobile: '+91 00000-00003',
  comments: 'XLPE for 33 kV,\n40 MT a month.',
  unread: true,
}
const joao = { ...asha, firstName: 'João', email: 'joao@example.com', mobile: 'call me', unread: false }
const dilip = { ...asha, firstName: 'दिलीप', lastName: 'जोशी', email: 'dilip@example.com', comments: '' }
const gone = { ...joao, firstName: 'Gone', deletedAt: '2026-11-20T10:00:00.000Z' }
const all = [asha, joao, dilip, gone]

test.each([
  ['', [asha, joao, dilip]],
  ['  ', [asha, joao, dilip]],
  ['ASHA', [asha]],
  ['joao', [joao]],
  ['JOÃO naik', [joao]],
  ['naik xlpe 33', [asha, joao]],
  ['asha joao', []],
  ['दिलीप', [dilip]],
  ['दलप', []],
  ['जोशी दिलीप', [dilip]],
  ['joao@example.com', [joao]],
  ['+9100000', [asha, dilip]],
  ['00000-00003', [asha, dilip]],
  ['gone', []],
  ['.*', []],
])('searching for %j: the messages with all these words', (query, expected) => {
  expect(findMessages(all, { query })).toEqual(expected)
})

test('unread ones, deleted ones: alone', () => {
  expect(findMessages(all, { show: 'unread' })).toEqual([asha, dilip])
  expect(findMessages(all, { show: 'deleted' })).toEqual([gone])
  expect(findMessages(all, { show: 'deleted', query: 'asha' })).toEqual([])
})

test.each([
  [{ state: 'new' }, ['João', 'Late', 'Asked']],
  [{ state: 'late' }, ['Late']],
  [{ state: 'closed' }, ['Closed']],
  [{ kind: 'sample' }, ['Asked']],
  [{ kind: 'other' }, []],
  [{ person: 'p1' }, ['Closed']],
  [{ person: NOBODY }, ['João', 'Late', 'Asked']],
  [{ query: 'hf 60 kilo' }, ['Asked']],
  [{ query: 'sample', state: 'closed' }, []],
] as const)('%j: those alone', (filter, names) => {
  const late = { ...joao, firstName: 'Late', answerBy: '2020-01-01' }
  const extras = [{ text: 'HF 60 S' }, { text: '25 kilograms' }]
  const asked = { ...joao, firstName: 'Asked', kind: { id: 'sample', label: 'Sample' }, extras, answerBy: '2099-01-01' }
  const handling = { ...NOT_HANDLED, state: 'closed' as const, person: 'p1' }
  const closed = { ...late, firstName: 'Closed', handling }
  expect(findMessages([joao, late, asked, closed], filter).map(({ firstName }) => firstName)).toEqual(names)
})
