import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '#test/temporary-content.ts'
import { openTemporaryStorage } from '#test/temporary-storage.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import { versionOf } from '#app/cms/storage/storage.ts'
import { makeRecordId, recordName, writeRecord } from './history-record.ts'
import { ContentHistory } from './content-history.server.ts'

const DAY = 86_400_000
const START = Date.UTC(2027, 5, 30, 12)

let files: ReturnType<typeof openTemporaryStorage>
const clock = { now: START, up: 0 }

beforeEach(() => {
  Object.assign(clock, { now: START, up: 0 })
  files = openTemporaryStorage()
})
afterEach(() => files.dispose())

/** Opens the history as a start of the site does. */
async function open() {
  const clocks = { now: () => clock.now, uptime: () => clock.up }
  const history = new ContentHistory(files.storage, silentLog, new Health(silentLog), clocks)
  await history.recover('news', undefined)
  return history
}

const edit = () => ({
  section: 'news',
  author: 'asha',
  reason: 'Edited',
  version: versionOf('a'),
  replacedBy: versionOf('b'),
  text: 'a',
  nextText: 'b',
})

async function store(count: number, daysAgo: number) {
  for (let number = 1; number <= count; number += 1) {
    const id = makeRecordId(START - daysAgo * DAY - number * 1_000, number)
    const { text, nextText, ...described } = edit()
    const bytes = writeRecord({ id, time: new Date(START).toISOString(), ...described }, { text, nextText })
    await files.storage.commit([{ name: `data/history/news/${recordName(id)}`, bytes }])
  }
}

const stored = async () => (await files.storage.list('data/history/news')).length

test('a start with a clock that is ahead by years removes no record, nor does an edit under that clock', async () => {
  await store(60, 2)
  clock.now += 1_500 * DAY
  const history = await open()
  await history.record(edit())
  clock.up += 0.5 * DAY
  await history.record(edit())
  expect(await stored()).toBe(62)
  // The clock is right again, and the days of running time do not count for the wrong one.
  clock.now = START
  clock.up += 2 * DAY
  await history.record(edit())
  clock.now += 1_500 * DAY
  await history.record(edit())
  expect(await stored()).toBe(64)
  await history.close()
})

test('records that are too old are removed after a day of running time', async () => {
  await store(60, 1_001)
  const history = await open()
  expect(await stored()).toBe(60)
  clock.up += 1.1 * DAY
  await history.record(edit())
  // The newest 50 always stay; one of the old ones was among them until this edit.
  await expect.poll(stored).toBe(51)
  await history.close()
})
