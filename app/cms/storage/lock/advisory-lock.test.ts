import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { build } from 'vite'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { folderOf } from './lock-record.server.ts'
import { acquireOwnerLock, findOwner } from './owner-lock.server.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'advisory-'))
const program = path.join(folder, 'owner.mjs')

beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'test/owner-lock-process.ts', target: 'node20', write: false },
    ssr: { noExternal: true },
  })
  if (!('output' in built)) throw new Error('It has to be one program')
  writeFileSync(program, built.output[0].code)
  return () => {
    rmSync(folder, { recursive: true })
  }
})

function dataFolder() {
  const dataDir = mkdtempSync(path.join(folder, 'data-'))
  return { dataDir, record: path.join(dataDir, 'owner.lock') }
}

type Program = ChildProcessByStdio<Writable, Readable, null>

/** Starts a process that takes the lock, at once or when it is free, and collects its output. */
function startProcess(dataDir: string, mode = '') {
  const child: Program = spawn(process.execPath, [program, dataDir, mode], { stdio: ['pipe', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  onTestFinished(() => {
    child.kill('SIGKILL')
    const grandchild = Number(/^taken (\d+)/.exec(said)?.[1])
    if (grandchild > 0) process.kill(grandchild)
  })
  return { child, said: () => said, hasTaken: () => said.startsWith('taken') }
}

async function kill({ child }: { child: Program }) {
  child.kill('SIGKILL')
  await once(child, 'close')
}

test('holder is killed while a child of it lives on: of two that wait, exactly one takes over', async () => {
  const { dataDir } = dataFolder()
  const holder = startProcess(dataDir)
  await vi.waitUntil(holder.hasTaken)
  const waiting = [startProcess(dataDir, 'wait'), startProcess(dataDir, 'wait')]
  await vi.waitUntil(() => waiting.every(({ child }) => isWaiting(child.pid)))
  expect(() => acquireOwnerLock(dataDir)).toThrow(`Another process (${holder.child.pid} on `)
  await kill(holder)
  await vi.waitUntil(() => waiting.some(({ hasTaken }) => hasTaken()))
  const [first, second] = waiting[0]?.hasTaken() ? waiting : waiting.toReversed()
  if (!first || !second) throw new Error('Two processes wait')
  // By then the other process has checked the lock again.
  await vi.waitUntil(() => findOwner(dataDir)?.pid === first.child.pid)
  expect(second.hasTaken()).toBe(false)
  await kill(first)
  await vi.waitUntil(second.hasTaken)
})

test('holder is only stopped: nobody takes over, and it may write when it goes on', async () => {
  const { dataDir, record } = dataFolder()
  const holder = startProcess(dataDir)
  await vi.waitUntil(holder.hasTaken)
  holder.child.kill('SIGSTOP')
  await vi.waitUntil(() => stateOf(holder.child.pid) === 'T')
  // What a machine with another host name would see after a minute.
  const { host, ...rest } = JSON.parse(readFileSync(record, 'utf8')) as { host: string }
  writeFileSync(record, JSON.stringify({ ...rest, host: `not-${host}` }))
  const time = new Date(Date.now() - 60_000)
  utimesSync(record, time, time)
  expect(findOwner(dataDir)).toMatchObject({ host: `not-${host}` })
  expect(() => acquireOwnerLock(dataDir)).toThrow('Another process')
  holder.child.kill('SIGCONT')
  holder.child.stdin.write('?\n')
  await vi.waitUntil(() => holder.said().includes('may write'))
})

/** Writes the lock of a process on another machine, and starts a process that holds its advisory lock. */
async function holdFromAnotherMachine(dataDir: string, record: string) {
  const folderLock = spawn('flock', [path.join(dataDir, 'owner.flock'), 'sh', '-c', 'echo held; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    folderLock.kill('SIGKILL')
  })
  await once(folderLock.stdout, 'data')
  writeRecord(record)
  return folderLock
}

function writeRecord(record: string) {
  writeFileSync(
    record,
    JSON.stringify({
      token: record,
      pid: 1,
      host: 'other-machine',
      processStart: null,
      folder: folderOf(record),
      isAdvisory: true,
    }),
  )
}

test('holder on another machine ends: its folders are free at once, its late heartbeat notwithstanding', async () => {
  const { dataDir, record } = dataFolder()
  const holder = await holdFromAnotherMachine(dataDir, record)
  expect(findOwner(dataDir)).toMatchObject({ host: 'other-machine' })
  // The `flock` program and the child that it started: both hold the lock.
  const children = readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8').trim().split(' ').map(Number)
  holder.kill('SIGKILL')
  for (const child of children) if (child > 0) process.kill(child, 'SIGKILL')
  await once(holder, 'close')
  expect(findOwner(dataDir)).toBeUndefined()
  const lock = acquireOwnerLock(dataDir)
  expect(lock.refusal()).toBeUndefined()
  expect(lock.isAdvisory()).toBe(true)
  lock.release()
})

test('holder on another machine whose advisory lock is not seen from here: alive as long as its heartbeat is', () => {
  const { dataDir, record } = dataFolder()
  writeFileSync(path.join(dataDir, 'owner.flock'), '')
  writeRecord(record)
  expect(findOwner(dataDir)).toMatchObject({ host: 'other-machine' })
  expect(() => acquireOwnerLock(dataDir)).toThrow('Another process')
})

test('no flock program: the lock goes by process and heartbeat, and says so', () => {
  const { dataDir } = dataFolder()
  vi.stubEnv('PATH', dataDir)
  const lock = acquireOwnerLock(dataDir)
  onTestFinished(lock.release)
  expect(lock.refusal()).toBeUndefined()
  expect(lock.isAdvisory()).toBe(false)
  expect(() => acquireOwnerLock(dataDir)).toThrow('Another process')
})

test('folder that no process has ever had, as that of a disk that is not mounted: not free', () => {
  const { dataDir } = dataFolder()
  expect(() => findOwner(dataDir)).toThrow('ENOENT')
  mkdirSync(path.join(dataDir, 'x'))
  expect(() => findOwner(path.join(dataDir, 'x'))).toThrow('ENOENT')
})

/** True if the process sleeps, as it does between two checks. */
function isWaiting(pid: number | undefined) {
  return stateOf(pid) === 'S'
}

/** State of a process as in /proc/{pid}/stat. */
function stateOf(pid: number | undefined) {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0]
}
