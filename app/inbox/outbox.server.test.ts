import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Logger } from '#app/platform/reports.ts'
import { newMessageId } from './stored-message.server.ts'
import { openOutbox, waitAfter, type OutboxOptions } from './outbox.server.ts'

const quick = { firstWait: 1, longestWait: 4, giveUpAfter: 60_000 }

let root: string
let folder: string
let log: ReturnType<typeof makeLog>
const opened: { close: () => Promise<void> }[] = []

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'outbox-'))
  folder = path.join(root, 'outbox')
  log = makeLog()
})

afterEach(async () => {
  await Promise.all(opened.splice(0).map((outbox) => outbox.close()))
  rmSync(root, { recursive: true })
})

function open(deliver: OutboxOptions['deliver'], schedule = quick) {
  const outbox = openOutbox({ folder, deliver, log, schedule })
  opened.push(outbox)
  return outbox
}

test('a disk that takes no entry: add rejects and nothing is sent', async () => {
  writeFileSync(folder, 'not a folder')
  const deliver = vi.fn(async () => {})
  await expect(open(deliver).add(newMessageId())).rejects.toThrow('ENOTDIR')
  expect(deliver).not.toHaveBeenCalled()
})

test('an entry that cannot be read: is left out, the others go out', async () => {
  const id = newMessageId()
  await open(neverCalled).add(id)
  mkdirSync(path.join(folder, `${newMessageId()}.json`))
  const deliver = vi.fn(async () => {})
  await open(deliver).start()
  await vi.waitFor(() => expect(deliver).toHaveBeenCalledWith(id))
  expect(log.error).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('left out'))
})

test('an outbox that cannot be read: is reported, and taken up once it can', async () => {
  const id = newMessageId()
  await open(neverCalled).add(id)
  const aside = path.join(root, 'aside')

  renameSync(folder, aside)
  writeFileSync(folder, 'not a folder')
  const deliver = vi.fn(async () => {})
  const outbox = open(deliver)
  await outbox.start()
  expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ folder }), expect.stringContaining('cannot be read'))
  rmSync(folder)
  renameSync(aside, folder)
  await outbox.start()
  await vi.waitFor(() => expect(deliver).toHaveBeenCalledWith(id))
})

test('an entry that was added but not released: waits, also when the outbox is taken up', async () => {
  const deliver = vi.fn(async () => {})
  const outbox = open(deliver)
  const [first, second] = [newMessageId(), newMessageId()]
  await outbox.add(first)
  await outbox.add(second)
  outbox.release(second)
  await vi.waitFor(() => expect(filesIn(folder)).toEqual([`${first}.json`]))
  expect(deliver.mock.calls).toEqual([[second]])
})

test('failures: are noted on disk and tried again until it works, then the entry goes', async () => {
  const id = newMessageId()
  const notes: unknown[] = []
  const deliver = vi.fn(async () => {
    notes.push(JSON.parse(readFileSync(path.join(folder, `${id}.json`), 'utf8')))
    if (notes.length < 4) throw new Error('the server is away')
  })
  const outbox = open(deliver)
  await outbox.add(id)
  outbox.release(id)
  await vi.waitFor(() => expect(filesIn(folder)).toEqual([]))
  expect(notes).toMatchObject([
    { attempts: 0, lastError: '' },
    { attempts: 1, lastError: 'the server is away' },
    { attempts: 2 },
    { attempts: 3, isParked: false },
  ])
  expect(deliver).toHaveBeenCalledTimes(4)
  expect(log.warn).toHaveBeenCalledTimes(3)
})

test('a failure beyond the last day: the entry is parked, reported and not taken up again', async () => {
  const id = newMessageId()
  const outbox = open(async () => Promise.reject(new Error('no such mailbox')), { ...quick, giveUpAfter: 0 })
  await outbox.add(id)
  outbox.release(id)
  await vi.waitFor(() => expect(readFileSync(path.join(folder, `${id}.json`), 'utf8')).toContain('"isParked": true'))
  expect(log.error).toHaveBeenCalledWith(
    expect.objectContaining({ id, attempts: 1 }),
    expect.stringContaining('is not tried again'),
  )

  const next = newMessageId()
  const deliver = vi.fn(async () => {})
  const later = open(deliver)
  await later.add(next)
  later.release(next)
  await vi.waitFor(() => expect(filesIn(folder)).toEqual([`${id}.json`]))
  expect(deliver.mock.calls).toEqual([[next]])
})

test('a damaged entry: is sent all the same', async () => {
  const id = newMessageId()
  mkdirSync(folder)
  writeFileSync(path.join(folder, `${id}.json`), '{')
  const deliver = vi.fn(async () => {})
  await open(deliver).start()
  await vi.waitFor(() => expect(filesIn(folder)).toEqual([]))
  expect(deliver.mock.calls).toEqual([[id]])
})

test('many entries: go out one at a time', async () => {
  let running = 0
  let mostRunning = 0
  const deliver = async () => {
    running += 1
    mostRunning = Math.max(mostRunning, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
  }
  const outbox = open(deliver)
  const ids = Array.from({ length: 10 }, newMessageId)
  await Promise.all(ids.map((id) => outbox.add(id)))
  for (const id of ids) outbox.release(id)
  await vi.waitFor(() => expect(filesIn(folder)).toEqual([]))
  expect(mostRunning).toBe(1)
})

describe('close', () => {
  test('while an entry is being sent: waits for it, and sends no other', async () => {
    let finish = () => {}
    const deliver = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    const outbox = open(deliver)
    const ids = [newMessageId(), newMessageId()]
    for (const id of ids) {
      await outbox.add(id)
      outbox.release(id)
    }
    await vi.waitFor(() => expect(deliver).toHaveBeenCalledTimes(1))
    const closing = outbox.close()
    finish()
    await closing
    expect(filesIn(folder)).toHaveLength(1)
    expect(deliver).toHaveBeenCalledTimes(1)
  })

  test('while a server keeps silent: gives it up after 5 seconds, the entry stays', async () => {
    let finish = () => {}
    const deliver = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    const outbox = open(deliver)
    const id = newMessageId()
    await outbox.add(id)
    outbox.release(id)
    await vi.waitFor(() => expect(deliver).toHaveBeenCalled())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const closing = outbox.close()
    vi.advanceTimersByTime(5000)
    vi.useRealTimers()
    await closing
    expect(existsSync(path.join(folder, `${id}.json`))).toBe(true)
    finish()
  })
})

test('waits: from 30 seconds doubling to 6 hours', () => {
  const minutes = [1, 2, 3, 4, 9, 10, 11, 40].map((attempts) => waitAfter(attempts) / 60_000)
  expect(minutes).toEqual([0.5, 1, 2, 4, 128, 256, 360, 360])
})

async function neverCalled() {
  throw new Error('Nothing was released')
}

function filesIn(directory: string) {
  return readdirSync(directory)
}

function makeLog() {
  return { info: vi.fn<Logger['info']>(), warn: vi.fn<Logger['warn']>(), error: vi.fn<Logger['error']>() }
}
