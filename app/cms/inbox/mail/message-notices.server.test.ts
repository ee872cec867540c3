import { beforeEach, afterEach, describe, expect, test, vi } from 'vitest'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { openTemporaryStorage } from '#test/temporary-storage.ts'
import { openMessageFolder, type MessageFolder } from '#app/cms/inbox/folder/message-folder.server.ts'
import { openNoticeSender, waitAfter, type NoticeSenderOptions } from './message-notices.server.ts'
import { newMessage, newNotice, type StoredMessage } from '#app/cms/inbox/stored-message.server.ts'

const quick = { firstWait: 1, longestWait: 4, giveUpAfter: 60_000 }
const message = { firstName: 'Asha', lastName: 'Naik', email: 'asha@example.com', mobile: '1', comments: 'XLPE' }

let storage: Storage
let messages: MessageFolder
let dispose: () => Promise<void>
let log: ReturnType<typeof makeLog>
const opened: { close: () => Promise<void> }[] = []

beforeEach(() => {
  ;({ storage, dispose } = openTemporaryStorage())
  log = makeLog()
  messages = openMessageFolder({ storage, log })
})

afterEach(async () => {
  await Promise.all(opened.splice(0).map((sender) => sender.close()))
  await dispose()
})

function open(sendNotice: NoticeSenderOptions['sendNotice'], schedule = quick) {
  const sender = openNoticeSender({ messages, storage, log, sendNotice, schedule })
  opened.push(sender)
  return sender
}

test('an inbox that cannot be read: is reported, and taken up once it can', async () => {
  const stored = await add()
  const sendNotice = vi.fn(async () => {})
  const listing = vi.spyOn(messages, 'list').mockRejectedValueOnce(new Error('EACCES'))
  open(sendNotice).wake()
  await vi.waitFor(() => expect(sendNotice).toHaveBeenCalledWith(stored))
  expect(listing.mock.calls.length).toBeGreaterThan(1)
  expect(log.error).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('cannot be read'))
})

test('failures: are noted on disk and tried again until it works, then the notice goes', async () => {
  const { id } = await add()
  const notes: unknown[] = []
  const sendNotice = vi.fn(async () => {
    notes.push(await noteOnDisk(id))
    if (notes.length < 4) throw new Error('the server is away')
  })
  open(sendNotice).wake()
  await vi.waitFor(async () => expect(await recordOnDisk(id)).toHaveProperty('noticeSentAt'))
  expect(notes).toMatchObject([
    { attempts: 0, lastError: '' },
    { attempts: 1, lastError: 'the server is away' },
    { attempts: 2 },
    { attempts: 3, nextAttemptAt: expect.any(String) },
  ])
  expect(await recordOnDisk(id)).not.toHaveProperty('notice')
  expect(sendNotice).toHaveBeenCalledTimes(4)
  expect(log.warn).toHaveBeenCalledTimes(3)
})

test('a failure beyond the last day: the notice is given up, reported and not taken up again', async () => {
  const { id } = await add()
  open(async () => Promise.reject(new Error('no such mailbox')), { ...quick, giveUpAfter: 0 }).wake()
  await vi.waitFor(async () =>
    expect(await noteOnDisk(id)).toMatchObject({ attempts: 1, lastError: 'no such mailbox' }),
  )
  expect(await noteOnDisk(id)).not.toHaveProperty('nextAttemptAt')
  expect(log.error).toHaveBeenCalledWith(
    expect.objectContaining({ id, attempts: 1 }),
    expect.stringContaining('will not be retried'),
  )

  const next = await add()
  const sendNotice = vi.fn(async () => {})
  open(sendNotice).wake()
  await vi.waitFor(async () => expect(await recordOnDisk(next.id)).toHaveProperty('noticeSentAt'))
  expect(sendNotice.mock.calls).toEqual([[next]])
})

test('a storage that refuses every write: nothing is sent until it takes them', async () => {
  const stored = await add()
  const refusal = vi.spyOn(storage, 'refusal').mockReturnValue(new StorageError('lock-lost'))
  const sendNotice = vi.fn(async () => {})
  open(sendNotice).wake()
  await vi.waitFor(() => expect(refusal.mock.calls.length).toBeGreaterThan(5))
  expect(sendNotice).not.toHaveBeenCalled()
  refusal.mockRestore()
  await vi.waitFor(() => expect(sendNotice).toHaveBeenCalledWith(stored))
})

