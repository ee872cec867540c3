import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Logger } from '#app/content/store.types.ts'
import { newMessageId, openMessageFolder } from './message-folder.server.ts'
import { InboxFull } from './message-not-kept.ts'

const message = {
  firstName: 'Asha',
  lastName: 'Naik',
  email: 'asha@example.com',
  mobile: '+91 00000 00003',
  comments: 'XLPE for 33 kV,\n40 MT a month.',
}

let root: string
let folder: string
let log: ReturnType<typeof makeLog>

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'inbox-'))
  folder = path.join(root, 'inbox')
  log = makeLog()
})

afterEach(() => {
  rmSync(root, { recursive: true })
})

test('more messages at once than there is room for: the rest is refused, no file of it stays', async () => {
  const messages = openMessageFolder({ folder, log, limits: { messages: 2, bytes: 1e6 } })
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => messages.store(newMessageId(), message)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  for (const result of results.slice(2)) expect(result).toMatchObject({ reason: expect.any(InboxFull) })
  expect(readdirSync(folder)).toHaveLength(2)
})

test('more bytes than the folder may hold: refused', async () => {
  const messages = openMessageFolder({ folder, log, limits: { messages: 10, bytes: 600 } })
  await messages.store(newMessageId(), message)
  await expect(messages.store(newMessageId(), { ...message, comments: 'x'.repeat(400) })).rejects.toThrow(InboxFull)
  expect(await messages.list({ limit: 10 })).toHaveLength(1)
})

test('messages kept by an earlier process: count as well', async () => {
  await openMessageFolder({ folder, log }).store(newMessageId(), message)
  const messages = openMessageFolder({ folder, log, limits: { messages: 1, bytes: 1e6 } })
  await expect(messages.store(newMessageId(), message)).rejects.toThrow(InboxFull)
})

test('a folder that cannot be used: rejects, and works once it can', async () => {
  writeFileSync(folder, 'not a folder')
  const messages = openMessageFolder({ folder, log })
  await expect(messages.store(newMessageId(), message)).rejects.toThrow('ENOTDIR')
  rmSync(folder)
  await expect(messages.store(newMessageId(), message)).resolves.toMatchObject(message)
})

test('a write that fails: takes no place', async () => {
  const messages = openMessageFolder({ folder, log, limits: { messages: 1, bytes: 1e6 } })
  expect(await messages.list({ limit: 1 })).toEqual([])
  writeFileSync(folder, 'not a folder')
  await expect(messages.store(newMessageId(), message)).rejects.toThrow('EEXIST')
  rmSync(folder)
  await expect(messages.store(newMessageId(), message)).resolves.toMatchObject(message)
})

test('a damaged message: is reported and left out, the others stand', async () => {
  const messages = openMessageFolder({ folder, log })
  mkdirSync(folder)
  const damaged = path.join(folder, `${newMessageId()}.json`)
  writeFileSync(damaged, '{"firstName": "Asha"')
  const { id } = await messages.store(newMessageId(), message)
  expect((await messages.list({ limit: 10 })).map((kept) => kept.id)).toEqual([id])
  expect(log.error).toHaveBeenCalledWith(
    expect.objectContaining({ file: damaged }),
    'A message of the inbox cannot be read',
  )
})

test('what a killed process left half-written, and files of others: are no messages', async () => {
  mkdirSync(folder)
  writeFileSync(path.join(folder, `.${newMessageId()}.json.0123456789ab.tmp`), '{')
  writeFileSync(path.join(folder, 'notes.txt'), 'x')
  expect(await openMessageFolder({ folder, log }).list({ limit: 10 })).toEqual([])
  expect(readdirSync(folder)).toEqual(['notes.txt'])
})

test('an unknown id: there is no message', async () => {
  expect(await openMessageFolder({ folder, log }).read(newMessageId())).toBeUndefined()
})

test('a message: is on disk for the server alone, unread, with the time it came', async () => {
  const before = Date.now()
  const stored = await openMessageFolder({ folder, log }).store(newMessageId(), message)
  const file = path.join(folder, `${stored.id}.json`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const written: unknown = JSON.parse(readFileSync(file, 'utf8'))
  expect(written).toEqual({ ...message, unread: true, receivedAt: stored.receivedAt })
  expect(Date.parse(stored.receivedAt)).toBeGreaterThanOrEqual(before)
  expect(await openMessageFolder({ folder, log }).read(stored.id)).toEqual(stored)
})

test('a list: newest first, no longer than asked for', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const messages = openMessageFolder({ folder, log })
    for (const [second, firstName] of ['One', 'Two', 'Three'].entries()) {
      vi.setSystemTime(Date.UTC(2026, 10, 20, 9, 59, 58 + second))
      await messages.store(newMessageId(), { ...message, firstName })
    }
    const newest = await messages.list({ limit: 2 })
    expect(newest.map(({ firstName }) => firstName)).toEqual(['Three', 'Two'])
  } finally {
    vi.useRealTimers()
  }
})

function makeLog() {
  return { info: vi.fn<Logger['info']>(), warn: vi.fn<Logger['warn']>(), error: vi.fn<Logger['error']>() }
}
