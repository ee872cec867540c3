import { expect, test } from 'vitest'
import type { EntryPlace, HistoryEntry } from '#app/cms/content/history/history-entry.ts'
import { lastChanges } from './list-screen.server.ts'

test('of an entry: the newest edit that changed it, of its own list', () => {
  const history = [
    edit('2026-11-20T06:12:00Z', [{ list: 'others', id: 'a' }], 'third'),
    edit('2026-11-19T06:12:00Z', [{ list: 'slides', id: 'a' }], 'second'),
    edit('2026-11-18T06:12:00Z', [slide('a'), slide('b')], 'first'),
  ]
  expect(lastChanges(history, 'slides', (author) => author)).toEqual({
    a: { time: '2026-11-19T06:12:00Z', when: expect.stringContaining('19 Nov') as string, author: 'second' },
    b: { time: '2026-11-18T06:12:00Z', when: expect.stringContaining('18 Nov') as string, author: 'first' },
  })
})

test('beyond an edit that does not say what it changed: nothing is known', () => {
  const history = [
    edit('2026-11-20T06:12:00Z', [slide('a')]),
    edit('2026-11-19T06:12:00Z', undefined),
    edit('2026-11-18T06:12:00Z', [slide('b')]),
  ]
  expect(Object.keys(lastChanges(history, 'slides', (author) => author))).toEqual(['a'])
})

function slide(id: string): EntryPlace {
  return { list: 'slides', id }
}

function edit(time: string, changed: EntryPlace[] | undefined, author = 'admin'): HistoryEntry {
  const summary = { changes: 1, fields: [], removed: [], changed }
  return { id: time, section: 's', time, author, reason: 'Edited', version: '1', replacedBy: '2', summary }
}
