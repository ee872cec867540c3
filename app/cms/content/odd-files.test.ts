import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notice, noticeYaml, temporaryContent } from '#test/temporary-content.ts'
import type { ContentOf } from '#app/cms/define/define-section.ts'
import { HistoryEntryDamaged } from './store/errors.ts'
import type { ContentStore } from './store/store.types.ts'

/** Odd files, links and folders in the place of a content file or of a history record. */

let folders: ReturnType<typeof temporaryContent>
let store: ContentStore

beforeEach(async () => {
  folders = temporaryContent()
  store = folders.open()
  await store.history(notice)
})
afterEach(() => folders.dispose())

const save = (title: string) =>
  store.update(notice, {
    author: 'asha',
    reason: 'Title changed',
    change: (content: ContentOf<typeof notice>) => ({ ...content, title }),
  })

const NOT_A_FILE = 'This is not a regular file but a folder, a pipe or a device'

const odd: [string, (file: string) => void, string][] = [
  ['a named pipe', (file) => execFileSync('mkfifo', [file]), NOT_A_FILE],
  ['a link to a device without an end', (file) => symlinkSync('/dev/zero', file), NOT_A_FILE],
  ['a folder', (file) => mkdirSync(path.join(file, 'below'), { recursive: true }), NOT_A_FILE],
  [
    'a link that leads nowhere',
    (file) => symlinkSync('nowhere.yaml', file),
    'The file is a link that has no valid target',
  ],
  ['a link to itself', (file) => symlinkSync(path.basename(file), file), 'The file is a link that has no valid target'],
  ['a huge file', makeHuge, 'The file is larger than 4 MB'],
]

function makeHuge(file: string) {
  writeFileSync(file, '')
  // A sparse file: it uses no blocks of the disk.
  truncateSync(file, 2 ** 40)
}

test.each(odd)(
  '%s: named while the last good content serves, also at a start; a save sets it aside',
  async (_name, make, message) => {
    rmSync(folders.file)
    make(folders.file)
    await vi.waitFor(() => {
      expect(store.faults()).toMatchObject([{ message, servesLastGood: true }])
      expect(store.faults()[0]).not.toHaveProperty('line')
    })
    await store.close()
    store = folders.open()
    expect(store.faults()).toMatchObject([{ message, servesLastGood: true }])
    expect(store.read(notice).value.title).toBe('Works holiday')

    const before = lstatSync(folders.file)
    await save('Saved')
    expect(readFileSync(folders.file, 'utf8')).toContain('title: Saved')
    const [aside = '', ...others] = readdirSync(path.dirname(folders.file)).filter((name) => name !== 'notice.yaml')
    expect(others).toEqual([])
    expect(aside).toMatch(/^notice\.yaml\.unreadable-\d{8}T\d{9}Z$/)
    expect(lstatSync(path.join(path.dirname(folders.file), aside)).ino).toBe(before.ino)
    expect((await store.history(notice))[0]?.reason).toBe(`Title changed. The unreadable file was renamed to ${aside}`)
    expect(store.faults()).toEqual([])
  },
)

test('text that is not UTF-8: named with its place, not served, kept byte for byte', async () => {
  const latin1 = Buffer.from(noticeYaml.replace('Works holiday', 'Café in Goa'), 'latin1')
  writeFileSync(folders.file, latin1)
  await vi.waitFor(() => {
    expect(store.faults()).toMatchObject([
      { line: 2, column: 11, message: 'The file has a character that is not UTF-8. Save the file as UTF-8' },
    ])
  })
  expect(store.read(notice).value.title).toBe('Works holiday')
  await save('Saved')
  const entries = await store.history(notice)
  expect(entries).toMatchObject([{ reason: 'Title changed' }, { reason: 'Invalid file that was replaced' }])
  const kept = JSON.parse(
    readFileSync(path.join(folders.dataDir, 'history', 'notice', `${entries[1]?.id}.json`), 'utf8'),
  ) as { text: string }
  expect(Buffer.from(kept.text, 'base64').equals(latin1)).toBe(true)
  expect(await store.past(notice, entries[1]?.id ?? '')).toMatchObject({
    value: undefined,
    issues: [{ message: 'This version cannot be used: it is not UTF-8 text.' }],
  })
  await expect(store.restore(notice, entries[1]?.id ?? '', { author: 'ravi' })).rejects.toThrow(HistoryEntryDamaged)
})

test('a file that is a link: the file behind it is changed, the link stays', async () => {
  const shared = path.join(folders.root, 'shared.yaml')
  renameSync(folders.file, shared)
  symlinkSync(path.relative(path.dirname(folders.file), shared), folders.file)
  await save('Saved')
  expect(readlinkSync(folders.file)).toBe('../../shared.yaml')
  expect(readFileSync(shared, 'utf8')).toContain('Saved')
})

test('a file with permissions of its own: keeps them', async () => {
  chmodSync(folders.file, 0o660)
  await save('Saved')
  expect(statSync(folders.file).mode & 0o777).toBe(0o660)
})

