import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { openTemporaryStorage } from '#test/temporary-storage.ts'
import { openMessageFolder } from './message-folder.server.ts'
import { InboxFull, newMessage, newMessageId } from '#app/cms/inbox/stored-message.server.ts'

const message = {
  firstName: 'Asha',
  lastName: 'Naik',
  email: 'asha@example.com',
  mobile: '+91 00000 00003',
  comments: 'XLPE for 33 kV,\n40 MT a month.',
}

let storage: Storage
let dispose: () => Promise<void>
let folder: string
let log: ReturnType<typeof makeLog>

beforeEach(() => {
  const opened = openTemporaryStorage()
  ;({ storage, dispose } = opened)
  folder = path.join(opened.dataDir, 'inbox')
  log = makeLog()
})

afterEach(() => dispose())

test('more messages at once than there is room for: the rest is refused, no file of it stays', async () => {
  const messages = openMessageFolder({ storage, log, limits: { messages: 2, bytes: 1e6 } })
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => messages.store(newMessage(message))))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  for (const result of results.slice(2)) expect(result).toMatchObject({ reason: expect.any(InboxFull) })
  expect(readdirSync(folder)).toHaveLength(2)
})

test.each([
  ['in the memory of the system: one after the other, without waiting for the thread pool', 0],
  ['on a slow disk: most of them asynchronously, so that requests go on', 10],
])('files of an earlier process %s', async (_case, milliseconds) => {
  const files = openMessageFolder({ storage, log })
  for (let count = 0; count < 60; count += 1) await files.store(newMessage(message))
  const [readSync, read] = [storage.readSync.bind(storage), vi.spyOn(storage, 'read')]
  vi.spyOn(storage, 'readSync').mockImplementation((...args) => {
    for (const end = performance.now() + milliseconds; performance.now() < end;);
    return readSync(...args)
  })
  expect(await openMessageFolder({ storage, log }).list()).toEqual(await files.list())
  if (milliseconds === 0) expect(read.mock.calls.length).toBeLessThan(60)
  else expect(read.mock.calls.length).toBeGreaterThan(50)
})

test('more bytes than the folder may hold: refused', async () => {
  const messages = openMessageFolder({ storage, log, limits: { messages: 10, bytes: 600 } })
  await messages.store(newMessage(message))
  await expect(messages.store(newMessage({ ...message, comments: 'x'.repeat(400) }))).rejects.toThrow(InboxFull)
  expect(await messages.list()).toHaveLength(1)
})

describe('no room, but deleted messages', () => {
  test('whose year is over: the one deleted longest ago goes for the new one', async () => {
    const messages = openMessageFolder({ storage, log, limits: { messages: 3, bytes: 1e6 }, now: afterYears })
    const { id: first } = await messages.store(newMessage(message))
    const { id: second } = await messages.store(newMessage(message))
    const { id: third } = await messages.store(newMessage(message))
    await messages.change([first], (kept) => ({ ...kept, deletedAt: '2026-11-20T10:00:01.000Z' }))
    await messages.change([second], (kept) => ({ ...kept, deletedAt: '2026-11-20T10:00:00.000Z' }))
    const next = await messages.store(newMessage(message))
    expect((await messages.list()).map(({ id }) => id).sort()).toEqual([first, third, next.id].sort())
    expect(readdirSync(folder)).not.toContain(`${second}.json`)
  })

  test('that are held still: refused, and they stay', async () => {
    const onChange = vi.fn()
    const messages = openMessageFolder({ storage, log, limits: { messages: 1, bytes: 1e6 }, onChange })
    const { id } = await messages.store(newMessage(message))
    await messages.change([id], (kept) => ({ ...kept, deletedAt: '2026-11-20T10:00:00.000Z' }))
    await expect(messages.store(newMessage(message))).rejects.toThrow(InboxFull)
    expect(readdirSync(folder)).toEqual([`${id}.json`])
    expect(onChange).toHaveBeenLastCalledWith({ count: 1, part: 1, spamPart: 0, leftOut: 0 })
  })

  test.each([
    ['kept messages use up the bytes', { messages: 10, bytes: 1600 }, { ...message, comments: 'x'.repeat(1100) }],
    ['kept messages use up the part of long messages', { messages: 10, bytes: 8000 }, long(5000)],
  ])('refused because %s: no deleted message is erased', async (_, limits, next) => {
    const messages = openMessageFolder({ storage, log, limits, now: afterYears })
    await messages.store(newMessage({ ...message, comments: 'x'.repeat(300) }))
    await messages.store(newMessage({ ...message, comments: 'x'.repeat(300) }))
    const { id: deleted } = await messages.store(newMessage(message))
    await messages.change([deleted], (kept) => ({ ...kept, deletedAt: '2026-11-20T10:00:00.000Z' }))
    await expect(messages.store(newMessage(next))).rejects.toThrow(InboxFull)
    expect(await messages.read(deleted)).toMatchObject({ deletedAt: '2026-11-20T10:00:00.000Z' })
    expect(readdirSync(folder)).toContain(`${deleted}.json`)
  })
})

