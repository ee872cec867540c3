import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createWriteStream } from 'node:fs'
import { createHash } from 'node:crypto'
import { createGzip, gunzipSync, gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { silentHealth, silentLog } from '#test/temporary-content.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import type { Decoder } from '#app/cms/media/decoding/decoder.server.ts'
import { openImageIndex } from '#app/cms/media/library/image-index.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { testDecoder } from '#test/temporary-images.ts'
import type { SiteFolders } from './archive-format.ts'
import { backUp } from './back-up.server.ts'
import { serveSnapshots } from './backup-socket.server.ts'
import { finishRestore, restore, undoRestore } from './restore.server.ts'

const PASSPHRASE = 'a passphrase of the test'

function temporaryFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'backup-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  return folder
}

/** The three folders of a site, with files in them. */
function makeFolders(files: Record<string, string | Buffer> = {}): SiteFolders {
  const root = temporaryFolder()
  const folders = {
    content: path.join(root, 'content'),
    uploads: path.join(root, 'uploads'),
    data: path.join(root, 'data'),
  }
  for (const folder of Object.values(folders)) mkdirSync(folder, { mode: 0o700 })
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), bytes)
  }
  return folders
}

const SITE = {
  'content/home/stats.yaml': 'years: 30\n',
  'content/pages/über uns.md': '# Über uns\n',
  'uploads/.trash/old.jpg': 'trash',
  'uploads/film.mp4': Buffer.alloc(1_000_000, 'film'),
  'data/accounts.json': '{"username":"admin"}',
  'data/device-secret': 'secret',
  'data/history/stats/1.json': '{}',
  'data/inbox/message.json': '{"text":"Hello"}',
  'data/staged/reports/half-year.pdf': 'not public yet',
}

const NOT_IN_BACKUP = {
  'uploads/.incoming/x': 'half',
  'data/parsed-contents.txt': 'parsed',
  'data/sessions/1.json': 'session',
  'data/staged/.incoming/x': 'half',
  'data/tokens/1.json': 'token',
  'data/variants/film-400.avif': 'variant',
  'content/home/.stats.yaml.0123456789ab.tmp': 'left over',
}

/** All files below the folders, except the file of the advisory lock and the files that a restore has replaced. */
function filesOf(folders: SiteFolders, { withPrevious = false } = {}): Record<string, string> {
  const files: Record<string, string> = {}
  for (const [root, folder] of Object.entries(folders)) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name === 'owner.flock') continue
      const file = path.join(entry.parentPath, entry.name)
      const name = `${root}/${path.relative(folder, file)}`
      if (withPrevious || !name.includes('/.restore-previous/')) files[name] = readFileSync(file, 'latin1')
    }
  }
  return files
}

function latin1(files: Record<string, string | Buffer>) {
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]))
}

function backupOptions({ content, uploads, data }: SiteFolders) {
  return {
    contentDir: content,
    uploadsDir: uploads,
    dataDir: data,
    log: silentLog,
    health: silentHealth,
    version: '1.2.3',
    publicOnly: false,
  }
}

function noPassphrase(): Promise<string> {
  return Promise.reject(new Error('Not asked for'))
}

async function makeArchive(
  files: Record<string, string | Buffer> = SITE,
  options: { publicOnly?: boolean; passphrase?: string; workFactor?: number } = {},
) {
  const archive = path.join(temporaryFolder(), 'site.tar.gz')
  await backUp(archive, { ...backupOptions(makeFolders(files)), ...options })
  return archive
}

/** An archive that only an attacker, or a newer release, makes. */
async function forgeArchive(
  entries: { name: string; type?: 'file' | 'symlink'; linkname?: string; text?: string }[],
  manifest: object = {},
) {
  const archive = path.join(temporaryFolder(), 'forged.tar.gz')
  const tar = pack()
  for (const { text = '', ...header } of entries) tar.entry(header, text)
  const files = entries.map(({ name, text = '' }) => ({
    name,
    size: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
    modified: 0,
  }))
  const whole = {
    format: 1,
    product: 'bramble-lane-bakery',
    version: '1',
    created: '2026-01-01T00:00:00Z',
    publicOnly: false,
    files,
  }
  tar.entry({ name: 'manifest.json' }, JSON.stringify({ ...whole, ...manifest }))
  tar.finalize()
  await pipeline(
    async function* () {
      yield* tar
    },
    createGzip(),
    createWriteStream(archive),
  )
  return archive
}

