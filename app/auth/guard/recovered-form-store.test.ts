import { expect, test } from 'vitest'
import { RecoveredFormStore } from './drafts.server.ts'

const limits = { drafts: 4, draftsPerSender: 2, bytes: 1000, bytesPerSender: 900, lifetime: 100 }
const draft = (page: string, text = 'typed') => ({
  page,
  fields: [['title', text]] as [string, string][],
  fileNames: [],
})

test('another owner, another page: nothing', () => {
  const shelf = new RecoveredFormStore(limits)
  shelf.put('anna', 'here', draft('/admin/stats'))
  expect(shelf.find('bela', '/admin/stats')).toBeUndefined()
  expect(shelf.find('anna', '/admin/stats?edit=1')).toBeUndefined()
  expect(shelf.find('anna', '/admin/stats')).toMatchObject(draft('/admin/stats'))
})

test('put again: the later one stands; removed: nothing', () => {
  const shelf = new RecoveredFormStore(limits)
  shelf.put('anna', 'here', draft('/a', 'first'))
  shelf.put('anna', 'here', draft('/a', 'second'))
  expect(shelf.find('anna', '/a')?.fields).toEqual([['title', 'second']])
  shelf.remove('anna', '/a')
  expect(shelf.find('anna', '/a')).toBeUndefined()
})

test('after its time: nothing', () => {
  let now = 0
  const shelf = new RecoveredFormStore(limits, () => now)
  shelf.put('anna', 'here', draft('/a'))
  now = 99
  expect(shelf.find('anna', '/a')).toMatchObject({ page: '/a' })
  now = 100
  expect(shelf.find('anna', '/a')).toBeUndefined()
})

test('a sender with many: pushes out its own oldest, not those of others', () => {
  const shelf = new RecoveredFormStore(limits)
  shelf.put('anna', 'here', draft('/a'))
  for (const page of ['/1', '/2', '/3', '/4', '/5', '/6']) shelf.put('x', 'elsewhere', draft(page))
  expect(shelf.find('anna', '/a')).toMatchObject({ page: '/a' })
  expect(['/1', '/2', '/3', '/4', '/5', '/6'].filter((page) => shelf.find('x', page))).toEqual(['/5', '/6'])
})

test('too many in all: the oldest goes', () => {
  const shelf = new RecoveredFormStore(limits)
  const owners = ['a', 'b', 'c', 'd', 'e']
  for (const owner of owners) shelf.put(owner, owner, draft('/a'))
  expect(owners.filter((owner) => shelf.find(owner, '/a'))).toEqual(['b', 'c', 'd', 'e'])
})

test('too much text of a sender: its own oldest go, not those of others', () => {
  const shelf = new RecoveredFormStore(limits)
  shelf.put('anna', 'here', draft('/a', 'x'.repeat(10)))
  shelf.put('x', 'elsewhere', draft('/1', 'x'.repeat(400)))
  shelf.put('x', 'elsewhere', draft('/2', 'x'.repeat(400)))
  expect(shelf.find('x', '/1')).toBeUndefined()
  expect(shelf.find('x', '/2')).toMatchObject({ page: '/2' })
  expect(shelf.find('anna', '/a')).toMatchObject({ page: '/a' })
})

test('too much text in all: the sender with most loses it, and one that never fits is not kept', () => {
  const shelf = new RecoveredFormStore(limits)
  shelf.put('anna', 'a', draft('/a', 'x'.repeat(400)))
  shelf.put('bela', 'b', draft('/b', 'x'.repeat(800)))
  expect(shelf.find('anna', '/a')).toMatchObject({ page: '/a' })
  expect(shelf.find('bela', '/b')).toBeUndefined()
  shelf.put('cora', 'c', draft('/c', 'x'.repeat(1000)))
  expect(shelf.find('cora', '/c')).toBeUndefined()
})