function afterYears() {
  return Date.now() + 2 * 366 * 24 * 3600 * 1000
}

describe('suspected spam', () => {
  const spam = (text = 'x') => ({ ...newMessage({ ...message, comments: text }), suspectedSpam: true as const })
  const few = { messages: 2, bytes: 1e6 }

  test('takes no room of ordinary messages, also after a restart; without room it is refused, and nothing goes', async () => {
    const onChange = vi.fn()
    const open = () => openMessageFolder({ storage, log, limits: few, spamLimits: few, onChange, now: afterYears })
    const messages = open()
    const ids = [(await messages.store(spam())).id, (await messages.store(spam())).id]
    await expect(messages.store(spam())).rejects.toThrow(InboxFull)
    expect((await messages.list()).map(({ id }) => id).sort()).toEqual(ids.sort())
    expect(onChange).toHaveBeenLastCalledWith({ count: 0, part: 0, spamPart: 1, leftOut: 0 })
    const again = open()
    await again.store(newMessage(message))
    await again.store(newMessage(message))
    await expect(again.store(newMessage(message))).rejects.toThrow(InboxFull)
    expect((await again.list()).filter(({ suspectedSpam }) => suspectedSpam)).toHaveLength(2)
  })

  test('more bytes than it may have: refused', async () => {
    const messages = openMessageFolder({ storage, log, spamLimits: { messages: 10, bytes: 3000 } })
    const { id } = await messages.store(spam('x'.repeat(1000)))
    await expect(messages.store(spam('x'.repeat(2000)))).rejects.toThrow(InboxFull)
    expect((await messages.list()).map((kept) => kept.id)).toEqual([id])
  })

  test('that becomes an ordinary message while these are full: refused, nothing changes', async () => {
    const messages = openMessageFolder({ storage, log, limits: few, spamLimits: few })
    const { id } = await messages.store(spam())
    const [first] = [await messages.store(newMessage(message)), await messages.store(newMessage(message))]
    const mark = () => messages.change([id], (kept) => ({ ...kept, suspectedSpam: undefined }))
    await expect(mark()).rejects.toThrow(InboxFull)
    expect(await messages.read(id)).toHaveProperty('suspectedSpam', true)
    await messages.erase([first.id], () => true)
    expect(await mark()).toBe(1)
    expect(await openMessageFolder({ storage, log }).read(id)).not.toHaveProperty('suspectedSpam')
  })
})

function long(letters: number) {
  return { ...message, comments: 'x'.repeat(letters) }
}

test('messages kept by an earlier process: count as well', async () => {
  await openMessageFolder({ storage, log }).store(newMessage(message))
  const messages = openMessageFolder({ storage, log, limits: { messages: 1, bytes: 1e6 } })
  await expect(messages.store(newMessage(message))).rejects.toThrow(InboxFull)
})

test('a folder that cannot be used: rejects, and works once it can', async () => {
  writeFileSync(folder, 'not a folder')
  const messages = openMessageFolder({ storage, log })
  await expect(messages.store(newMessage(message))).rejects.toThrow('ENOTDIR')
  rmSync(folder)
  await expect(messages.store(newMessage(message))).resolves.toMatchObject(message)
})

test('a write that fails: takes no place', async () => {
  const messages = openMessageFolder({ storage, log, limits: { messages: 1, bytes: 1e6 } })
  expect(await messages.list()).toEqual([])
  writeFileSync(folder, 'not a folder')
  await expect(messages.store(newMessage(message))).rejects.toBeInstanceOf(StorageError)
  rmSync(folder)
  await expect(messages.store(newMessage(message))).resolves.toMatchObject(message)
})

test('a damaged message: is reported and left out, the others stand', async () => {
  const messages = openMessageFolder({ storage, log })
  mkdirSync(folder)
  const damaged = path.join(folder, `${newMessageId()}.json`)
  writeFileSync(damaged, '{"firstName": "Asha"')
  const { id } = await messages.store(newMessage(message))
  expect((await messages.list()).map((kept) => kept.id)).toEqual([id])
  expect(await messages.listDamaged()).toEqual([path.basename(damaged, '.json')])
  await expect(messages.read(path.basename(damaged, '.json'))).rejects.toThrow('cannot be read')
  expect(log.error).toHaveBeenCalledWith(
    expect.objectContaining({ file: `data/inbox/${path.basename(damaged)}` }),
    'A message file in the inbox cannot be read',
  )
})

