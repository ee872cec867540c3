import { createHash } from 'node:crypto'
import { fstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hooks, systemError } from '#test/fault-fs.ts'
import { silentLog } from '#test/temporary-content.ts'
import { openTemporaryStorage } from '#test/temporary-storage.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { openAudit, type Audit } from './audit-log.server.ts'
import type { AuditFilter } from './audit-files.server.ts'

let files: ReturnType<typeof openTemporaryStorage>
let health: Health
let audit: Audit

beforeEach(() => {
  files = openTemporaryStorage()
  health = new Health(silentLog)
  audit = open()
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  delete hooks.fsync
  await audit.close()
  await files.dispose()
})

const open = () => openAudit({ storage: files.storage, health, log: silentLog })

async function reopen() {
  await audit.close()
  audit = open()
}

async function found(filter: AuditFilter = {}) {
  const entries = []
  for await (const entry of audit.find(filter)) entries.push(entry)
  return entries
}

/** Path of the newest file of the log. */
async function newestFile() {
  const entries = await files.storage.list('data/audit')
  const name = entries.filter((entry) => entry.name.endsWith('.jsonl')).at(-1)?.name ?? ''
  return path.join(files.dataDir, 'audit', name)
}

async function recordThree() {
  for (const about of ['stats', 'news', 'investors']) audit.record({ kind: 'content.saved', about, actor: undefined })
  await audit.flush()
}

describe('a disk that takes no writes', () => {
  test('makes no record fail; the events wait, the site says so, and they are written in order afterwards', async () => {
    const refuse = vi.spyOn(files.storage, 'append').mockRejectedValue(new StorageError('disk-full'))
    await recordThree()
    expect(health.problems().map(({ id }) => id)).toEqual(['audit-not-written'])
    refuse.mockRestore()
    audit.record({ kind: 'content.saved', about: 'about', actor: undefined })
    await audit.flush()
    expect(health.problems()).toEqual([])
    expect((await found()).map(({ n, about }) => [n, about])).toEqual([
      [4, 'about'],
      [3, 'investors'],
      [2, 'news'],
      [1, 'stats'],
    ])
    expect(await audit.check()).toEqual({ events: 4, faults: [], isTorn: false })
  })
})

