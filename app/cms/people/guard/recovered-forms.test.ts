import { expect, test } from 'vitest'
import { RecoveredFormStore } from './recovered-forms.server.ts'

const limits = { forms: 4, formsPerSender: 2, bytes: 1000, bytesPerSender: 900, lifetime: 100 }
const form = (page: string, text = 'typed') => ({
  account: 'a1',
  page,
  fields: [['title', text]] as [string, string][],
  fileNames: [],
  cause: 'signed-out' as const,
})

test('another owner, another page: nothing', () => {
  const store = new RecoveredFormStore(limits)
  store.put('anna', 'here', form('/admin/stats'))
  expect(store.find('bela', '/admin/stats')).toBeUndefined()
  expect(store.find('anna', '/admin/stats?edit=1')).toBeUndefined()
  expect(store.find('anna', '/admin/stats')).toMatchObject(form('/admin/stats'))
})

test('put again: the later one stands; removed: nothing', () => {
  const store = new RecoveredFormStore(limits)
  store.put('anna', 'here', form('/a', 'first'))
  store.put('anna', 'here', form('/a', 'second'))
  expect(store.find('anna', '/a')?.fields).toEqual([['title', 'second']])
  store.remove('anna', '/a')
  expect(store.find('anna', '/a')).toBeUndefined()
})

test('after its time: nothing', () => {
  let now = 0
  const store = new RecoveredFormStore(limits, () => now)
  store.put('anna', 'here', form('/a'))
  now = 99
  expect(store.find('anna', '/a')).toMatchObject({ page: '/a' })
  now = 100
  expect(store.find('anna', '/a')).toBeUndefined()
})

test('a sender with many: pushes out its own oldest, not those of others', () => {
  const store = new RecoveredFormStore(limits)
  store.put('anna', 'here', form('/a'))
  for (const page of ['/1', '/2', '/3', '/4', '/5', '/6']) store.put('x', 'elsewhere', form(page))
  expect(store.find('anna', '/a')).toMatchObject({ page: '/a' })
  expect(['/1', '/2', '/3', '/4', '/5', '/6'].filter((page) => store.find('x', page))).toEqual(['/5', '/6'])
})

test('too many in all: the oldest goes', () => {
  const store = new RecoveredFormStore(limits)
  const owners = ['a', 'b', 'c', 'd', 'e']
  for (const owner of owners) store.put(owner, owner, form('/a'))
  expect(owners.filter((owner) => store.find(owner, '/a'))).toEqual(['b', 'c', 'd', 'e'])
})

test('too much text of a sender: its own oldest go, not those of others', () => {
  const store = new RecoveredFormStore(limits)
  store.put('anna', 'here', form('/a', 'x'.repeat(10)))
  store.put('x', 'elsewhere', form('/1', 'x'.repeat(400)))
  store.put('x', 'elsewhere', form('/2', 'x'.repeat(400)))
  expect(store.find('x', '/1')).toBeUndefined()
  expect(store.find('x', '/2')).toMatchObject({ page: '/2' })
  expect(store.find('anna', '/a')).toMatchObject({ page: '/a' })
})

test('too much text in all: the sender with most loses it, and one that never fits is not kept', () => {
  const store = new RecoveredFormStore(limits)
  store.put('anna', 'a', form('/a', 'x'.repeat(400)))
  store.put('bela', 'b', form('/b', 'x'.repeat(800)))
  expect(store.find('anna', '/a')).toMatchObject({ page: '/a' })
  expect(store.find('bela', '/b')).toBeUndefined()
  store.put('cora', 'c', form('/c', 'x'.repeat(1000)))
  expect(store.find('cora', '/c')).toBeUndefined()
})