describe('a record that cannot be read', () => {
  test.each([
    ['a folder', (file: string) => mkdirSync(file)],
    ['a link to nothing', (file: string) => symlinkSync(path.join(folder, 'nowhere'), file)],
    ['a named pipe', (file: string) => execFileSync('mkfifo', [file])],
    ['a file without an end', (file: string) => symlinkSync('/dev/zero', file)],
    ['a huge file', (file: string) => writeFileSync(file, 'x'.repeat(300_000))],
  ])('%s: is left out and can be set aside, the others stay', async (_, make) => {
    mkdirSync(folder)
    const id = newMessageId()
    make(path.join(folder, `${id}.json`))
    const messages = openMessageFolder({ storage, log })
    const stored = await messages.store(newMessage(message))
    expect(await messages.list()).toEqual([stored])
    expect(await messages.listDamaged()).toEqual([id])
    expect(await messages.quarantineDamaged()).toBe(1)
    expect(await messages.listDamaged()).toEqual([])
    expect(readdirSync(folder).sort()).toEqual([`${stored.id}.json`, 'damaged'].sort())
    expect(readdirSync(path.join(folder, 'damaged'))).toEqual([`${id}.json`])
    expect(statSync(path.join(folder, 'damaged')).mode & 0o777).toBe(0o700)
    expect(await openMessageFolder({ storage, log }).list()).toEqual([stored])
  })
})

describe('how full the folder is', () => {
  test('is reported after each change; deleted messages whose year is over take no room', async () => {
    const onChange = vi.fn()
    const limits = { messages: 4, bytes: 1e6 }
    const messages = openMessageFolder({ storage, log, onChange, limits, now: afterYears })
    const { id } = await messages.store(newMessage(message))
    await messages.store(newMessage(message))
    expect(onChange).toHaveBeenLastCalledWith({ count: 2, part: 0.5, spamPart: 0, leftOut: 0 })
    await messages.change([id], (kept) => ({ ...kept, deletedAt: '2026-11-20T10:00:00.000Z' }))
    expect(onChange).toHaveBeenLastCalledWith({ count: 1, part: 0.25, spamPart: 0, leftOut: 0 })
  })

  test('more files than messages fit: the newest are read, the others counted, no more is taken', async () => {
    const onChange = vi.fn()
    const ids = ['a', 'b', 'c'].map((digit) => `20261120T100000000Z-0000000${digit}`)
    mkdirSync(folder)
    const text = JSON.stringify({ ...message, unread: true, receivedAt: '2026-11-20T10:00:00.000Z' })
    for (const id of ids) writeFileSync(path.join(folder, `${id}.json`), text)
    const messages = openMessageFolder({
      storage,
      log,
      onChange,
      limits: { messages: 2, bytes: 1e6 },
      spamLimits: { messages: 0, bytes: 0 },
    })
    expect((await messages.list()).map(({ id }) => id)).toEqual([ids[2], ids[1]])
    expect(onChange).toHaveBeenCalledWith(expect.objectContaining({ count: 2, part: 1, leftOut: 1 }))
    await expect(messages.store(newMessage(message))).rejects.toThrow(InboxFull)
  })

  test('long messages: leave a quarter of the room to short ones', async () => {
    const messages = openMessageFolder({ storage, log, limits: { messages: 4, bytes: 1e6 } })
    const long = { ...message, comments: 'x'.repeat(3000) }
    for (let count = 0; count < 3; count += 1) await messages.store(newMessage(long))
    await expect(messages.store(newMessage(long))).rejects.toThrow(InboxFull)
    await expect(messages.store(newMessage(message))).resolves.toMatchObject(message)
  })
})

test('what a killed process left half-written, and files of others: are no messages', async () => {
  mkdirSync(folder)
  writeFileSync(path.join(folder, `.${newMessageId()}.json.0123456789ab.tmp`), '{')
  writeFileSync(path.join(folder, 'notes.txt'), 'x')
  expect(await openMessageFolder({ storage, log }).list()).toEqual([])
})

