import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Health } from '#app/cms/platform/health.server.ts'
import { hooks, removeHooks, systemError } from '#test/fault-fs.ts'
import { describeStorage } from '#test/storage-contract.ts'
import { silentLog } from '#test/temporary-content.ts'
import { openDiskStorage } from './disk-storage.server.ts'
import { versionOf, type Storage } from '#app/cms/storage/storage.ts'

afterEach(removeHooks)

/** Every fsync from the nth on fails. */
function failSyncFrom(nth: number, code = 'EIO') {
  let calls = 0
  hooks.fsync = () => {
    calls += 1
    if (calls >= nth) throw systemError(code, 'fsync')
  }
}

/** Each fsync of one folder itself fails; all other files and folders work. */
function failSyncOf(folder: string) {
  const { ino } = statSync(folder)
  hooks.fsync = (descriptor) => {
    if (fstatSync(descriptor).ino === ino) throw systemError('EIO', 'fsync')
  }
}

function openFolders() {
  const root = mkdtempSync(path.join(os.tmpdir(), 'storage-'))
  const folders = {
    contentDir: path.join(root, 'content'),
    uploadsDir: path.join(root, 'uploads'),
    dataDir: path.join(root, 'data'),
  }
  for (const folder of [folders.contentDir, folders.uploadsDir]) mkdirSync(folder)
  const health = new Health({ error: () => undefined, info: () => undefined })
  const opened = new Set<Storage>()
  const open = () => {
    const storage = openDiskStorage({ ...folders, log: silentLog, health })
    opened.add(storage)
    return storage
  }
  const dispose = async () => {
    for (const storage of opened) await storage.close()
    rmSync(root, { recursive: true })
  }
  return { root, health, open, dispose }
}

describeStorage('the disk', () => {
  const { root, open, dispose } = openFolders()
  const storage = open()
  // The folders have to exist before writes are refused.
  for (const folder of ['content/home', 'data/history/stats', 'uploads/.incoming', 'uploads/reports']) {
    mkdirSync(path.join(root, folder), { recursive: true })
  }
  return Promise.resolve({
    storage,
    writeByHand: (name, content) => {
      writeFileSync(path.join(root, name), content)
    },
    allNames: () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('owner.'))
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
        .sort(),
    refuseWrites: () => {
      failSyncFrom(1, 'ENOSPC')
    },
    refuseConfirmation: (files) => {
      failSyncFrom(files + 1)
    },
    heal: removeHooks,
    loseOwnership: () => {
      const lock = path.join(root, 'data', 'owner.lock')
      const own = JSON.parse(readFileSync(lock, 'utf8')) as object
      writeFileSync(lock, JSON.stringify({ ...own, token: 'another' }))
    },
    async reopen() {
      await storage.close()
      return open()
    },
    dispose,
  })
})

