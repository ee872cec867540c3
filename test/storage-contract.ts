import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  FileUnreadable,
  PreconditionFailed,
  versionOf,
  type Storage,
  type WatchListener,
} from '#app/cms/storage/storage.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'

/** A storage under test, and ways for a test to change its state from outside. */
export interface StorageUnderTest {
  storage: Storage
  /** Error code of a commit whose confirmation is refused; by default `io`. */
  faultCode?: StorageError['code']
  /** Writes a file without the storage, as a person does. */
  writeByHand(name: string, content: string): void
  /** Names of all files, including temporary ones, except the storage's internal files. */
  allNames(): string[] | Promise<string[]>
  /** From now on, all writes are refused. */
  refuseWrites(): void
  /** From now on, the engine writes a commit of `files` files, but its sync fails. */
  refuseConfirmation(files: number): void
  /** Ends the refusals. */
  heal(): void
  /** Another process becomes the owner of the files. */
  loseOwnership(): void
  /** Opens the files again, as after a restart. */
  reopen(): Promise<Storage>
  dispose(): Promise<void>
}

/** Tests for every implementation of Storage. Error paths come first. */
export function describeStorage(name: string, open: () => Promise<StorageUnderTest>): void {
  describe(`${name} fulfils the contract of Storage`, () => {
    let subject: StorageUnderTest
    let storage: Storage

    beforeEach(async () => {
      subject = await open()
      storage = subject.storage
    })
    afterEach(async () => {
      subject.heal()
      await subject.dispose()
    })

    const put = (file: string, text: string) => storage.commit([{ name: file, bytes: text }])
    const textOf = async (file: string) => (await storage.read(file))?.bytes.toString()

    describe('a write that is refused', () => {
      beforeEach(async () => {
        await put(STATS, 'old')
      })

      test('leaves everything as it was', async () => {
        subject.refuseWrites()
        await expect(put(STATS, 'new')).rejects.toBeInstanceOf(StorageError)
        await expect(put(RECORD, 'new')).rejects.toBeInstanceOf(StorageError)
        expect(await textOf(STATS)).toBe('old')
        expect(await subject.allNames()).toEqual([STATS])
      })

      test('leaves none of the files of a commit behind', async () => {
        subject.refuseWrites()
        const commit = storage.commit([
          { name: RECORD, bytes: 'before' },
          { name: STATS, bytes: 'new' },
        ])
        await expect(commit).rejects.toBeInstanceOf(StorageError)
        expect(await subject.allNames()).toEqual([STATS])
      })

      test('can be repeated once the fault is over', async () => {
        subject.refuseWrites()
        await expect(put(STATS, 'new')).rejects.toBeInstanceOf(StorageError)
        subject.heal()
        await put(STATS, 'newer')
        expect(await textOf(STATS)).toBe('newer')
      })

      test('leaves nothing of a stream that was received', async () => {
        subject.refuseWrites()
        const receiving = storage.receive('uploads/.incoming', chunks('PDF'), (file) =>
          storage.commit([{ name: PDF, bytes: { file } }]),
        )
        await expect(receiving).rejects.toBeInstanceOf(StorageError)
        expect(await subject.allNames()).toEqual([STATS])
      })
    })

    describe('a change that is not confirmed', () => {
      test('is taken back, with all that was written before it and renamed after it', async () => {
        await put(STATS, 'old')
        subject.refuseConfirmation(2)
        const commit = storage.commit(
          [
            { name: PENDING, bytes: 'record' },
            { name: STATS, bytes: 'new' },
          ],
          { moves: [{ from: PENDING, to: RECORD }] },
        )
        await expect(commit).rejects.toMatchObject({ code: subject.faultCode ?? 'io' })
        expect(await textOf(STATS)).toBe('old')
        expect(await subject.allNames()).toEqual([STATS])
      })

      test('of a new file leaves none', async () => {
        await put(STATS, 'old')
        subject.refuseConfirmation(1)
        await expect(put(RECORD, 'new')).rejects.toMatchObject({ code: subject.faultCode ?? 'io' })
        expect(await subject.allNames()).toEqual([STATS])
      })

      test('lets no other commit succeed until the disk accepts writes again', async () => {
        await put(STATS, 'old')
        subject.refuseConfirmation(1)
        await expect(put(STATS, 'new')).rejects.toMatchObject({ code: subject.faultCode ?? 'io' })
        await expect(put(RECORD, 'other')).rejects.toMatchObject({ code: subject.faultCode ?? 'io' })
        subject.heal()
        await put(RECORD, 'other')
        expect(await textOf(STATS)).toBe('old')
      })
    })

    describe('a condition that does not hold', () => {
      test.each<[string, { ifVersion: string | null }]>([
        ['another version', { ifVersion: versionOf('other') }],
        ['not to exist', { ifVersion: null }],
      ])('changes nothing: %s', async (_case, condition) => {
        await put(STATS, 'old')
        const commit = storage.commit([
          { name: RECORD, bytes: 'before' },
          { name: STATS, bytes: 'new', ...condition },
        ])
        await expect(commit).rejects.toBeInstanceOf(PreconditionFailed)
        expect(await textOf(STATS)).toBe('old')
        expect(await subject.allNames()).toEqual([STATS])
      })

      test('changes nothing: a version of a file that does not exist', async () => {
        const commit = storage.commit([{ name: STATS, bytes: 'new', ifVersion: versionOf('old') }])
        await expect(commit).rejects.toBeInstanceOf(PreconditionFailed)
        expect(await subject.allNames()).toEqual([])
      })

      test('sees what was written by hand', async () => {
        const { version } = await put(STATS, 'old')
        subject.writeByHand(STATS, 'by hand')
        const commit = storage.commit([{ name: STATS, bytes: 'new', ifVersion: version }])
        await expect(commit).rejects.toBeInstanceOf(PreconditionFailed)
        expect(await textOf(STATS)).toBe('by hand')
      })

      test('lets one of many commits from the same version succeed', async () => {
        const { version } = await put(STATS, 'old')
        const results = await Promise.allSettled(
          ['1', '2', '3', '4'].map((bytes) => storage.commit([{ name: STATS, bytes, ifVersion: version }])),
        )
        const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
        expect(failures).toHaveLength(3)
        for (const failure of failures) expect(failure).toBeInstanceOf(PreconditionFailed)
      })
    })

    describe('a removal on a condition', () => {
      const removal = (condition: { ifVersion?: string | null } = {}) => ({ name: STATS, bytes: null, ...condition })

      test.each<[string, { ifVersion: string | null }]>([
        ['of another version', { ifVersion: versionOf('other') }],
        ['of what must not exist', { ifVersion: null }],
      ])('%s: changes nothing', async (_case, condition) => {
        await put(STATS, 'old')
        const commit = storage.commit([{ name: RECORD, bytes: 'before' }, removal(condition)])
        await expect(commit).rejects.toBeInstanceOf(PreconditionFailed)
        expect(await textOf(STATS)).toBe('old')
        expect(await subject.allNames()).toEqual([STATS])
      })

      test('sees what was written by hand', async () => {
        const { version } = await put(STATS, 'old')
        subject.writeByHand(STATS, 'by hand')
        await expect(storage.commit([removal({ ifVersion: version })])).rejects.toBeInstanceOf(PreconditionFailed)
        expect(await textOf(STATS)).toBe('by hand')
      })

      test('that is not confirmed is taken back, with all that was written before it and renamed after it', async () => {
        await put(STATS, 'old')
        subject.refuseConfirmation(1)
        const commit = storage.commit([{ name: PENDING, bytes: 'record' }, removal({ ifVersion: versionOf('old') })], {
          moves: [{ from: PENDING, to: RECORD }],
        })
        await expect(commit).rejects.toMatchObject({ code: subject.faultCode ?? 'io' })
        expect(await textOf(STATS)).toBe('old')
        subject.heal()
        await put(PDF, 'other')
        expect(await subject.allNames()).toEqual([STATS, PDF].sort())
        expect(await textOf(STATS)).toBe('old')
      })

      test('that is refused leaves everything as it was', async () => {
        await put(STATS, 'old')
        subject.refuseWrites()
        await expect(storage.commit([{ name: RECORD, bytes: 'before' }, removal()])).rejects.toBeInstanceOf(
          StorageError,
        )
        expect(await textOf(STATS)).toBe('old')
        expect(await subject.allNames()).toEqual([STATS])
      })

      test('removes the file, also after a restart, and renames the record of it', async () => {
        const { version } = await put(STATS, 'old')
        const commit = await storage.commit(
          [{ name: PENDING, bytes: 'record', ifVersion: null }, removal({ ifVersion: version })],
          { moves: [{ from: PENDING, to: RECORD }] },
        )
        expect(commit).toEqual({ version: versionOf('') })
        expect(await subject.allNames()).toEqual([RECORD])
        const reopened = await subject.reopen()
        expect(await reopened.read(STATS)).toBeUndefined()
        expect(await subject.allNames()).toEqual([RECORD])
      })

      test('of nothing succeeds, and the name can be used again', async () => {
        await storage.commit([{ name: RECORD, bytes: 'record' }, removal({ ifVersion: null })])
        expect(await textOf(RECORD)).toBe('record')
        await storage.commit([{ name: STATS, bytes: 'new', ifVersion: null }])
        expect(await textOf(STATS)).toBe('new')
      })

      test('lets one of a removal and an edit from the same version succeed', async () => {
        const { version } = await put(STATS, 'old')
        const edit = { name: STATS, bytes: 'new', ifVersion: version }
        const results = await Promise.allSettled([
          storage.commit([removal({ ifVersion: version })]),
          storage.commit([edit]),
        ])
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      })
    })

    test('another owner: every write is refused, reads go on', async () => {
      await put(STATS, 'old')
      subject.loseOwnership()
      const refused = { code: 'lock-lost' }
      await expect(put(STATS, 'new')).rejects.toMatchObject(refused)
      await expect(storage.remove(STATS)).rejects.toMatchObject(refused)
      await expect(storage.move(STATS, RECORD)).rejects.toMatchObject(refused)
      await expect(storage.receive('uploads/.incoming', chunks('x'), () => Promise.resolve())).rejects.toMatchObject(
        refused,
      )
      expect(storage.refusal()).toMatchObject(refused)
      expect(await textOf(STATS)).toBe('old')
      expect(await subject.allNames()).toEqual([STATS])
    })

    test.each([
      '',
      'other/a',
      'content/../data/a',
      'content//a',
      'content/./a',
      '/content/a',
      'content/a\0',
      'content/a/',
    ])('not a name: %j', async (wrong) => {
      await expect(storage.read(wrong)).rejects.toBeInstanceOf(TypeError)
      await expect(put(wrong, 'x')).rejects.toBeInstanceOf(TypeError)
      await expect(storage.move(wrong, STATS)).rejects.toBeInstanceOf(TypeError)
      expect(() => storage.readSync(wrong)).toThrow(TypeError)
      expect(() => storage.pathOf(wrong)).toThrow(TypeError)
    })

    test('a whole part of the storage is not removed', async () => {
      await expect(storage.remove('content/')).rejects.toBeInstanceOf(TypeError)
    })

    test('what is too large, or a folder, is not read', async () => {
      await put(STATS, 'four')
      await expect(storage.read(STATS, { maxBytes: 3 })).rejects.toBeInstanceOf(FileUnreadable)
      expect(() => storage.readSync(STATS, { maxBytes: 3 })).toThrow(FileUnreadable)
      await expect(storage.read('content/home')).rejects.toBeInstanceOf(FileUnreadable)
    })

    test('a source that breaks off leaves nothing', async () => {
      const use = vi.fn(() => Promise.resolve())
      await expect(storage.receive('uploads/.incoming', breakingOff(), use)).rejects.toThrow('broken off')
      expect(use).not.toHaveBeenCalled()
      expect(await subject.allNames()).toEqual([])
    })

    test('what is received and not committed is removed', async () => {
      await storage.receive('uploads/.incoming', chunks('x'), () => Promise.resolve())
      expect(await subject.allNames()).toEqual([])
    })

    test('a move of what does not exist is refused', async () => {
      await expect(storage.move(STATS, RECORD)).rejects.toBeInstanceOf(StorageError)
    })

    test('nothing: read and listed as nothing, and removed without an error', async () => {
      expect(await storage.read(STATS)).toBeUndefined()
      expect(storage.readSync(STATS)).toBeUndefined()
      expect(await storage.stat(STATS)).toBeUndefined()
      expect(await storage.list('content/home')).toEqual([])
      await storage.remove([STATS, 'data/history/'])
    })

    test('what is committed is read, also after a restart', async () => {
      const { version } = await put(STATS, 'text')
      const bytes = Uint8Array.of(0, 255, 10)
      await storage.commit([{ name: RECORD, bytes }])
      for (const opened of [storage, await subject.reopen()]) {
        const read = await opened.read(STATS)
        expect(read).toMatchObject({ version: versionOf('text') })
        expect(version).toBe(versionOf('text'))
        expect(opened.readSync(STATS)).toEqual(read)
        expect(opened.readSync(RECORD)?.bytes).toEqual(Buffer.from(bytes))
        expect(await opened.stat(STATS)).toEqual({ kind: 'file', size: 4, modified: read?.modified })
      }
    })

    test('a commit of several files and renames', async () => {
      await put(STATS, 'old')
      const { version } = await storage.commit(
        [
          { name: PENDING, bytes: 'record', ifVersion: null },
          { name: STATS, bytes: 'new', ifVersion: versionOf('old') },
        ],
        { moves: [{ from: PENDING, to: RECORD }] },
      )
      expect(version).toBe(versionOf('new'))
      expect(await textOf(STATS)).toBe('new')
      expect(await textOf(RECORD)).toBe('record')
      expect(await subject.allNames()).toEqual([STATS, RECORD].sort())
    })

    test('a stream is committed in the place of another file', async () => {
      await put(PDF, 'damaged')
      await storage.receive('uploads/.incoming', chunks('PD', 'F'), (file) =>
        storage.commit([{ name: PDF, bytes: { file } }]),
      )
      expect(await textOf(PDF)).toBe('PDF')
      expect(await subject.allNames()).toEqual([PDF])
    })

    test('files and folders are listed by name', async () => {
      await put('uploads/list/b.jpg', 'b')
      await put('uploads/list/a.jpg', 'a')
      await put('uploads/list/reports/a.pdf', 'PDF')
      expect(await storage.list('uploads/list')).toEqual([
        { name: 'a.jpg', kind: 'file' },
        { name: 'b.jpg', kind: 'file' },
        { name: 'reports', kind: 'folder' },
      ])
      expect(await storage.stat('uploads/list/reports')).toMatchObject({ kind: 'folder' })
    })

    test('files are removed, one, several, or all below a folder', async () => {
      for (const file of [STATS, RECORD, PDF, 'data/variants/a.jpg/400.webp']) await put(file, 'x')
      await storage.remove(STATS)
      await storage.remove([RECORD, PDF])
      await storage.remove('data/variants/a.jpg/')
      expect(await subject.allNames()).toEqual([])
      expect(await storage.list('data/variants')).toEqual([])
    })

    test('a file is moved, into a new folder and over another one', async () => {
      await put(STATS, 'moved')
      await storage.move(STATS, 'data/aside/stats.yaml')
      await put(STATS, 'other')
      await storage.move('data/aside/stats.yaml', STATS)
      expect(await textOf(STATS)).toBe('moved')
      expect(await subject.allNames()).toEqual([STATS])
    })

    describe('append', () => {
      const LOG = 'data/audit/log.jsonl'

      test('to a file of another length is refused: one that is longer, shorter, missing or already there', async () => {
        await storage.append(LOG, 'one\n', 0)
        await expect(storage.append(LOG, 'two\n', 3)).rejects.toBeInstanceOf(PreconditionFailed)
        await expect(storage.append(LOG, 'two\n', 5)).rejects.toBeInstanceOf(PreconditionFailed)
        await expect(storage.append(LOG, 'two\n', 0)).rejects.toBeInstanceOf(PreconditionFailed)
        await expect(storage.append('data/audit/none.jsonl', 'two\n', 4)).rejects.toBeInstanceOf(PreconditionFailed)
        expect(await textOf(LOG)).toBe('one\n')
      })

      test('that is not confirmed is taken back', async () => {
        await storage.append(LOG, 'one\n', 0)
        subject.refuseConfirmation(0)
        await expect(storage.append(LOG, 'two\n', 4)).rejects.toBeInstanceOf(StorageError)
        subject.heal()
        await storage.append(LOG, 'three\n', 4)
        expect(await textOf(LOG)).toBe('one\nthree\n')
      })

      test('that another owner of the files makes is refused', async () => {
        await storage.append(LOG, 'one\n', 0)
        subject.loseOwnership()
        await expect(storage.append(LOG, 'two\n', 4)).rejects.toBeInstanceOf(StorageError)
        expect(await textOf(LOG)).toBe('one\n')
      })

      test('adds at the end, and lasts', async () => {
        await storage.append(LOG, 'one\n', 0)
        await storage.append(LOG, 'two – ₹\n', 4)
        const reopened = await subject.reopen()
        expect((await reopened.read(LOG))?.bytes.toString()).toBe('one\ntwo – ₹\n')
      })
    })

    test('changes are reported, by hand and by commit, until the watch ends', async () => {
      await put(STATS, 'old')
      const listener = vi.fn<WatchListener>()
      const stop = storage.watch('content', listener)
      const expectReport = async (change: () => unknown) => {
        await vi.waitFor(() => {
          expect(listener).toHaveBeenCalled()
        }, 5_000)
        listener.mockClear()
        await change()
        await vi.waitFor(() => {
          expect(listener).toHaveBeenCalledWith(STATS, { isWhole: false })
        }, 5_000)
      }
      await expectReport(() => {
        subject.writeByHand(STATS, 'by hand')
      })
      await expectReport(() => put(STATS, 'new'))
      stop()
    })

    describe('snapshot', () => {
      const everything = () => true
      const inSnapshot = (folder: string, file: string) => {
        const [root = '', ...below] = file.split('/')
        return storage.read([root, folder, ...below].join('/'))
      }

      test('a process that is no longer the owner makes none', async () => {
        await put(STATS, 'one')
        subject.loseOwnership()
        await expect(storage.snapshot(everything)).rejects.toMatchObject({ code: 'lock-lost' })
      })

      test('holds what was there, whatever is changed, moved or removed afterwards', async () => {
        await storage.commit([
          { name: RECORD, bytes: 'record' },
          { name: PDF, bytes: 'pdf' },
          { name: STATS, bytes: 'one' },
        ])
        const log = 'data/audit/2026-11-000000001.jsonl'
        await storage.append(log, 'one\n', 0)
        const { folder, leftOut, remove } = await storage.snapshot(everything)
        await storage.append(log, 'two\n', 4)
        await put(STATS, 'two')
        subject.writeByHand(STATS, 'by hand')
        await storage.move(PDF, 'uploads/.trash/a.pdf')
        await storage.remove(RECORD)
        expect(leftOut).toEqual([])
        expect((await inSnapshot(folder, STATS))?.bytes.toString()).toBe('one')
        expect((await inSnapshot(folder, PDF))?.bytes.toString()).toBe('pdf')
        expect((await inSnapshot(folder, RECORD))?.bytes.toString()).toBe('record')
        expect((await inSnapshot(folder, log))?.bytes.toString()).toBe('one\n')
        await remove()
        expect((await subject.allNames()).filter((name) => name.includes(folder))).toEqual([])
      })

      test('holds only what is asked for, and no other snapshot', async () => {
        await storage.commit([
          { name: PDF, bytes: 'pdf' },
          { name: STATS, bytes: 'one' },
        ])
        const first = await storage.snapshot(everything)
        const second = await storage.snapshot((name) => !name.startsWith('uploads/reports'))
        expect(await inSnapshot(second.folder, PDF)).toBeUndefined()
        expect(await inSnapshot(second.folder, `content/${first.folder}/home/stats.yaml`)).toBeUndefined()
        expect(await inSnapshot(second.folder, STATS)).toBeDefined()
        await first.remove()
        await second.remove()
      })

      test('is of one moment: commits of several files are in it whole or not at all, and none is refused', async () => {
        const save = async (text: string) => {
          await storage.commit([
            { name: RECORD, bytes: text },
            { name: PDF, bytes: text },
            { name: STATS, bytes: text },
          ])
        }
        await save('0')
        let acknowledged = 0
        const until = new AbortController()
        const saving = (async () => {
          while (!until.signal.aborted) {
            await save(String(acknowledged + 1))
            acknowledged += 1
          }
        })()
        for (let round = 0; round < 25; round += 1) {
          const before = acknowledged
          const { folder, remove } = await storage.snapshot(everything)
          const texts = await Promise.all(
            [STATS, RECORD, PDF].map(async (file) => (await inSnapshot(folder, file))?.bytes.toString()),
          )
          expect(new Set(texts).size).toBe(1)
          expect(Number(texts[0])).toBeGreaterThanOrEqual(before)
          await remove()
        }
        until.abort()
        await saving
      })
    })
  })
}

const STATS = 'content/home/stats.yaml'
const PENDING = 'data/history/stats/1.pending'
const RECORD = 'data/history/stats/1.json'
const PDF = 'uploads/reports/a.pdf'

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text))
}

async function* breakingOff(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from('x'))
  throw new Error('broken off')
}