test.each(odd)(
  '%s as a record of the history: left out and named once; the others stay, edits go on',
  async (_name, make) => {
    await save('Second')
    await store.close()
    const name = '29990101T000000000Z-000001.json'
    make(path.join(folders.dataDir, 'history', 'notice', name))
    const report = vi.fn()
    store = folders.open({ health: { report, clear: vi.fn() } })
    await save('Third')
    expect(await store.history(notice)).toHaveLength(2)
    await expect(store.past(notice, name.replace('.json', ''))).rejects.toThrow(
      'This version is no longer in the history.',
    )
    // A dangling link counts as a missing file.
    const reports = report.mock.calls.map(([problem]) => problem as { id: string; message: string })
    expect(reports.length).toBeLessThanOrEqual(1)
    for (const problem of reports) {
      expect(problem.id).toBe('history-damaged')
      expect(problem.message).toContain(`data/history/notice/${name}`)
    }
  },
)

test.each(odd)('%s as the last good copy: the start goes on', async (_name, make) => {
  await store.close()
  const copy = path.join(folders.dataDir, 'last-good', 'notice.txt')
  rmSync(copy, { force: true })
  make(copy)
  store = folders.open()
  expect(store.read(notice).value.title).toBe('Works holiday')
  await save('Saved')
})

test('a record whose text was altered: neither shown nor restored, and the reason is said', async () => {
  const { historyEntry = '' } = await save('Second')
  await store.close()
  const file = path.join(folders.dataDir, 'history', 'notice', `${historyEntry}.json`)
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('Works holiday', 'Altered'))
  store = folders.open()
  expect(await store.past(notice, historyEntry)).toMatchObject({
    value: undefined,
    issues: [{ message: 'This version cannot be used: its record on the server was altered.' }],
  })
  await expect(store.restore(notice, historyEntry, { author: 'ravi' })).rejects.toThrow(HistoryEntryDamaged)
  expect(store.read(notice).value.title).toBe('Second')
})

test('the history is no folder: its list is empty and the problem named, a save is refused', async () => {
  await store.close()
  rmSync(path.join(folders.dataDir, 'history'), { recursive: true, force: true })
  writeFileSync(path.join(folders.dataDir, 'history'), '')
  const report = vi.fn()
  store = folders.open({ health: { report, clear: vi.fn() } })
  expect(await store.history(notice)).toEqual([])
  expect(report).toHaveBeenCalledWith(expect.objectContaining({ id: 'history-damaged' }), expect.anything())
  await expect(save('Lost')).rejects.toMatchObject({ name: 'StorageError' })
})

test('a missing file with a good version: written back as an edit; the file of a link that leads nowhere likewise', async () => {
  rmSync(folders.file)
  await store.writeLastGood(notice, { author: 'asha' })
  expect(readFileSync(folders.file, 'utf8')).toBe(noticeYaml)
  expect(store.faults()).toEqual([])
  expect(await store.history(notice)).toMatchObject([
    { reason: 'Last valid version written to the file', author: 'asha' },
  ])
})

test('no readable content at all: an earlier version can be brought back from the history', async () => {
  const { historyEntry = '' } = await save('Second')
  await store.close()
  rmSync(path.join(folders.dataDir, 'last-good'), { recursive: true })
  const records = path.join(folders.dataDir, 'history', 'notice')
  for (const name of readdirSync(records)) {
    const record = JSON.parse(readFileSync(path.join(records, name), 'utf8')) as object
    writeFileSync(path.join(records, name), JSON.stringify({ ...record, nextText: 'title: [unfinished\n' }))
  }
  writeFileSync(folders.file, 'title: [unfinished\n')
  store = folders.open()
  await store.history(notice)
  expect(store.find(notice)).toBeUndefined()
  await expect(store.writeLastGood(notice, { author: 'asha' })).rejects.toThrow('cannot be read')
  await store.restore(notice, historyEntry, { author: 'asha' })
  expect(store.read(notice).value.title).toBe('Works holiday')
  const [newest] = await store.history(notice)
  expect((await store.past(notice, newest?.id ?? '')).issues).toHaveLength(1)
  expect(existsSync(folders.file)).toBe(true)
})

test('a thousand saves by a program today: the newest fifty and one of each earlier day stay', async () => {
  await store.close()
  const records = path.join(folders.dataDir, 'history', 'notice')
  mkdirSync(records, { recursive: true })
  const dayBefore = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
  const days = [dayBefore(4), dayBefore(3), dayBefore(2)]
  for (const day of days) writeFileSync(path.join(records, `${day}T100000000Z-000001.json`), '{}')
  for (let n = 0; n < 1_100; n += 1) {
    const time = `${dayBefore(1)}T100000${String(n % 1_000).padStart(3, '0')}Z`
    writeFileSync(path.join(records, `${time}-${String(n).padStart(6, '0')}.json`), '{}')
  }
  store = folders.open()
  await vi.waitFor(() => {
    expect(readdirSync(records)).toHaveLength(1_000)
  })
  expect(
    readdirSync(records)
      .sort()
      .slice(0, 3)
      .map((name) => name.slice(0, 8)),
  ).toEqual(days)
})

test('a rule of the schema that throws: a fault of the file, at a start and while running', async () => {
  const refine = vi.spyOn(notice.schema, 'safeParse').mockImplementation(() => {
    throw new TypeError('odd input')
  })
  writeFileSync(folders.file, noticeYaml.replace('Works holiday', 'By hand'))
  await vi.waitFor(() => {
    expect(store.faults()).toMatchObject([{ message: 'The file cannot be checked: TypeError: odd input' }])
  })
  refine.mockRestore()
  await store.close()
  store = folders.open()
  expect(store.read(notice).value.title).toBe('By hand')
})
