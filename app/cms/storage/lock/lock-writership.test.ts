import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { silentHealth } from '#test/temporary-content.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import { openLockWritership } from './lock-writership.server.ts'
import { acquireOwnerLock } from './owner-lock.server.ts'

function setUp({ health = silentHealth }: { health?: typeof silentHealth } = {}) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'writership-'))
  const dataDir = path.join(root, 'data')
  mkdirSync(dataDir)
  onTestFinished(() => {
    rmSync(root, { recursive: true })
  })
  function open() {
    const writership = openLockWritership({ dataDir, health })
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

test('the lock is acquired once it is free, and only the user of the server can read it', async () => {
  const { dataDir, file, open } = setUp()
  const first = acquireOwnerLock(dataDir)
  const writership = open()
  const changed = vi.fn()
  writership.subscribe(changed)
  writership.request()
  expect(writership.term()).toBeUndefined()
  first.release()
  await vi.waitUntil(() => writership.isHeld())
  expect(changed).toHaveBeenCalled()
  expect(writership.term()).toBe(1)
  expect(statSync(file).mode & 0o077).toBe(0)
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