describe('an append that fails after bytes of it were written', () => {
  const oldest = async () => (await found()).map(({ n, kind, about }) => [n, kind, about]).reverse()

  test.each<[string, number, (text: string) => string]>([
    ['all lines of the first file', 0, (text) => text],
    ['all lines, behind others', 1, (text) => text],
    ['two lines of three', 0, (text) => `${text.split('\n').slice(0, 2).join('\n')}\n`],
  ])('%s: every event is in the log once', async (_, before, part) => {
    if (before > 0) audit.record({ kind: 'site.started', actor: undefined })
    await audit.flush()
    const append = files.storage.append.bind(files.storage)
    const fail = vi.spyOn(files.storage, 'append').mockImplementation(async (name, text, length) => {
      if (fail.mock.calls.length === 1) await append(name, part(text), length)
      throw new StorageError('io')
    })
    for (const about of ['stats', 'news', 'investors']) audit.record({ kind: 'content.saved', about, actor: undefined })
    await audit.flush()
    fail.mockRestore()
    audit.record({ kind: 'content.saved', about: 'about', actor: undefined })
    await audit.flush()
    expect(health.problems()).toEqual([])
    expect((await oldest()).slice(before).map(([, , about]) => about)).toEqual(['stats', 'news', 'investors', 'about'])
    expect(await audit.check()).toEqual({ events: before + 4, faults: [], isTorn: false })
  })

  test('a part of a line: the repair is recorded, and every event is in the log once', async () => {
    const append = files.storage.append.bind(files.storage)
    const fail = vi.spyOn(files.storage, 'append').mockImplementation(async (name, text, length) => {
      fail.mockRestore()
      await append(name, text.slice(0, -40), length)
      throw new StorageError('disk-full')
    })
    await recordThree()
    await audit.flush()
    expect((await oldest()).map(([, kind, about]) => (kind === 'content.saved' ? about : kind)).toSorted()).toEqual([
      'audit.mended',
      'investors',
      'news',
      'stats',
    ])
    expect((await audit.check()).faults).toEqual([])
  })

  test('the data folder is renamed during the append and comes back: every event is in the log once', async () => {
    const away = `${files.dataDir}.away`
    hooks.fsync = (descriptor) => {
      // The append syncs the only file that contains an event.
      if (!fstatSync(descriptor).isFile() || !readFileSync(`/proc/self/fd/${descriptor}`).includes('"kind"')) return
      delete hooks.fsync
      renameSync(files.dataDir, away)
    }
    await recordThree()
    expect(readdirSync(path.join(away, 'audit')).some((name) => name.endsWith('.jsonl'))).toBe(true)
    expect(health.problems().map(({ id }) => id)).toEqual(['audit-not-written'])
    renameSync(away, files.dataDir)
    audit.record({ kind: 'content.saved', about: 'about', actor: undefined })
    await audit.flush()
    expect(health.problems()).toEqual([])
    expect((await oldest()).map(([, , about]) => about)).toEqual(['stats', 'news', 'investors', 'about'])
    expect(await audit.check()).toEqual({ events: 4, faults: [], isTorn: false })
  })

  test('the disk cannot sync them and they are taken back later: every event is in the log once', async () => {
    let hasFailed = false
    hooks.fsync = (descriptor) => {
      if (hasFailed || !fstatSync(descriptor).isDirectory()) return
      if (!readdirSync(path.join(files.dataDir, 'audit')).some((name) => name.endsWith('.jsonl'))) return
      hasFailed = true
      throw systemError('EIO', 'fsync')
    }
    await recordThree()
    audit.record({ kind: 'content.saved', about: 'about', actor: undefined })
    await audit.flush()
    expect(hasFailed).toBe(true)
    expect(health.problems()).toEqual([])
    expect((await oldest()).map(([, , about]) => about)).toEqual(['stats', 'news', 'investors', 'about'])
    expect(await audit.check()).toEqual({ events: 4, faults: [], isTorn: false })
  })
})

test('data folder that is away when the end of the log is read: the log goes on where it ended', async () => {
  await recordThree()
  await reopen()
  renameSync(files.dataDir, `${files.dataDir}.away`)
  audit.record({ kind: 'content.saved', about: 'about', actor: undefined })
  await audit.flush()
  expect(health.problems().map(({ id }) => id)).toEqual(['audit-not-written'])
  renameSync(`${files.dataDir}.away`, files.dataDir)
  await audit.flush()
  expect((await found()).map(({ n, about }) => [n, about])[0]).toEqual([4, 'about'])
  expect(await audit.check()).toEqual({ events: 4, faults: [], isTorn: false })
})

describe('a kill', () => {
  test('before the first line of a file: the next start takes the empty file away', async () => {
    audit.record({ kind: 'content.saved', actor: undefined })
    await audit.flush()
    const file = await newestFile()
    rmSync(path.join(files.dataDir, 'audit'), { recursive: true })
    rmSync(path.join(files.dataDir, 'audit-head.json'))
    mkdirSync(path.join(files.dataDir, 'audit'))
    writeFileSync(file, '')
    audit = open()
    await audit.inspectEnd()
    await recordThree()
    expect(health.problems()).toEqual([])
    expect(await audit.check()).toEqual({ events: 3, faults: [], isTorn: false })
  })

  test('within a line: the next start takes the part away and says so, and the chain is whole', async () => {
    await recordThree()
    const file = await newestFile()
    await audit.close()
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -30))
    // The head is written a second later.
    const line = readFileSync(file, 'utf8').split('\n')[1] ?? ''
    const head = JSON.stringify({ n: 2, hash: createHash('sha256').update(line).digest('hex') })
    for (const name of ['audit/head.json', 'audit-head.json']) writeFileSync(path.join(files.dataDir, name), head)
    audit = open()
    await audit.inspectEnd()
    audit.record({ kind: 'site.started', actor: undefined })
    expect((await found()).map(({ kind, about }) => about ?? kind)).toEqual([
      'site.started',
      path.basename(file),
      'news',
      'stats',
    ])
    expect((await audit.check()).faults).toEqual([])
  })
})

