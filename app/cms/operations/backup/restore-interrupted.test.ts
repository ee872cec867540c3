import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { hooks, removeHooks, systemError } from '#test/fault-fs.ts'
import { silentHealth, silentLog } from '#test/temporary-content.ts'
import { openDisk } from '#test/temporary-disk.ts'
import type { SiteFolders } from './archive-format.ts'
import { backUp } from './back-up.server.ts'
import { finishRestore, restore, undoRestore } from './restore.server.ts'

const OLD = { 'content/home/a': 'old a', 'content/b': 'old b', 'uploads/u': 'old u', 'data/accounts.json': 'old' }
const NEW = { 'content/home/a': 'new a', 'content/c': 'new c', 'uploads/u': 'new u', 'data/accounts.json': 'new' }

const never = () => Promise.reject<string>(new Error('Not asked for'))
let archives: string
let archive: string

function folderOfTest(prefix: string) {
  return mkdtempSync(path.join(tmpdir(), prefix))
}

function foldersIn(root: string): SiteFolders {
  return { content: path.join(root, 'content'), uploads: path.join(root, 'uploads'), data: path.join(root, 'data') }
}

function write(folders: SiteFolders, files: Record<string, string>) {
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    const [root, ...below] = name.split('/')
    const file = path.join(folders[root as keyof SiteFolders], ...below)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** The files that the site would read. */
function filesOf(folders: SiteFolders, { withHidden = false } = {}) {
  const files: Record<string, string> = {}
  for (const [root, folder] of Object.entries(folders)) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name === 'owner.flock') continue
      const file = path.join(entry.parentPath, entry.name)
      const name = `${root}/${path.relative(folder, file)}`
      // Temporary files are removed after each start.
      if (name.endsWith('.tmp')) continue
      if (withHidden || !name.includes('/.')) files[name] = readFileSync(file, 'utf8')
    }
  }
  return files
}

beforeAll(async () => {
  archives = folderOfTest('archives-')
  const folders = foldersIn(archives)
  write(folders, NEW)
  archive = path.join(archives, 'new.tar.gz')
  const { content: contentDir, uploads: uploadsDir, data: dataDir } = folders
  const options = { contentDir, uploadsDir, dataDir, log: silentLog, health: silentHealth }
  await backUp(archive, { ...options, version: '1', publicOnly: false })
  return () => {
    rmSync(archives, { recursive: true })
  }
})

beforeEach(removeHooks)

/** Each test makes a hundred restores, whose many small writes take long on a machine with much else to do. */
const TIMEOUT_MS = 90_000

/**
 * Runs `act` repeatedly, each time on the folders as `prepare` has left them once. Each time the process is killed one change of the disk later: from then on it changes nothing.
 * Then `check` gets the folders in the state in which the next start leaves them.
 */
async function killAtEachChange(
  prepare: (folders: SiteFolders) => Promise<void>,
  act: (folders: SiteFolders) => Promise<unknown>,
  check: (folders: SiteFolders, at: number) => Promise<void>,
  beforeStart: (folders: SiteFolders) => void = () => undefined,
): Promise<number> {
  const prepared = folderOfTest('prepared-')
  onTestFinished(() => {
    rmSync(prepared, { recursive: true })
  })
  await prepare(foldersIn(prepared))
  for (let at = 1; ; at += 1) {
    const root = folderOfTest('killed-')
    try {
      const folders = foldersIn(root)
      cpSync(prepared, root, { recursive: true, preserveTimestamps: true })
      let changes = 0
      hooks.change = () => {
        changes += 1
        if (changes >= at) throw new Error('killed')
      }
      await act(folders).catch(() => undefined)
      removeHooks()
      if (changes < at) return at
      beforeStart(folders)
      await finishRestore(folders)
      await check(folders, at)
    } finally {
      rmSync(root, { recursive: true })
    }
  }
}

test(
  'a restore that is killed at any moment: the next start has the old site or the new one, never a mix',
  async () => {
    const outcomes: string[] = []
    const moments = await killAtEachChange(
      (folders) => {
        write(folders, OLD)
        return Promise.resolve()
      },
      (folders) => restore(archive, folders, never),
      async (folders, at) => {
        const files = filesOf(folders)
        const isNew = files['uploads/u'] === 'new u'
        expect(files, `change ${at}`).toEqual(isNew ? NEW : OLD)
        if (!isNew) expect(filesOf(folders, { withHidden: true }), `nothing is left after change ${at}`).toEqual(OLD)
        outcomes.push(isNew ? 'new' : 'old')
        if (!isNew) return
        await undoRestore(folders)
        expect(filesOf(folders), `undone after change ${at}`).toEqual(OLD)
      },
    )
    expect(moments).toBeGreaterThan(30)
    expect(new Set(outcomes)).toEqual(new Set(['old', 'new']))
    // A restore that has begun to replace files is finished by the next start.
    expect(outcomes.join(' ')).toMatch(/^(?:old )+new(?: new)*$/)
  },
  TIMEOUT_MS,
)

test(
  'an undo that is killed at any moment: the new site or the old one, and the other can be brought back',
  async () => {
    await killAtEachChange(
      async (folders) => {
        write(folders, OLD)
        await restore(archive, folders, never)
      },
      undoRestore,
      async (folders, at) => {
        const files = filesOf(folders)
        const isOld = files['uploads/u'] === 'old u'
        expect(files, `change ${at}`).toEqual(isOld ? OLD : NEW)
        await undoRestore(folders)
        expect(filesOf(folders), `taken back after change ${at}`).toEqual(isOld ? NEW : OLD)
      },
    )
  },
  TIMEOUT_MS,
)