describe('on the disk', () => {
  function setUp() {
    const folders = openFolders()
    onTestFinished(folders.dispose)
    const storage = folders.open()
    const file = path.join(folders.root, 'content/stats.yaml')
    return { ...folders, storage, file, put: (name: string, bytes: string) => storage.commit([{ name, bytes }]) }
  }

  test('a disk fault is reported, and cleared without a commit once the disk takes writes', async () => {
    const { health, put, file } = setUp()
    await put('content/stats.yaml', 'old')
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    failSyncFrom(2)
    await expect(put('content/stats.yaml', 'new')).rejects.toMatchObject({ code: 'io' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(health.problems()).toMatchObject([{ id: 'content-disk-fault' }])
    removeHooks()
    await vi.advanceTimersByTimeAsync(5_000)
    await vi.waitFor(() => {
      expect(health.problems()).toEqual([])
    })
    expect(readFileSync(file, 'utf8')).toBe('old')
  })

  test.each<[string, (storage: Storage) => Promise<unknown>]>([
    ['a commit', (storage) => storage.commit([{ name: 'content/stats.yaml', bytes: 'new' }])],
    ['a removal', (storage) => storage.remove('content/stats.yaml')],
    ['a move', (storage) => storage.move('content/stats.yaml', 'content/moved.yaml')],
  ])(
    'after a failed fsync of %s no write is accepted, on a folder that works either, until a probe succeeds',
    async (_change, change) => {
      const { root, health, storage, put } = setUp()
      await put('content/stats.yaml', 'old')
      await put('data/inbox/a.json', '{}')
      failSyncOf(path.join(root, 'content'))
      const refused = { code: 'io', status: 503 }
      await expect(change(storage)).rejects.toMatchObject(refused)
      await expect(put('data/inbox/b.json', '{}')).rejects.toMatchObject(refused)
      await expect(storage.remove('data/inbox/a.json')).rejects.toMatchObject(refused)
      await expect(storage.move('data/inbox/a.json', 'data/inbox/c.json')).rejects.toMatchObject(refused)
      expect(await storage.list('data/inbox')).toEqual([{ name: 'a.json', kind: 'file' }])
      expect(health.problems()).toMatchObject([{ id: 'content-disk-fault' }])
      removeHooks()
      await put('data/inbox/b.json', '{}')
      expect(health.problems()).toEqual([])
    },
  )

  test('a change that cannot be taken back says so, and is taken back later', async () => {
    const { put, file } = setUp()
    await put('content/stats.yaml', 'old')
    failSyncFrom(2)
    let renames = 0
    hooks.renameSync = () => {
      renames += 1
      if (renames > 1) throw systemError('EIO', 'rename')
    }
    await expect(put('content/stats.yaml', 'new')).rejects.toMatchObject({ code: 'not-put-back' })
    expect(readFileSync(file, 'utf8')).toBe('new')
    removeHooks()
    await put('content/other.yaml', 'other')
    expect(readFileSync(file, 'utf8')).toBe('old')
  })

  test.each(['content', 'data'])(
    'a change whose %s folder is renamed before it is synced is taken back once the folder is back',
    async (name) => {
      const { root, health, storage, put } = setUp()
      const folder = path.join(root, name)
      await put(`${name}/stats.yaml`, 'old')
      hooks.openSync = (file) => {
        if (file !== folder || !existsSync(path.join(folder, 'stats.yaml'))) return
        delete hooks.openSync
        renameSync(folder, `${folder}.away`)
      }
      await expect(put(`${name}/stats.yaml`, 'new')).rejects.toMatchObject({ code: 'not-put-back' })
      await expect(put(`${name}/stats.yaml`, 'later')).rejects.toMatchObject({ code: `${name}-missing` })
      renameSync(`${folder}.away`, folder)
      await put(`${name}/other.yaml`, 'other')
      expect((await storage.read(`${name}/stats.yaml`))?.bytes.toString()).toBe('old')
      expect(health.problems()).toEqual([])
    },
  )

  test('a hand edit that replaces a change before it is taken back stays', async () => {
    const { put, file } = setUp()
    await put('content/stats.yaml', 'old')
    let calls = 0
    hooks.fsync = () => {
      calls += 1
      if (calls < 2) return
      writeFileSync(file, 'by hand')
      throw systemError('EIO', 'fsync')
    }
    await expect(put('content/stats.yaml', 'new')).rejects.toMatchObject({ code: 'io' })
    expect(readFileSync(file, 'utf8')).toBe('by hand')
  })

  test('data is for its user alone, the rest for everybody, and a file that is replaced keeps its rights', async () => {
    const { root, put, file } = setUp()
    await put('data/sessions/a.json', '{}')
    await put('uploads/a.jpg', 'x')
    await put('content/stats.yaml', 'x')
    chmodSync(file, 0o640)
    await put('content/stats.yaml', 'y')
    const mode = (name: string) => (statSync(path.join(root, name)).mode & 0o777).toString(8)
    expect(['data', 'data/sessions', 'data/sessions/a.json', 'uploads/a.jpg', 'content/stats.yaml'].map(mode)).toEqual([
      '700',
      '700',
      '600',
      '644',
      '640',
    ])
  })

  test('a link stays a link; the file behind it is replaced', async () => {
    const { root, storage, put, file } = setUp()
    writeFileSync(path.join(root, 'real.yaml'), 'old')
    mkdirSync(path.dirname(file), { recursive: true })
    symlinkSync(path.join(root, 'real.yaml'), file)
    expect(storage.readSync('content/stats.yaml')?.bytes.toString()).toBe('old')
    await put('content/stats.yaml', 'new')
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
    expect(readFileSync(path.join(root, 'real.yaml'), 'utf8')).toBe('new')
    expect(await storage.stat('content/stats.yaml')).toMatchObject({ kind: 'other' })
  })

  test('a link in data, and one to what is no regular file, is replaced itself', async () => {
    const { root, storage, put, file } = setUp()
    writeFileSync(path.join(root, 'other'), 'other')
    mkdirSync(path.join(root, 'pipes'))
    execFileSync('mkfifo', [path.join(root, 'pipes/pipe')])
    mkdirSync(path.dirname(file), { recursive: true })
    symlinkSync(path.join(root, 'other'), path.join(root, 'data/copy.txt'))
    symlinkSync(path.join(root, 'pipes/pipe'), file)
    await put('data/copy.txt', 'new')
    await put('content/stats.yaml', 'new')
    expect(readFileSync(path.join(root, 'other'), 'utf8')).toBe('other')
    expect(lstatSync(path.join(root, 'pipes/pipe')).isFIFO()).toBe(true)
    for (const name of ['data/copy.txt', 'content/stats.yaml']) {
      expect(lstatSync(path.join(root, name)).isFile()).toBe(true)
      expect(storage.readSync(name)?.bytes.toString()).toBe('new')
    }
  })

  test('a pipe is not waited for, is unreadable, and is set aside by a commit that asks for it', async () => {
    const { root, storage, file } = setUp()
    mkdirSync(path.dirname(file), { recursive: true })
    execFileSync('mkfifo', [file])
    expect(() => storage.readSync('content/stats.yaml')).toThrow('not a regular file')
    await expect(storage.read('content/stats.yaml')).rejects.toThrow('not a regular file')
    await expect(storage.commit([{ name: 'content/stats.yaml', bytes: 'new', ifVersion: null }])).rejects.toMatchObject(
      { name: 'PreconditionFailed' },
    )
    await storage.commit([{ name: 'content/stats.yaml', bytes: 'new', preserveAs: 'stats.yaml.aside' }])
    expect(readFileSync(file, 'utf8')).toBe('new')
    expect(lstatSync(path.join(root, 'content/stats.yaml.aside')).isFIFO()).toBe(true)
  })

  test('a commit that sets aside what can be read after all changes nothing', async () => {
    const { storage, put, root } = setUp()
    await put('content/stats.yaml', 'readable')
    const commit = storage.commit([{ name: 'content/stats.yaml', bytes: 'new', preserveAs: 'stats.yaml.aside' }])
    await expect(commit).rejects.toMatchObject({ name: 'PreconditionFailed' })
    expect(existsSync(path.join(root, 'content/stats.yaml.aside'))).toBe(false)
    expect(storage.readSync('content/stats.yaml')?.bytes.toString()).toBe('readable')
  })

  test('what was set aside is put back when the commit fails', async () => {
    const { storage, file } = setUp()
    mkdirSync(file, { recursive: true })
    failSyncFrom(2)
    const commit = storage.commit([{ name: 'content/stats.yaml', bytes: 'new', preserveAs: 'stats.yaml.aside' }])
    await expect(commit).rejects.toMatchObject({ code: 'io' })
    expect(lstatSync(file).isDirectory()).toBe(true)
  })

  test('what an editor writes into a file that was replaced meanwhile is handed over', async () => {
    const { storage, put, file } = setUp()
    const { version } = await put('content/stats.yaml', 'old')
    const editor = openSync(file, 'r+')
    const late = vi.fn<(bytes: Uint8Array) => Promise<void>>(() => Promise.resolve())
    const committed = await storage.commit([{ name: 'content/stats.yaml', bytes: 'new', ifVersion: version }], {
      onLateWrite: late,
    })
    expect(committed).toEqual({ version: versionOf('new') })
    writeSync(editor, 'by hand', 0)
    closeSync(editor)
    await storage.close()
    expect(late.mock.calls).toEqual([[Buffer.from('by hand')]])
  })

  test('what is written at the very moment of the replacement comes with the result', async () => {
    const { storage, put, file } = setUp()
    const { version } = await put('content/stats.yaml', 'old')
    hooks.renameSync = () => {
      writeFileSync(file, 'by hand')
    }
    const committed = await storage.commit([{ name: 'content/stats.yaml', bytes: 'new', ifVersion: version }], {
      onLateWrite: () => Promise.resolve(),
    })
    expect(committed.overwritten).toEqual(Buffer.from('by hand'))
  })

  test('a second process is told who holds the folders', () => {
    const { open } = setUp()
    expect(open).toThrow(`Another process (${process.pid}`)
  })
})

test('process that only reads: refuses every change of content and uploads, and keeps its own data', async () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'reader-'))
  const folders = { contentDir: `${root}/content`, uploadsDir: `${root}/uploads`, dataDir: `${root}/cache` }
  for (const folder of [folders.contentDir, folders.uploadsDir]) mkdirSync(folder)
  writeFileSync(path.join(folders.contentDir, 'stats.yaml'), 'a')
  const storage = openDiskStorage({
    ...folders,
    log: silentLog,
    health: new Health({ error: () => undefined, info: () => undefined }),
    isReader: true,
  })
  onTestFinished(async () => {
    await storage.close()
    rmSync(root, { recursive: true })
  })
  const reader = { code: 'reader' }
  await expect(storage.commit([{ name: 'content/stats.yaml', bytes: 'b' }])).rejects.toMatchObject(reader)
  await expect(
    storage.commit([{ name: 'data/x', bytes: 'b' }], { moves: [{ from: 'data/x', to: 'uploads/x' }] }),
  ).rejects.toMatchObject(reader)
  await expect(storage.append('content/stats.yaml', 'b', 1)).rejects.toMatchObject(reader)
  await expect(storage.remove('content/stats.yaml')).rejects.toMatchObject(reader)
  await expect(storage.remove('uploads/.trash/x/')).rejects.toMatchObject(reader)
  await expect(storage.move('content/stats.yaml', 'data/stats.yaml')).rejects.toMatchObject(reader)
  await expect(storage.receive('uploads', Readable.from([]), () => Promise.resolve())).rejects.toMatchObject(reader)
  expect(storage.refusal('content/stats.yaml')).toMatchObject(reader)
  expect(storage.refusal()).toBeUndefined()
  await storage.commit([{ name: 'data/variants/x', bytes: 'b' }])
  expect(readdirSync(folders.contentDir)).toEqual(['stats.yaml'])
  expect(readFileSync(path.join(folders.contentDir, 'stats.yaml'), 'utf8')).toBe('a')
  expect(readdirSync(folders.uploadsDir)).toEqual([])
})