test('a line without its end: of the last file it may still be written, of an earlier one it is a fault', async () => {
  await recordThree()
  await audit.close()
  const last = await newestFile()
  writeFileSync(last, '{"n":4,"time"', { flag: 'a' })
  expect(await audit.check()).toEqual({ events: 3, faults: [], isTorn: true })
  writeFileSync(last.replace(/-\d+\.jsonl$/, '-000000004.jsonl'), '')
  const fault = { file: expect.stringContaining(path.basename(last)), line: 4, message: 'The line is not complete.' }
  expect(await audit.check()).toEqual({ events: 3, faults: [fault], isTorn: false })
})

describe('a log that was changed by hand', () => {
  test.each<[string, (text: string) => string, number | undefined]>([
    ['a line is changed', (text) => text.replace('news', 'site'), 3],
    ['a line is removed', (text) => text.split('\n').toSpliced(1, 1).join('\n'), 2],
    ['the last line is changed', (text) => text.replace('investors', 'xxxxx'), 3],
    ['the last line is removed', (text) => text.split('\n').toSpliced(2, 1).join('\n'), undefined],
    ['a line is damaged', (text) => text.replace('"kind"', '"ki'), 1],
  ])('%s: the check tells where', async (_, change, line) => {
    await recordThree()
    await audit.close()
    const file = await newestFile()
    writeFileSync(file, change(readFileSync(file, 'utf8')))
    audit = open()
    const { faults } = await audit.check()
    expect(faults[0]).toMatchObject({ file: expect.stringContaining(path.basename(file)) as string })
    expect(faults[0]?.line).toBe(line)
    // The fault is still found after more events.
    await reopen()
    await recordThree()
    expect((await audit.check()).faults).not.toEqual([])
  })

  test.each<[string, (audit: string) => void]>([
    [
      'the last two lines and the head beside them are removed',
      (folder) => {
        const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.jsonl'))
        const [first] = readFileSync(path.join(folder, name), 'utf8').split('\n')
        writeFileSync(path.join(folder, name), `${first}\n`)
        rmSync(path.join(folder, 'head.json'))
      },
    ],
    [
      'the whole folder is removed',
      (folder) => {
        rmSync(folder, { recursive: true })
      },
    ],
    [
      'the folder and the other head are removed after people have logged in',
      (folder) => {
        rmSync(folder, { recursive: true })
        rmSync(path.join(folder, '../audit-head.json'))
        writeFileSync(path.join(folder, '../accounts.json'), '{}')
        mkdirSync(path.join(folder, '../sessions'))
        writeFileSync(path.join(folder, '../sessions/1.json'), '{}')
      },
    ],
    [
      'both heads are removed',
      (folder) => {
        for (const name of ['head.json', '../audit-head.json']) rmSync(path.join(folder, name))
      },
    ],
  ])('%s: found by the check, reported by the next start, and found by later checks', async (_, change) => {
    await recordThree()
    await audit.close()
    change(path.join(files.dataDir, 'audit'))
    audit = open()
    expect((await audit.check()).faults).not.toEqual([])
    await audit.inspectEnd()
    expect(health.problems()).toMatchObject([{ id: 'audit-cut' }])
    audit.record({ kind: 'site.started', actor: undefined })
    await reopen()
    await audit.inspectEnd()
    await recordThree()
    expect((await audit.check()).faults).not.toEqual([])
    expect((await found({ kind: 'audit.cut' })).length).toBeGreaterThan(0)
  })

  test('while the site runs: later events go into another file', async () => {
    await recordThree()
    const file = await newestFile()
    const changed = `${readFileSync(file, 'utf8')}a line by hand\n`
    writeFileSync(file, changed)
    await recordThree()
    expect(readFileSync(file, 'utf8')).toBe(changed)
    expect((await found()).map(({ n }) => n)).toEqual([6, 5, 4, 3, 2, 1])
    expect((await audit.check()).faults).not.toEqual([])
  })
})