describe('restore refuses, and leaves everything as it was', () => {
  async function expectRefusal(archive: string, message: string, passphrase = noPassphrase) {
    const folders = makeFolders({ ...SITE, 'content/home/stats.yaml': 'years: 31\n' })
    const before = filesOf(folders)
    await expect(restore(archive, folders, passphrase)).rejects.toThrow(message)
    expect(filesOf(folders, { withPrevious: true })).toEqual(before)
  }

  test.each([
    ['that is no archive', Buffer.from('something else entirely, and longer than a header')],
    ['that is empty', Buffer.alloc(0)],
  ])('a file %s', async (_what, bytes) => {
    const file = path.join(temporaryFolder(), 'x')
    writeFileSync(file, bytes)
    await expectRefusal(file, 'is not a backup of this product')
  })

  test.each([0.1, 0.5, 0.9, 0.999])('an archive that ends after %d of its bytes', async (part) => {
    const archive = await makeArchive()
    const bytes = readFileSync(archive)
    writeFileSync(archive, bytes.subarray(0, Math.floor(bytes.length * part)))
    await expectRefusal(archive, 'The archive is')
  })

  test('an archive that ends between two files', async () => {
    const archive = await makeArchive()
    const tar = gunzipSync(readFileSync(archive))
    const end = tar.lastIndexOf('manifest.json')
    writeFileSync(archive, gzipSync(Buffer.concat([tar.subarray(0, end), Buffer.alloc(1024)])))
    await expectRefusal(archive, 'it ends before its manifest')
  })

  test('an archive with one changed byte in a file', async () => {
    const archive = await makeArchive()
    const tar = gunzipSync(readFileSync(archive))
    tar.write('X', tar.indexOf('years: 30'))
    writeFileSync(archive, gzipSync(tar))
    await expectRefusal(archive, '"content/home/stats.yaml" in the archive is damaged')
  })

  test('an encrypted archive with one changed byte, and one with another passphrase', async () => {
    const archive = await makeArchive(SITE, { passphrase: PASSPHRASE, workFactor: 10 })
    await expectRefusal(archive, 'the passphrase is wrong', () => Promise.resolve('another passphrase'))
    const bytes = readFileSync(archive)
    bytes[bytes.length - 20] = (bytes.at(-20) ?? 0) ^ 1
    writeFileSync(archive, bytes)
    await expectRefusal(archive, 'The archive is damaged', () => Promise.resolve(PASSPHRASE))
  })

  test.each([
    'content/../../etc/passwd',
    '/content/x',
    'content//x',
    'content/./x',
    'other/x',
    'content',
    'data/owner.lock',
    'data/owner.flock',
    'data/restore.json',
    'data/sessions/1.json',
    'content/.restore-previous/x',
    'content/a\nb',
    `content/${'x'.repeat(256)}`,
  ])('a file named %j', async (name) => {
    await expectRefusal(await forgeArchive([{ name, text: 'x' }]), 'name that is not allowed')
  })

  test('links', async () => {
    const archive = await forgeArchive([{ name: 'content/x', type: 'symlink', linkname: '/etc/passwd' }])
    await expectRefusal(archive, 'not a regular file')
  })

  test('two files of one name, and a file that is also a folder', async () => {
    const twice = [
      { name: 'content/x', text: '1' },
      { name: 'content/x', text: '2' },
    ]
    await expectRefusal(await forgeArchive(twice), 'two files named')
    const inside = [
      { name: 'content/x', text: '1' },
      { name: 'content/x/y', text: '2' },
    ]
    await expectRefusal(await forgeArchive(inside), 'EEXIST')
  })

  test('an archive without content, or with one file of it', async () => {
    await expectRefusal(await forgeArchive([]), 'The archive has no file of content')
    await expectRefusal(await forgeArchive([{ name: 'data/accounts.json' }]), 'The archive has no file of content')
    await expectRefusal(await forgeArchive([{ name: 'content/x' }]), 'The archive has only one file of content')
  })

  test('a manifest that is larger than its files need: before it is read', async () => {
    // One byte more than what an archive with one file of this name may need.
    const bytes = 64 * 1024 + 400 + 2 * 'content/x'.length + 1
    const files = [{ name: 'content/x', text: '1' }]
    await expectRefusal(await forgeArchive(files, { padding: 'x'.repeat(bytes) }), 'too large for the files')
  })

  test('the archive of another site', async () => {
    const archive = await forgeArchive([{ name: 'content/home/stats.yaml', text: 'years: 1\n' }], {
      product: 'tea-room',
    })
    await expectRefusal(archive, 'The archive is one of the site tea-room, and this is bramble-lane-bakery.')
  })

  test('a manifest that names more, or is of a newer release', async () => {
    const entries = [{ name: 'content/x', text: '1' }]
    await expectRefusal(await forgeArchive(entries, { files: [] }), 'The archive has 1 files, but its manifest names 0')
    await expectRefusal(
      await forgeArchive(entries, { format: 2 }),
      'made by a newer version of this software (format 2)',
    )
    await expectRefusal(await forgeArchive(entries, { version: 1 }), 'manifest of the archive cannot be read')
    await expectRefusal(
      await forgeArchive([{ name: 'data/inbox/x' }], { publicOnly: true }),
      'does not belong in a backup',
    )
  })

  test('while a site runs on the folders', async () => {
    const folders = makeFolders(SITE)
    const storage = openDiskStorage(backupOptions(folders))
    const archive = await makeArchive()
    await expect(restore(archive, folders, noPassphrase)).rejects.toThrow('Stop it first')
    await expect(undoRestore(folders)).rejects.toThrow('Stop it first')
    await storage.close()
  })

  test('to bring back what was never replaced', async () => {
    await expect(undoRestore(makeFolders(SITE))).rejects.toThrow('There is nothing to undo')
  })
})

