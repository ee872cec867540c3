import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Health } from '#app/cms/platform/health.server.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { silentLog } from '#test/temporary-content.ts'
import { openTemporaryStorage } from '#test/temporary-storage.ts'
import { contextLines } from './message-context.ts'
import { NOT_HANDLED, urgencyOf } from './message-handling.ts'
import { openInbox, type Inbox } from './open-inbox.server.ts'

const message = {
  firstName: 'Asha',
  lastName: 'Naik',
  email: 'asha@example.com',
  mobile: '+91 00000 00003',
  comments: 'XLPE for 33 kV',
}

let temporary: ReturnType<typeof openTemporaryStorage>
let inbox: Inbox

beforeEach(() => {
  temporary = openTemporaryStorage()
  inbox = open()
})

afterEach(async () => {
  await inbox.close()
  await temporary.dispose()
})

test('two people change one message at once: the second change is refused with the first one, which stays', async () => {
  const { id } = await inbox.storeMessage(message)
  const [first, second] = await Promise.all([
    inbox.handleMessages([id], { state: 'answered', note: 'Sent by mail' }, { seenAt: '', by: 'asha' }),
    inbox.handleMessages([id], { state: 'closed', note: 'Not for us' }, { seenAt: '', by: 'ravi' }),
  ])
  expect(first).toEqual({ count: 1, conflicts: [] })
  expect(second).toMatchObject({ count: 0, conflicts: [{ id, handling: { state: 'answered', changedBy: 'asha' } }] })
  expect((await open().readMessage(id))?.handling).toMatchObject({ state: 'answered', note: 'Sent by mail' })
})

test('a change to what the message has already: is no conflict and writes nothing, nor does one of a deleted message', async () => {
  const { id } = await inbox.storeMessage(message)
  const gone = await inbox.storeMessage(message)
  await inbox.deleteMessages([gone.id], 'asha')
  await inbox.handleMessages([id], { state: 'answered' }, { seenAt: '', by: 'asha' })
  const commit = vi.spyOn(temporary.storage, 'commit')
  const options = { seenAt: '', by: 'ravi' }
  expect(await inbox.handleMessages([id, gone.id], { state: 'answered' }, options)).toEqual({ count: 0, conflicts: [] })
  expect(commit).not.toHaveBeenCalled()
})

test('one part changed: the others stay', async () => {
  const { id } = await inbox.storeMessage(message)
  await inbox.handleMessages([id], { person: 'p1', note: 'Calls on Friday' }, { seenAt: '', by: 'asha' })
  const seenAt = (await inbox.readMessage(id))?.handling?.changedAt ?? ''
  await inbox.handleMessages([id], { state: 'waiting' }, { seenAt, by: 'ravi' })
  const { handling } = (await open().readMessage(id)) ?? {}
  expect(handling).toMatchObject({ state: 'waiting', person: 'p1', note: 'Calls on Friday', changedBy: 'ravi' })
})

test('a disk that takes no write: says so, and nothing changes', async () => {
  const { id } = await inbox.storeMessage(message)
  vi.spyOn(temporary.storage, 'commit').mockRejectedValue(new StorageError('disk-full'))
  const handling = inbox.handleMessages([id], { state: 'closed' }, { seenAt: '', by: 'asha' })
  await expect(handling).rejects.toMatchObject({ code: 'disk-full' })
  expect((await inbox.readMessage(id))?.handling).toBeUndefined()
})

test('what was sent beside the message: is kept with it, in its own words, and lost alone if it is damaged', async () => {
  const context = {
    kind: { id: 'sample', label: 'Sample' },
    extras: [
      { label: 'Grade', text: 'HF 60 S', id: 'hf-60-s', edition: 2 },
      { label: 'Quantity', text: '25 kg' },
    ],
    answerBy: '2026-11-30',
  }
  const { id } = await inbox.storeMessage(message, { context })
  expect(await open().readMessage(id)).toMatchObject(context)
  expect(contextLines(context)).toEqual(['Asks for: Sample', 'Grade: HF 60 S, edition 2', 'Quantity: 25 kg'])
  const file = path.join(temporary.dataDir, 'inbox', readdirSync(path.join(temporary.dataDir, 'inbox'))[0] ?? '')
  const stored = JSON.parse(readFileSync(file, 'utf8')) as object
  const damaged = { ...stored, kind: 'sample', extras: [{}], answerBy: 'soon', handling: { state: 'lost' } }
  writeFileSync(file, JSON.stringify(damaged))
  expect(await open().readMessage(id)).toMatchObject({ ...message, kind: undefined, handling: undefined })
})

test.each([
  ['2026-11-30', undefined],
  ['2026-12-01', 'due'],
  ['2026-12-02', 'late'],
])('a new message to be answered by 1 December is on %s: %s', (today, urgency) => {
  expect(urgencyOf({ answerBy: '2026-12-01' }, today)).toBe(urgency)
  expect(urgencyOf({ answerBy: '2026-12-01', handling: { ...NOT_HANDLED, state: 'waiting' } }, today)).toBeUndefined()
  expect(urgencyOf({}, today)).toBeUndefined()
})

function open() {
  const { storage } = temporary
  return openInbox({ storage, mail: undefined, log: silentLog, health: new Health(silentLog) })
}