test.each([
  ['a restore', () => Promise.resolve(), (folders: SiteFolders) => restore(archive, folders, never)],
  ['an undo', (folders: SiteFolders) => restore(archive, folders, never), undoRestore],
])(
  '%s whose journal is damaged after a kill at any moment: the old site or the new one',
  async (_, prepare, act) => {
    await killAtEachChange(
      async (folders) => {
        write(folders, OLD)
        await prepare(folders)
      },
      act,
      (folders, at) => {
        const files = filesOf(folders)
        expect(files, `change ${at}`).toEqual(files['uploads/u'] === 'new u' ? NEW : OLD)
        return Promise.resolve()
      },
      ({ data }) => {
        if (existsSync(path.join(data, 'restore.json'))) writeFileSync(path.join(data, 'restore.json'), '{"step":"cl')
      },
    )
  },
  TIMEOUT_MS,
)

/** The folders of a restore that was killed when it was about to rename this entry. */
async function killedBefore(entry: (folders: SiteFolders) => string) {
  const root = folderOfTest('helped-')
  onTestFinished(() => {
    rmSync(root, { recursive: true })
  })
  const folders = foldersIn(root)
  write(folders, OLD)
  let isKilled = false
  hooks.change = (what, file) => {
    isKilled ||= what === 'rename' && file === entry(folders)
    if (isKilled) throw new Error('killed')
  }
  await restore(archive, folders, never).catch(() => undefined)
  expect(isKilled).toBe(true)
  removeHooks()
  return folders
}

test('files that somebody has put back before the next start: the restore is finished, and they are in its old files', async () => {
  const folders = await killedBefore(({ content }) => path.join(content, '.restore-unpacked/c'))
  write(folders, { 'content/home/a': 'by hand', 'content/c': 'by hand' })
  expect(await finishRestore(folders)).toBe(true)
  expect(filesOf(folders)).toEqual(NEW)
  expect(filesOf(folders, { withHidden: true })).toMatchObject({
    'content/.restore-previous/home/a': 'old a',
    'content/.restore-previous/home.found-1/a': 'by hand',
    'content/.restore-previous/c': 'by hand',
  })
  await undoRestore(folders)
  expect(filesOf(folders)).toMatchObject(OLD)
})

test('files that somebody has put back while the old ones were moved away: nothing of both is lost', async () => {
  const folders = await killedBefore(({ uploads }) => path.join(uploads, 'u'))
  write(folders, { 'content/home/a': 'by hand' })
  expect(await finishRestore(folders)).toBe(true)
  expect(filesOf(folders)).toEqual(NEW)
  expect(filesOf(folders, { withHidden: true })).toMatchObject({
    'content/.restore-previous/home/a': 'old a',
    'content/.restore-previous/home.found-1/a': 'by hand',
  })
})

test('unpacked files that somebody has removed before they were used: the old site is put back', async () => {
  const folders = await killedBefore(({ uploads }) => path.join(uploads, 'u'))
  for (const folder of Object.values(folders)) rmSync(path.join(folder, '.restore-unpacked'), { recursive: true })
  expect(await finishRestore(folders)).toBe(true)
  expect(filesOf(folders, { withHidden: true })).toEqual(OLD)
})

test('a restore that cannot be finished: said with what to do, and nothing is changed', async () => {
  const folders = await killedBefore(({ content }) => path.join(content, '.restore-unpacked/home'))
  const before = filesOf(folders, { withHidden: true })
  hooks.change = (what) => {
    if (what === 'rename') throw systemError('EROFS', 'rename')
  }
  await expect(finishRestore(folders)).rejects.toThrow(/cannot be finished: .*EROFS.*start the site again/)
  removeHooks()
  expect(filesOf(folders, { withHidden: true })).toEqual(before)
  expect(await finishRestore(folders)).toBe(true)
  expect(filesOf(folders)).toEqual(NEW)
})

test('folders that are disks of their own: restored and brought back', async () => {
  const disks = [openDisk(), openDisk(), openDisk()]
  onTestFinished(() => {
    for (const { remove } of disks) remove()
  })
  const [content = '', uploads = '', data = ''] = disks.map(({ folder }) => folder)
  const folders = { content, uploads, data }
  write(folders, OLD)
  await restore(archive, folders, never)
  expect(filesOf(folders)).toEqual(NEW)
  await undoRestore(folders)
  expect(filesOf(folders)).toEqual(OLD)
})

test.each(['EBUSY', 'EXDEV'])(
  'an entry that is a disk of its own (%s): refused, and everything is as it was',
  async (code) => {
    const root = folderOfTest('mounted-')
    onTestFinished(() => {
      rmSync(root, { recursive: true })
    })
    const folders = foldersIn(root)
    write(folders, OLD)
    hooks.change = (what, file) => {
      if (what === 'rename' && file === path.join(folders.content, 'home')) throw systemError(code, 'rename')
    }
    await expect(restore(archive, folders, never)).rejects.toThrow(code)
    removeHooks()
    expect(filesOf(folders)).toEqual(OLD)
    expect(await finishRestore(folders)).toBe(false)
    expect(filesOf(folders, { withHidden: true })).toEqual(OLD)
  },
)