test('a folder is removed: it is gone only once its parent folder is synced', async () => {
  const { root, open, dispose } = openFolders()
  onTestFinished(dispose)
  const storage = open()
  await storage.commit([{ name: 'data/drafts/notice/release/1.json', bytes: '{}' }])
  failSyncOf(path.join(root, 'data/drafts/notice'))
  await expect(storage.remove('data/drafts/notice/release/')).rejects.toMatchObject({ code: 'io' })
  removeHooks()
  await storage.remove('data/drafts/notice/release/')
  await storage.remove('data/drafts/notice/release/')
  expect(await storage.list('data/drafts/notice')).toEqual([])
})

describe.each(['content', 'uploads'] as const)('folder of %s away', (root) => {
  function setUp() {
    const folders = openFolders()
    onTestFinished(folders.dispose)
    const folder = path.join(folders.root, root)
    writeFileSync(path.join(folder, 'old.yaml'), 'old')
    const storage = folders.open()
    renameSync(folder, `${folder}.away`)
    const back = () => {
      rmSync(folder, { recursive: true, force: true })
      renameSync(`${folder}.away`, folder)
    }
    return { ...folders, folder, storage, back }
  }

  const writes: [string, (storage: Storage) => Promise<unknown>][] = [
    ['a commit', (storage) => storage.commit([{ name: `${root}/new.yaml`, bytes: 'new' }])],
    ['an append', (storage) => storage.append(`${root}/home/log`, 'new', 0)],
    ['a received file', (storage) => storage.receive(`${root}/.incoming`, Readable.from([]), () => Promise.resolve())],
    ['a move', (storage) => storage.move('data/kept', `${root}/.trash/kept`)],
    ['a removal', (storage) => storage.remove(`${root}/old.yaml`)],
  ]

  test.each(writes)('%s is refused with the reason and makes no folder, until it is back', async (_case, write) => {
    const { root: all, folder, storage, back } = setUp()
    await storage.commit([{ name: 'data/kept', bytes: 'kept' }])
    const refused = { code: `${root}-missing`, status: 503 }
    await expect(write(storage)).rejects.toMatchObject(refused)
    expect(storage.refusal(`${root}/new.yaml`)).toMatchObject(refused)
    expect(readdirSync(all)).not.toContain(root)
    // As below the mount point of its disk.
    mkdirSync(path.join(folder, 'lost+found'), { recursive: true })
    await expect(write(storage)).rejects.toMatchObject(refused)
    expect(readdirSync(folder)).toEqual(['lost+found'])
    back()
    await write(storage)
    expect(storage.refusal(`${root}/new.yaml`)).toBeUndefined()
  })

  test('a copy of it in its place is accepted', async () => {
    const { folder, storage } = setUp()
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'old.yaml'), 'old')
    await storage.commit([{ name: `${root}/new.yaml`, bytes: 'new' }])
    expect(readdirSync(folder)).toEqual(['new.yaml', 'old.yaml'])
  })
})