test('a flood of refused sign-ins is two events a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  for (let attempt = 0; attempt < 5_000; attempt += 1) {
    audit.record({ kind: 'sign-in.failed', actor: { address: `203.0.113.${attempt % 200}` } })
  }
  await vi.advanceTimersByTimeAsync(60_000)
  await audit.flush()
  const entries = await found()
  expect(entries).toHaveLength(2)
  expect(entries[0]?.detail).toMatchObject({ count: 4_999 })
  expect(String(entries[0]?.detail?.['addresses']).split(', ')).toHaveLength(5)
})

test('an event names who the request comes from, and goes on after a restart', async () => {
  const actor = { user: { id: 'asha', name: 'Asha Sharma' }, address: '203.0.113.7', browser: 'Firefox' }
  audit.record({ kind: 'person.role', about: 'ravi', detail: { role: 'publisher', note: undefined }, actor })
  await reopen()
  audit.record({ kind: 'sign-in.ended', actor: { user: { id: 'ravi', name: 'Ravi Rao' } } })
  expect(await found()).toMatchObject([
    { n: 2, kind: 'sign-in.ended', user: { id: 'ravi', name: 'Ravi Rao' } },
    {
      n: 1,
      user: { id: 'asha', name: 'Asha Sharma' },
      about: 'ravi',
      detail: { role: 'publisher' },
      address: '203.0.113.7',
      browser: 'Firefox',
    },
  ])
  expect((await audit.check()).events).toBe(2)
})

test('events are found by person, kind, group, period and place, also over several files', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const months = ['2026-08-06T04:30:00Z', '2026-09-06T04:30:00Z', '2026-10-06T04:30:00Z']
  for (const time of months) {
    vi.setSystemTime(time)
    audit.record({ kind: 'content.saved', about: 'content.restored', actor: { user: { id: 'asha', name: 'Asha' } } })
    audit.record({ kind: 'sign-in.ended', actor: { user: { id: 'ravi', name: 'asha' } } })
    await audit.flush()
  }
  const numbers = async (filter: AuditFilter) => (await found(filter)).map(({ n }) => n)
  expect(await numbers({ person: 'asha' })).toEqual([5, 3, 1])
  expect(await numbers({ kind: 'sign-in' })).toEqual([6, 4, 2])
  expect(await numbers({ kind: 'content.restored' })).toEqual([])
  expect(await numbers({ from: '2026-09-01T00:00:00.000Z', until: '2026-10-01T00:00:00.000Z' })).toEqual([4, 3])
  expect(await numbers({ before: 4, kind: 'content' })).toEqual([3, 1])
  const read = vi.spyOn(files.storage, 'read')
  expect(await numbers({ from: '2026-10-01T00:00:00.000Z' })).toEqual([6, 5])
  // The second one shows that nothing before it is meant.
  const filesRead = read.mock.calls.map(([name]) => path.basename(name))
  expect(filesRead).toEqual(['2026-10-000000005.jsonl', '2026-09-000000003.jsonl'])
  const names = (await files.storage.list('data/audit')).map(({ name }) => name)
  expect(names.filter((name) => name.endsWith('.jsonl'))).toEqual([
    '2026-08-000000001.jsonl',
    '2026-09-000000003.jsonl',
    '2026-10-000000005.jsonl',
  ])
})