test('a damaged notice: is sent all the same', async () => {
  const stored = newMessage(message)
  const damaged = JSON.stringify({ ...stored, id: undefined, notice: { attempts: 'x' } })
  await storage.commit([{ name: `data/inbox/${stored.id}.json`, bytes: damaged }])
  const sendNotice = vi.fn<NoticeSenderOptions['sendNotice']>(async () => {})
  open(sendNotice).wake()
  await vi.waitFor(async () => expect(await recordOnDisk(stored.id)).toHaveProperty('noticeSentAt'))
  expect(sendNotice.mock.calls).toMatchObject([[stored]])
})

test('many notices: go out one at a time, those that came first before the others', async () => {
  let running = 0
  let mostRunning = 0
  const sent: string[] = []
  const sender = open(async ({ id }) => {
    running += 1
    mostRunning = Math.max(mostRunning, running)
    await new Promise((resolve) => setImmediate(resolve))
    sent.push(id)
    running -= 1
  })
  const due = (minute: number) => ({ ...newNotice(), nextAttemptAt: `2026-11-20T10:0${minute}:00.000Z` })
  const all = await Promise.all(
    [3, 1, 2, 0].map((minute) => messages.store(newMessage(message, { notice: due(minute) }))),
  )
  sender.wake()
  sender.wake()
  await vi.waitFor(() => expect(sent).toHaveLength(4))
  expect(sent).toEqual([3, 1, 2, 0].map((index) => all[index]?.id))
  expect(mostRunning).toBe(1)
})

test('a message that comes while another is announced: is announced after it', async () => {
  const first = await add()
  let second: StoredMessage | undefined
  const sendNotice = vi.fn(async () => {
    if (second) return
    second = await add()
    sender.wake()
  })
  const sender = open(sendNotice)
  sender.wake()
  await vi.waitFor(() => expect(sendNotice.mock.calls).toEqual([[first], [second]]))
})

describe('close', () => {
  test('while a notice is being sent: waits for it, and sends no other', async () => {
    let finish = () => {}
    const sendNotice = vi.fn<NoticeSenderOptions['sendNotice']>(() => new Promise((resolve) => (finish = resolve)))
    const sender = open(sendNotice)
    const ids = [(await add()).id, (await add()).id]
    sender.wake()
    await vi.waitFor(() => expect(sendNotice).toHaveBeenCalledTimes(1))
    const closing = sender.close()
    finish()
    await closing
    const records = await Promise.all(ids.map(recordOnDisk))
    expect(records.filter((record) => 'noticeSentAt' in record)).toHaveLength(1)
    expect(sendNotice).toHaveBeenCalledTimes(1)
  })

  test('while a server keeps silent: gives it up after 5 seconds, the notice stays', async () => {
    let finish = () => {}
    const sendNotice = vi.fn<NoticeSenderOptions['sendNotice']>(() => new Promise((resolve) => (finish = resolve)))
    const sender = open(sendNotice)
    const { id } = await add()
    sender.wake()
    await vi.waitFor(() => expect(sendNotice).toHaveBeenCalled())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const closing = sender.close()
    vi.advanceTimersByTime(5000)
    vi.useRealTimers()
    await closing
    expect(await noteOnDisk(id)).toMatchObject({ attempts: 0 })
    finish()
  })
})

test('waits: from 30 seconds doubling to 6 hours', () => {
  const minutes = [1, 2, 3, 4, 9, 10, 11, 40].map((attempts) => waitAfter(attempts) / 60_000)
  expect(minutes).toEqual([0.5, 1, 2, 4, 128, 256, 360, 360])
})

/** Stores a message whose notice is still to be sent. */
function add() {
  return messages.store(newMessage(message, { notice: newNotice() }))
}

async function recordOnDisk(id: string): Promise<object> {
  const record: unknown = JSON.parse((await storage.read(`data/inbox/${id}.json`))?.bytes.toString() ?? '')
  if (typeof record !== 'object' || record === null) throw new Error('Not a record')
  return record
}

async function noteOnDisk(id: string) {
  const record = await recordOnDisk(id)
  return 'notice' in record ? record.notice : undefined
}

function makeLog() {
  return { info: vi.fn<Logger['info']>(), warn: vi.fn<Logger['warn']>(), error: vi.fn<Logger['error']>() }
}
