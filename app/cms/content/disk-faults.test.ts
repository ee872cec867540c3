import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hooks, removeHooks, systemError } from '#test/fault-fs.ts'
import { notice, noticeYaml, temporaryContent } from '#test/temporary-content.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import type { ContentOf } from '#app/cms/define/define-section.ts'
import type { ContentStore } from './store/store.types.ts'

let folders: ReturnType<typeof temporaryContent>
let store: ContentStore
let health: Health

beforeEach(async () => {
  folders = temporaryContent()
  health = new Health({ error: () => undefined, info: () => undefined })
  store = folders.open({ health })
  await store.history(notice)
})
afterEach(async () => {
  removeHooks()
  vi.useRealTimers()
  await folders.dispose()
})

const save = (title: string) =>
  store.update(notice, {
    author: 'asha',
    reason: 'Title changed',
    change: (content: ContentOf<typeof notice>) => ({ ...content, title }),
  })

/** Makes every fsync from the nth on fail. */
function failSyncFrom(nth: number) {
  let calls = 0
  hooks.fsync = () => {
    calls += 1
    if (calls >= nth) throw systemError('EIO', 'fsync')
  }
}

const fileText = () => readFileSync(folders.file, 'utf8')
const temporaries = () =>
  readdirSync(folders.root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(tmp|pending)$/.test(name))

// Files are synced first (1, 2), then their folders (3, 4).
test.each([1, 2, 3, 4])(
  'every fsync from the %ith of a save on fails: refused, the old text in file, memory and history',
  async (nth) => {
    await save('Stands')
    failSyncFrom(nth)
    await expect(save('Refused')).rejects.toMatchObject({ code: 'io', status: 503 })
    expect(store.read(notice).value.title).toBe('Stands')
    expect(fileText()).toContain('title: Stands')
    expect(await store.history(notice)).toHaveLength(1)
    expect(temporaries()).toEqual([])
    expect(health.problems()).toMatchObject([{ id: 'content-disk-fault' }])

    // The disk still fails: no save is accepted.
    await expect(save('Refused as well')).rejects.toMatchObject({ code: 'io' })
    removeHooks()
    await save('Taken')
    expect(fileText()).toContain('title: Taken')
    expect(health.problems()).toEqual([])
  },
)

test('the disk takes writes again: noticed without a save', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  failSyncFrom(3)
  await expect(save('Refused')).rejects.toMatchObject({ code: 'io' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(health.problems()).toHaveLength(1)
  removeHooks()
  await vi.advanceTimersByTimeAsync(5_000)
  await vi.waitFor(() => {
    expect(health.problems()).toEqual([])
  })
  expect(fileText()).toBe(noticeYaml)
})

test('the old text cannot be put back either: said so, not served, its predecessor in the history, put back later', async () => {
  await save('Stands')
  failSyncFrom(3)
  let isReplaced = false
  hooks.renameSync = (_from, to) => {
    if (to !== folders.file) return
    if (isReplaced) throw systemError('EIO', 'rename')
    isReplaced = true
  }
  await expect(save('Refused')).rejects.toMatchObject({ code: 'not-put-back', status: 503 })
  expect(fileText()).toContain('title: Refused')
  expect(store.read(notice).value.title).toBe('Stands')
  expect(store.faults()).toMatchObject([{ servesLastGood: true }])
  const [newest] = await store.history(notice)
  expect((await store.past(notice, newest?.id ?? '')).value).toMatchObject({ title: 'Stands' })

  removeHooks()
  await save('Taken')
  expect(store.faults()).toEqual([])
  expect(store.read(notice).value.title).toBe('Taken')
})

test('the file cannot be replaced: a clear failure, no trace in folder or history, reads go on', async () => {
  await save('Kept')
  hooks.renameSync = () => {
    throw systemError('EXDEV', 'rename')
  }
  await expect(save('Lost')).rejects.toMatchObject({ code: 'io' })
  expect(store.read(notice).value.title).toBe('Kept')
  expect(fileText()).toContain('Kept')
  expect(temporaries()).toEqual([])
  expect(await store.history(notice)).toHaveLength(1)
})

test.each(['EIO', 'EMFILE'])(
  'the file cannot be read for a moment (%s): a save is refused rather than made over what it holds',
  async (code) => {
    writeFileSync(folders.file, noticeYaml.replace('Works holiday', 'By hand'))
    hooks.openSync = (file) => {
      if (file === folders.file) throw systemError(code, 'open')
    }
    await expect(save('Lost')).rejects.toMatchObject({ code: 'file-unreadable', status: 503 })
    removeHooks()
    expect(fileText()).toContain('By hand')
    await save('Saved')
    expect(await titles()).toEqual(['By hand', 'Works holiday'])
  },
)

test('the predecessor of a hand edit cannot be recorded: no save before it is, and the last good copy keeps it', async () => {
  await save('Saved')
  await vi.waitFor(() => {
    expect(readFileSync(path.join(folders.dataDir, 'last-good', 'notice.txt'), 'utf8')).toContain('Saved')
  })
  failSyncFrom(1)
  writeFileSync(folders.file, noticeYaml.replace('Works holiday', 'By hand'))
  await vi.waitFor(() => {
    expect(store.read(notice).value.title).toBe('By hand')
    expect(health.problems()).toHaveLength(1)
  })
  await expect(save('Lost')).rejects.toMatchObject({ code: 'io' })
  expect(readFileSync(path.join(folders.dataDir, 'last-good', 'notice.txt'), 'utf8')).toContain('Saved')
  removeHooks()
  await save('Taken')
  expect(await titles()).toEqual(['By hand', 'Saved', 'Works holiday'])
})

test('the content folder is gone: reads go on, a save is refused in words and makes none', async () => {
  rmSync(folders.contentDir, { recursive: true })
  await expect(save('Lost')).rejects.toMatchObject({ code: 'content-missing', status: 503 })
  expect(store.read(notice).value.title).toBe('Works holiday')
  expect(readdirSync(folders.root)).not.toContain('content')
})

async function titles() {
  const entries = await store.history(notice)
  const states = await Promise.all(entries.map(({ id }) => store.past(notice, id)))
  return states.map(({ value }) => (value as { title: string }).title)
}
