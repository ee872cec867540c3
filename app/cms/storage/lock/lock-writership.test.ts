import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { silentHealth } from '#test/temporary-content.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import { openLockWritership } from './lock-writership.server.ts'
import { acquireOwnerLock } from './owner-lock.server.ts'

const ORIGIN = 'http://10.0.0.5:3000'

function setUp({ health = silentHealth }: { health?: typeof silentHealth } = {}) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'writership-'))
  const dataDir = path.join(root, 'data')
  mkdirSync(dataDir)
  onTestFinished(() => {
    rmSync(root, { recursive: true })
  })
  function open(origin = ORIGIN) {
    const writership = openLockWritership({ dataDir, origin, health })
    onTestFinished(() => {
      writership.close()
    })
    return writership
  }
  return { dataDir, file: path.join(dataDir, 'owner.lock'), open }
}

/** The lock of another live process. */
function lockOfAnother(file: string) {
  const own = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(
    file,
    JSON.stringify({ ...own, token: 'another', pid: process.ppid, processStart: null, host: 'another-machine' }),
  )
}

test('a folder that was never used is left alone, since a disk that is not mounted looks the same', () => {
  const health = new Health({ error: () => undefined, info: () => undefined })
  const { open } = setUp({ health })
  const writership = open()
  writership.request()
  expect(writership.term()).toBeUndefined()
  expect(health.problems()).toMatchObject([{ id: 'standby-cannot-take-over' }])
})

test('the lock is acquired once it is free, and names the process to others, but only to the user of the server', async () => {
  const { dataDir, file, open } = setUp()
  const first = acquireOwnerLock(dataDir, undefined, 'http://10.0.0.6:3000')
  const writership = open()
  const changed = vi.fn()
  writership.subscribe(changed)
  writership.request()
  expect(writership.term()).toBeUndefined()
  expect(writership.writer()).toEqual({ origin: 'http://10.0.0.6:3000', secret: first.writer?.secret })
  first.release()
  await vi.waitUntil(() => writership.isHeld())
  expect(changed).toHaveBeenCalled()
  expect(writership.term()).toBe(1)
  expect(writership.writer()).toMatchObject({ origin: ORIGIN })
  expect(writership.writer()?.secret).toMatch(/^[\w-]{43}$/)
  expect(writership.writer()?.secret).not.toBe(first.writer?.secret)
  expect(statSync(file).mode & 0o077).toBe(0)
})

test('a process that does not ask for the lock only sees who has it', async () => {
  const { dataDir, open } = setUp()
  const first = acquireOwnerLock(dataDir, undefined, ORIGIN)
  const reader = open('http://10.0.0.7:3000')
  expect(reader.writer()).toMatchObject({ origin: ORIGIN })
  first.release()
  await vi.waitUntil(() => reader.writer() === undefined)
  expect(reader.term()).toBeUndefined()
})

test('a lock that another process has taken ends the term, and the storage of the term refuses every write', async () => {
  const { dataDir, file, open } = setUp()
  acquireOwnerLock(dataDir).release()
  const writership = open()
  writership.request()
  const lock = writership.lock()
  expect(lock?.refusal()).toBeUndefined()
  lockOfAnother(file)
  await vi.waitUntil(() => !writership.isHeld())
  expect(writership.term()).toBeUndefined()
  expect(lock?.refusal()).toMatchObject({ code: 'lock-lost' })
  lock?.release()
})

test('a term that was ended is followed by one with a higher number, and a released lock stays released', () => {
  const { dataDir, open } = setUp()
  acquireOwnerLock(dataDir).release()
  const writership = open()
  writership.request()
  const lock = writership.lock()
  writership.endTerm()
  expect(writership.isHeld()).toBe(false)
  expect(lock?.refusal()).toMatchObject({ code: 'lock-lost' })
  writership.request()
  expect(writership.term()).toBe(2)
})
