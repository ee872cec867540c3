import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '#test/temporary-content.ts'
import { openTemporaryStorage } from '#test/temporary-storage.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import { versionOf } from '#app/cms/storage/storage.ts'
import { makeRecordId, recordName, writeRecord } from './history-record.ts'
import { ContentHistory } from './content-history.server.ts'

const START = Date.UTC(2027, 5, 30, 12)
const DESCRIBED = {
  section: 'news',
  author: 'asha',
  reason: 'Edited',
  version: versionOf('a'),
  replacedBy: versionOf('b'),
}
const TEXTS = { text: 'a', nextText: 'b' }
const ids = Array.from({ length: 60 }, (_, at) => makeRecordId(START - at * 1_000, 1))

let files: ReturnType<typeof openTemporaryStorage>

beforeEach(async () => {
  files = openTemporaryStorage()
  for (const id of ids) {
    const bytes = writeRecord({ id, time: new Date(START).toISOString(), ...DESCRIBED }, TEXTS)
    await files.storage.commit([{ name: nameOf(id), bytes }])
  }
})
afterEach(() => files.dispose())

const nameOf = (id: string | undefined) => `data/history/news/${recordName(id ?? '')}`

/** A history after a start, on a disk that does not deliver the oldest record until `deliver` is called. */
async function openOnSlowDisk() {
  const { storage } = files
  const history = new ContentHistory(storage, silentLog, new Health(silentLog))
  await history.recover('news', undefined)
  let deliver: () => void = () => undefined
  const delivered = new Promise<void>((resolve) => (deliver = resolve))
  const read = storage.read.bind(storage)
  const spy = vi.spyOn(storage, 'read').mockImplementation(async (name, options) => {
    if (name === nameOf(ids.at(-1))) await delivered
    return read(name, options)
  })
  return { history, deliver, namesRead: () => spy.mock.calls.map(([name]) => name) }
}

const idsOf = (entries: readonly { id: string }[]) => entries.map(({ id }) => id)

test('the newest edits after a start: no other record is read', async () => {
  const { history, namesRead } = await openOnSlowDisk()
  expect(idsOf(await history.list('news', 3))).toEqual(ids.slice(0, 3))
  expect(namesRead()).toEqual(ids.slice(0, 3).map(nameOf))
})

test('while the list is being read: the newest edits are listed, and an edit does not wait and is in the list', async () => {
  const { history, deliver } = await openOnSlowDisk()
  const list = history.list('news')
  expect(idsOf(await history.list('news', 3))).toEqual(ids.slice(0, 3))
  await history.record({ ...DESCRIBED, ...TEXTS })
  const [edit] = await history.list('news', 1)
  deliver()
  await list
  expect(idsOf(await history.list('news'))).toEqual([edit?.id, ...ids])
  await history.close()
})

test('the newest edits once the list was read: from memory, and damaged records do not take the place of others', async () => {
  await files.storage.commit([{ name: nameOf(ids[1]), bytes: '{' }])
  const { history, deliver, namesRead } = await openOnSlowDisk()
  const newest = [ids[0], ids[2], ids[3]]
  expect(idsOf(await history.list('news', 3))).toEqual(newest)
  deliver()
  await history.list('news')
  const before = namesRead().length
  expect(idsOf(await history.list('news', 3))).toEqual(newest)
  expect(namesRead()).toHaveLength(before)
})
