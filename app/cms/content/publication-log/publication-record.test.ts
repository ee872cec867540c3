import { expect, test } from 'vitest'
import { writeRecord } from '#app/cms/content/history/history-record.ts'
import { decodeRecord, encodeRecord } from './publication-record.ts'

const ID = '20261124T101500000Z-000001'
const ENTRY = {
  id: ID,
  section: 'news',
  time: '2026-11-24T10:15:00.000Z',
  author: 'asha',
  reason: 'Release “Results”',
  version: 'a'.repeat(16),
  replacedBy: 'b'.repeat(16),
}
const HISTORY_TEXT = writeRecord(ENTRY, { text: 'title: old\n', nextText: 'title: new\n' })
const [FROM, TO] = [`data/history/news/${ID}.pending`, `data/history/news/${ID}.json`]

/** As every release writes it. A site that was killed during a publication may start with another release. */
const ON_DISK = {
  format: 1,
  id: 'release-1',
  reason: 'Release “Results”',
  sections: [
    {
      section: 'news',
      text: 'title: new\n',
      ifVersion: 'a'.repeat(16),
      entries: [{ from: FROM, to: TO, text: HISTORY_TEXT }],
    },
  ],
  moves: [{ from: 'data/staged/report.pdf', to: 'uploads/report.pdf' }],
  dataFiles: [{ name: 'data/releases/1.json', text: '{}' }],
}

test('the form on the disk is read, and written again as it was', () => {
  const record = decodeRecord(JSON.stringify(ON_DISK))
  expect(record).toMatchObject({
    sections: [{ section: 'news', text: 'title: new\n', entries: [{ entry: ENTRY, move: { from: FROM, to: TO } }] }],
    moves: ON_DISK.moves,
    dataFiles: ON_DISK.dataFiles,
  })
  expect(JSON.parse(Buffer.from(encodeRecord(record)).toString())).toEqual(ON_DISK)
})
