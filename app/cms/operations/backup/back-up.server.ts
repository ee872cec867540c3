import { open, rename, rm, writeFile, readdir, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { type Writable, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import { siteProfile } from '#app/cms/platform/site-profile.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { ReportProgress } from '#app/cms/platform/progress.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import { syncFolder } from '#app/cms/storage/disk/durable-file.server.ts'
import { temporaryPath } from '#app/cms/storage/disk/temporary-name.server.ts'
import {
  type Manifest,
  isInBackup,
  type BackupScope,
  chunksOf,
  FORMAT,
  MANIFEST,
  webStream,
  type ManifestFile,
  type SiteFolders,
  ROOTS,
} from './archive-format.ts'
import { ArchiveError, readArchive } from './read-archive.server.ts'
import { addErasures, readErasuresIn } from './erasures-beside.server.ts'
import { borrowSnapshot, type LentSnapshot } from './backup-socket.server.ts'
import { createHash } from 'node:crypto'
import { createGzip } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { pack, type Pack } from 'tar-stream'

interface BackupOptions extends BackupScope {
  contentDir: string
  uploadsDir: string
  dataDir: string
  log: Logger
  health: HealthReports
  version: string
  /** Encrypts the archive. */
  passphrase?: string | undefined
  report?: ReportProgress | undefined
  /** Cost of the key derivation (scrypt), as a power of 2. Default: that of age, 18, which takes about a second. */
  workFactor?: number
}

/**
 * Writes a backup of a site into a file. The file appears only once it is complete: before that, it is synced, read to
 * its end and compared with its manifest. A running site lends a snapshot; otherwise this process owns the folders
 * meanwhile. Rejects with an Error for an operator, or with the system's error, and then removes the file.
 */
export async function backUp(
  file: string,
  options: BackupOptions,
): Promise<{ manifest: Manifest; leftOut: string[]; bytes: number }> {
  const temporary = temporaryPath(path.resolve(file))
  try {
    const { result: bytes, ...made } = await withArchive(options, (archive) => writeNew(temporary, archive))
    const passphrase = () => Promise.resolve(options.passphrase ?? '')
    const read = await readArchive(temporary, { passphrase, maxBytes: Infinity, report: options.report })
    if (!isDeepStrictEqual(read, made.manifest))
      throw new ArchiveError('The archive does not contain what was written to it.')
    await rename(temporary, file)
    await copyErasures(options.dataDir, path.dirname(path.resolve(file)))
    await syncFolder(path.dirname(path.resolve(file)))
    return { ...made, bytes }
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
}

/** Puts the list of erasures beside the backups: a restore of an older one carries it out. */
async function copyErasures(dataDir: string, folder: string) {
  const list = await readErasuresIn(dataDir)
  if (list !== undefined) await addErasures(folder, list)
}

/** Writes a backup into a stream, such as stdout, and ends it. Rejects as {@link backUp}; then it is incomplete. */
export async function streamBackup(target: Writable, options: BackupOptions): Promise<Manifest> {
  return (await withArchive(options, (archive) => pipeline(archive, target))).manifest
}

/** Passes the bytes of an archive to `write`. The snapshot exists until that has ended. */
async function withArchive<Result>(
  options: BackupOptions,
  write: (archive: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<{ manifest: Manifest; leftOut: string[]; result: Result }> {
  const {
    contentDir: content,
    uploadsDir: uploads,
    dataDir: data,
    version,
    publicOnly,
    passphrase,
    workFactor,
    report,
  } = options
  const snapshot = (await borrowSnapshot(data, options)) ?? (await makeOwnSnapshot(options))
  let manifest: Manifest | undefined
  try {
    const archive = createArchive(
      { content, uploads, data },
      { snapshot: snapshot.folder, created: snapshot.created, version, publicOnly, report },
      (written) => (manifest = written),
    )
    const result = await write(passphrase === undefined ? archive : await encrypt(archive, passphrase, workFactor))
    await snapshot.giveBack()
    if (!manifest) throw new TypeError('The archive ended without its manifest')
    return { manifest, leftOut: snapshot.leftOut, result }
  } catch (error) {
    // Rejects if the site was stopped, which is why the files are missing.
    await snapshot.giveBack()
    throw error
  }
}

/** Makes the file private to the user of this process, because a backup contains messages and accounts. */
async function writeNew(file: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await writeFile(handle, source)
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

async function makeOwnSnapshot(options: BackupOptions): Promise<LentSnapshot> {
  const storage = openDiskStorage(options)
  try {
    const snapshot = await storage.snapshot((name) => isInBackup(name, options))
    return {
      folder: snapshot.folder,
      leftOut: snapshot.leftOut,
      created: new Date(),
      async giveBack() {
        await snapshot.remove()
        await storage.close()
      },
    }
  } catch (error) {
    await storage.close()
    throw error
  }
}

/** Files up to this size are read in one piece. */
const MAX_SMALL_BYTES = 256 * 1024

interface ArchiveOptions extends BackupScope {
  /** Name of the folder, in each folder of the site, that holds the snapshot. */
  snapshot: string
  created: Date
  version: string
  report?: ReportProgress | undefined
}

/**
 * The bytes of an archive, read from a snapshot as they are requested. `onFinish` is called with the manifest before
 * the last bytes. The stream fails if a file changes meanwhile.
 */
function createArchive(
  folders: SiteFolders,
  { snapshot, created, version, publicOnly, report }: ArchiveOptions,
  onFinish: (manifest: Manifest) => void = () => undefined,
): AsyncIterable<Uint8Array> {
  const tar = pack()
  async function writeEntries() {
    const files: ManifestFile[] = []
    const total = report && (await countFiles(folders, snapshot))
    for (const root of ROOTS) {
      for await (const below of filesBelow(path.join(folders[root], snapshot))) {
        const name = `${root}/${below}`
        files.push(await addFile(tar, name, path.join(folders[root], snapshot, below)))
        report?.({ work: 'Backing up', done: files.length, total, unit: 'files' })
      }
    }
    const time = created.toISOString()
    const manifest: Manifest = {
      format: FORMAT,
      product: siteProfile().name,
      version,
      created: time,
      publicOnly,
      files,
    }
    await addEntry(tar, { name: MANIFEST, mtime: created, mode: 0o600 }, Buffer.from(`${JSON.stringify(manifest)}\n`))
    onFinish(manifest)
    tar.finalize()
  }
  writeEntries().catch((error: unknown) => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  const gzip = createGzip()
  // An error of the tar stream has to reach the reader of gzip.
  pipeline(Readable.from(tar), gzip).catch((error: unknown) => {
    gzip.destroy(error instanceof Error ? error : undefined)
  })
  return gzip
}

/** The bytes of a stream, encrypted for a passphrase in the age format (age-encryption.org/v1). */
async function encrypt(
  source: AsyncIterable<Uint8Array>,
  passphrase: string,
  workFactor?: number,
): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter()
  if (workFactor !== undefined) encrypter.setScryptWorkFactor(workFactor)
  encrypter.setPassphrase(passphrase)
  return chunksOf(await encrypter.encrypt(webStream(source)))
}

async function addFile(tar: Pack, name: string, file: string): Promise<ManifestFile> {
  const handle = await open(file, 'r')
  try {
    const { size, mtime, mtimeMs, mode } = await handle.stat()
    const header = { name, size, mtime, mode: mode & 0o666 }
    const sha256 =
      size <= MAX_SMALL_BYTES
        ? await addEntry(tar, header, await handle.readFile())
        : await addStream(tar, header, handle)
    return { name, size, sha256, modified: mtimeMs }
  } finally {
    await handle.close()
  }
}

interface EntryHeader {
  name: string
  mtime: Date
  mode: number
}

async function addEntry(tar: Pack, header: EntryHeader & { size?: number }, bytes: Buffer): Promise<string> {
  if (header.size !== undefined && header.size !== bytes.length)
    throw new Error(`${header.name} has changed during the backup`)
  await new Promise<void>((resolve, reject) => {
    tar.entry({ ...header, size: bytes.length }, bytes, (error) => {
      if (error) reject(error)
      else resolve()
    })
  })
  return createHash('sha256').update(bytes).digest('hex')
}

async function addStream(tar: Pack, header: EntryHeader & { size: number }, handle: FileHandle): Promise<string> {
  const hash = createHash('sha256')
  const entry = tar.entry(header)
  const sum = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(handle.createReadStream({ autoClose: false, end: header.size - 1 }), sum, entry)
  return hash.digest('hex')
}

async function countFiles(folders: SiteFolders, snapshot: string): Promise<number> {
  let count = 0
  for (const root of ROOTS) {
    const names = filesBelow(path.join(folders[root], snapshot))
    while (!(await names.next()).done) count += 1
  }
  return count
}

/** Paths of the files below a folder, sorted within each folder. */
async function* filesBelow(folder: string, prefix = ''): AsyncGenerator<string> {
  const entries = await readdir(path.join(folder, prefix), { withFileTypes: true })
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const below = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    if (entry.isDirectory()) yield* filesBelow(folder, below)
    else yield below
  }
}