describe('a change', () => {
  test('that the disk does not take: rejects, and the message stays as it was', async () => {
    const messages = openMessageFolder({ storage, log })
    const stored = await messages.store(newMessage(message))
    vi.spyOn(storage, 'commit').mockRejectedValue(new StorageError('disk-full'))
    const changing = messages.change([stored.id], (kept) => ({ ...kept, unread: false }))
    await expect(changing).rejects.toMatchObject({ code: 'disk-full' })
    expect(await messages.list()).toEqual([stored])
  })

  test('many at once to one message: each builds on the one before', async () => {
    const messages = openMessageFolder({ storage, log })
    const { id } = await messages.store(newMessage({ ...message, comments: '' }))
    const add = (letter: string) => messages.change([id], (kept) => ({ ...kept, comments: kept.comments + letter }))
    await Promise.all(['a', 'b', 'c'].map(add))
    expect(await openMessageFolder({ storage, log }).read(id)).toMatchObject({ comments: 'abc' })
  })

  test('and an erasure at once: what was erased does not come back', async () => {
    const messages = openMessageFolder({ storage, log })
    const { id } = await messages.store(newMessage(message))
    const erasing = messages.erase([id], () => true)
    expect(await messages.change([id], (kept) => ({ ...kept, unread: false }))).toBe(0)
    await erasing
    expect(readdirSync(folder)).toEqual([])
  })

  test('of many, one of which the disk refuses to change or to remove: none is, on disk and in memory', async () => {
    const messages = openMessageFolder({ storage, log })
    const ids: string[] = []
    for (let count = 0; count < 60; count += 1) ids.push((await messages.store(newMessage(message))).id)
    const before = await messages.list()
    // The last one that is written or removed.
    const last = path.join(folder, `${ids.at(-1) ?? ''}.json`)
    rmSync(last)
    mkdirSync(path.join(last, 'in-the-way'), { recursive: true })
    await expect(messages.change(ids, (kept) => ({ ...kept, unread: false }))).rejects.toBeInstanceOf(StorageError)
    expect(await messages.list()).toEqual(before)
    const { unread } = JSON.parse(readFileSync(path.join(folder, `${ids[0] ?? ''}.json`), 'utf8')) as typeof message & {
      unread: boolean
    }
    expect(unread).toBe(true)
    expect(readdirSync(folder)).toHaveLength(60)
  })

  test('of nothing: writes nothing', async () => {
    const messages = openMessageFolder({ storage, log })
    const { id } = await messages.store(newMessage(message))
    const { mtimeMs } = statSync(path.join(folder, `${id}.json`))
    expect(await messages.change([id, newMessageId()], (kept) => kept)).toBe(0)
    expect(statSync(path.join(folder, `${id}.json`)).mtimeMs).toBe(mtimeMs)
  })
})

test('many messages: are read from disk once', async () => {
  mkdirSync(folder)
  const text = JSON.stringify({ ...message, unread: true, receivedAt: '2026-11-20T10:00:00.000Z' })
  const ids = Array.from({ length: 200 }, (_, number) => `20261120T100000000Z-${String(number).padStart(8, '0')}`)
  for (const id of ids) writeFileSync(path.join(folder, `${id}.json`), text)
  const messages = openMessageFolder({ storage, log })
  expect(await messages.list()).toHaveLength(200)
  rmSync(folder, { recursive: true })
  expect((await messages.list())[0]?.id).toBe(ids.at(-1))
})

test('an unknown id: there is no message', async () => {
  expect(await openMessageFolder({ storage, log }).read(newMessageId())).toBeUndefined()
})

test('a message: is on disk for the server alone, unread, with the time it came', async () => {
  const before = Date.now()
  const stored = await openMessageFolder({ storage, log }).store(newMessage(message))
  const file = path.join(folder, `${stored.id}.json`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const written: unknown = JSON.parse(readFileSync(file, 'utf8'))
  expect(written).toEqual({ ...message, unread: true, receivedAt: stored.receivedAt })
  expect(Date.parse(stored.receivedAt)).toBeGreaterThanOrEqual(before)
  expect(await openMessageFolder({ storage, log }).read(stored.id)).toEqual(stored)
})

test('a list: newest first', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const messages = openMessageFolder({ storage, log })
    for (const [second, firstName] of ['One', 'Two', 'Three'].entries()) {
      vi.setSystemTime(Date.UTC(2026, 10, 20, 9, 59, 58 + second))
      await messages.store(newMessage({ ...message, firstName }))
    }
    const names = (await messages.list()).map(({ firstName }) => firstName)
    expect(names).toEqual(['Three', 'Two', 'One'])
  } finally {
    vi.useRealTimers()
  }
})

test('messages of one millisecond: newest first by their order of arrival, also after a restart', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const messages = openMessageFolder({ storage, log })
    const names = Array.from({ length: 12 }, (_, number) => `Visitor ${number}`)
    for (const firstName of names) await messages.store(newMessage({ ...message, firstName }))
    for (const opened of [messages, openMessageFolder({ storage, log })])
      expect((await opened.list()).map(({ firstName }) => firstName)).toEqual(names.toReversed())
  } finally {
    vi.useRealTimers()
  }
})

function makeLog() {
  return { info: vi.fn<Logger['info']>(), warn: vi.fn<Logger['warn']>(), error: vi.fn<Logger['error']>() }
}