describe('a restored site', () => {
  test('has the same bytes, times and rights, without what is not worth a backup', async () => {
    const original = makeFolders({ ...SITE, ...NOT_IN_BACKUP })
    const archive = path.join(temporaryFolder(), 'site.tar.gz')
    const { manifest, leftOut } = await backUp(archive, backupOptions(original))
    expect(manifest).toMatchObject({ format: 1, version: '1.2.3', publicOnly: false })
    expect(leftOut).toEqual([])
    expect(statSync(archive).mode & 0o777).toBe(0o600)
    const folders = makeFolders()
    await restore(archive, folders, noPassphrase)
    expect(filesOf(folders, { withPrevious: true })).toEqual(latin1(SITE))
    await expect(undoRestore(folders)).rejects.toThrow('There is nothing to undo')
    const [one, other] = [original, folders].map(({ content }) => statSync(path.join(content, 'home/stats.yaml')))
    expect(other?.mtimeMs).toBeCloseTo(one?.mtimeMs ?? 0, 0)
    expect(other?.mode).toBe(one?.mode)
    expect(statSync(path.join(folders.data, 'accounts.json')).mode & 0o777).toBe(0o600)
  })

  test('is the same from an encrypted archive, in which nothing can be read', async () => {
    const archive = await makeArchive(SITE, { passphrase: PASSPHRASE, workFactor: 10 })
    expect(readFileSync(archive, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /)
    const folders = makeFolders()
    await restore(archive, folders, () => Promise.resolve(PASSPHRASE))
    expect(filesOf(folders)).toEqual(latin1(SITE))
  })

  test('takes the place of the other one, which can be brought back, and this be taken back as well', async () => {
    const archive = await makeArchive()
    const other = {
      'content/other.yaml': 'x',
      'uploads/film.mp4': 'other',
      'data/sessions/1.json': 's',
      'data/inbox/2.json': '{}',
    }
    const folders = makeFolders(other)
    await restore(archive, folders, noPassphrase)
    expect(filesOf(folders)).toEqual(latin1(SITE))
    await undoRestore(folders)
    expect(filesOf(folders)).toEqual(other)
    await undoRestore(folders)
    expect(filesOf(folders)).toEqual(latin1(SITE))
    await restore(await makeArchive({ 'content/third.yaml': '3', 'content/fourth.yaml': '4' }), folders, noPassphrase)
    await undoRestore(folders)
    expect(filesOf(folders)).toEqual(latin1(SITE))
  })

  test('keeps its own messages and accounts where the backup has none', async () => {
    const archive = await makeArchive(SITE, { publicOnly: true })
    const own = { 'data/accounts.json': 'own', 'data/inbox/own.json': 'own', 'data/sessions/1.json': 'own' }
    const folders = makeFolders({ ...own, 'data/history/stats/9.json': '{}' })
    await restore(archive, folders, noPassphrase)
    const isPublic = ([name]: [string, unknown]) => !/^data\/(?!history)/.test(name)
    const expected = { ...latin1(Object.fromEntries(Object.entries(SITE).filter(isPublic))), ...own }
    expect(filesOf(folders)).toEqual(expected)
    await undoRestore(folders)
    expect(filesOf(folders)).toEqual({ ...own, 'data/history/stats/9.json': '{}' })
  })
})

test.each([
  ['a backup', false],
  ['a public backup', true],
])('%s: the site that is restored from it reads no image again', async (_name, publicOnly) => {
  const original = makeFolders({
    'content/home/stats.yaml': 'years: 30\n',
    'content/site.yaml': 'name: Site\n',
    'uploads/a.jpg': 'image',
  })
  // A time as a disk gives it, with fractions of a microsecond.
  utimesSync(path.join(original.uploads, 'a.jpg'), 1_764_000_000.123456, 1_764_000_000.1234567)
  const jobs: string[] = []
  const decoder: Decoder = {
    ...testDecoder,
    run: (job) => {
      jobs.push(job.name)
      return Promise.resolve(job.result.parse([{ width: 40, height: 30 }]))
    },
  }
  const reported = vi.fn<(text: string) => void>()
  const openIndex = async (folders: SiteFolders) => {
    const storage = openDiskStorage(backupOptions(folders))
    const index = await openImageIndex({ storage, decoder, onGone: reported, onProblem: reported })
    const found = index.find('a.jpg')
    await index.close()
    await storage.close()
    return found
  }
  await openIndex(original)
  expect(jobs).toHaveLength(1)
  const archive = path.join(temporaryFolder(), 'site.tar.gz')
  await backUp(archive, { ...backupOptions(original), publicOnly })
  const restored = makeFolders()
  await restore(archive, restored, noPassphrase)
  expect(await openIndex(restored)).toMatchObject({ width: 40, height: 30 })
  expect(jobs).toHaveLength(1)
  expect(reported.mock.calls).toEqual([])
})

test('links to files of content are backed up as files; other links are named', async () => {
  const folders = makeFolders({ ...SITE, 'elsewhere/shared.yaml': 'shared' })
  symlinkSync('../../elsewhere/shared.yaml', path.join(folders.content, 'home/shared.yaml'))
  symlinkSync('../elsewhere', path.join(folders.uploads, 'linked'))
  const archive = path.join(temporaryFolder(), 'site.tar.gz')
  const { leftOut } = await backUp(archive, backupOptions(folders))
  expect(leftOut).toEqual(['uploads/linked'])
  const restored = makeFolders()
  await restore(archive, restored, noPassphrase)
  expect(filesOf(restored)).toEqual({ ...latin1(SITE), 'content/home/shared.yaml': 'shared' })
})

describe('a restore that a crash has interrupted is finished by the next start', () => {
  const OLD = { 'content/a': 'old a', 'content/b': 'old b', 'uploads/u': 'old u', 'data/accounts.json': 'old' }
  const NEW = { 'content/a': 'new a', 'content/c': 'new c', 'uploads/u': 'new u', 'data/accounts.json': 'new' }

  test.each([
    ['before anything was moved', 'clear', 0, 0],
    ['while the old files were moved away', 'clear', 1, 0],
    ['after it', 'place', 4, 0],
    ['while the new files were moved in', 'place', 4, 2],
    ['at its end', 'place', 4, 4],
  ])('%s', async (_when, step, cleared, placed) => {
    const folders = makeFolders(OLD)
    const root = path.dirname(folders.content)
    const inside = (folder: string, name: string) => path.join(root, name.replace('/', `/${folder}/`))
    for (const name of Object.values(folders)) {
      mkdirSync(path.join(name, '.restore-previous'))
      mkdirSync(path.join(name, '.restore-unpacked'))
    }
    for (const [name, text] of Object.entries(NEW)) writeFileSync(inside('.restore-unpacked', name), text)
    for (const name of Object.keys(OLD).slice(0, cleared))
      renameSync(path.join(root, name), inside('.restore-previous', name))
    for (const name of Object.keys(NEW).slice(0, placed))
      renameSync(inside('.restore-unpacked', name), path.join(root, name))
    if (step === 'place') writeFileSync(inside('.restore-previous', 'data/restore-scope.json'), '{"publicOnly":false}')
    writeFileSync(path.join(folders.data, 'restore.json'), JSON.stringify({ step, publicOnly: false }))
    expect(await finishRestore(folders)).toBe(true)
    expect(filesOf(folders)).toEqual(NEW)
    expect(await finishRestore(folders)).toBe(false)
    await undoRestore(folders)
    expect(filesOf(folders)).toEqual(OLD)
  })
})

describe('a backup of the running site', () => {
  async function runSite() {
    const folders = makeFolders(SITE)
    const storage = openDiskStorage(backupOptions(folders))
    const stop = await serveSnapshots({ storage, log: silentLog })
    onTestFinished(async () => {
      await stop()
      await storage.close()
    })
    return { folders, storage, stop }
  }

  function save(storage: Storage, text: string) {
    return storage.commit([
      { name: `data/history/stats/${text}.json`, bytes: text },
      { name: 'content/home/stats.yaml', bytes: text },
    ])
  }

  test('can be asked for by its user alone', async () => {
    const { folders } = await runSite()
    expect(statSync(path.join(folders.data, 'backup.sock')).mode & 0o777).toBe(0o600)
  })

  test('has every save that was acknowledged before its moment, with its history, while saves go on', async () => {
    const { folders, storage } = await runSite()
    let acknowledged = 0
    const until = new AbortController()
    const saving = (async () => {
      while (!until.signal.aborted) {
        await save(storage, String(acknowledged + 1))
        acknowledged += 1
      }
    })()
    const archive = path.join(temporaryFolder(), 'site.tar.gz')
    const before = acknowledged
    await backUp(archive, backupOptions(folders))
    until.abort()
    await saving
    const restored = makeFolders()
    await restore(archive, restored, noPassphrase)
    const last = Number(readFileSync(path.join(restored.content, 'home/stats.yaml'), 'utf8').replace(/\D*30\n/, '0'))
    expect(last).toBeGreaterThanOrEqual(before)
    const records = readdirSync(path.join(restored.data, 'history/stats')).length
    // The record 1.json existed from the start, and the first save replaced it.
    expect(records).toBe(Math.max(last, 1))
    expect(acknowledged).toBeGreaterThan(last)
    expect(readdirSync(folders.content).filter((name) => name.startsWith('.'))).toEqual([])
  })

  test('fails with the reason where the site is stopped meanwhile, and leaves nothing', async () => {
    const { folders, stop } = await runSite()
    writeFileSync(path.join(folders.uploads, 'film.mp4'), Buffer.alloc(50_000_000, Math.random().toString()))
    const target = temporaryFolder()
    const backup = backUp(path.join(target, 'site.tar.gz'), backupOptions(folders))
    const stopping = (async () => {
      while (!readdirSync(target).length) await new Promise((resolve) => setImmediate(resolve))
      await stop()
    })()
    await expect(backup).rejects.toThrow('The site was stopped while the backup was made')
    await stopping
    expect(readdirSync(target)).toEqual([])
  })
})
