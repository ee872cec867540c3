import { open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import type { HealthReports } from '#app/platform/health.server.ts'
import type { Logger } from '#app/platform/log.server.ts'
import { openDiskStorage } from '#app/storage/disk-storage.server.ts'
import { syncFolder } from '#app/storage/durable-file.server.ts'
import { temporaryPath } from '#app/storage/temporary-name.server.ts'
import type { Manifest } from './archive-format.ts'
import { ArchiveError, readArchive } from './read-archive.server.ts'
import { createArchive, encrypt } from './write-archive.server.ts'
import { isInBackup, type BackupScope } from './backup-scope.ts'
import { borrowSnapshot, type LentSnapshot } from './backup-socket.server.ts'

export interface BackupOptions extends BackupScope {
  contentDir: string
  uploadsDir: string
  dataDir: string
  log: Logger
  health: HealthReports
  /** Of the product. */
  version: string
  /** Encrypts the archive. */
  passphrase?: string | undefined
  /** Of scrypt, which makes a key of the passphrase: 2 to the power of so much. That of age unless told: 18, about a second. */
  workFactor?: number
}

/**
 * Writes a backup of a site into a file, which is there only once it is whole: it is put on disk, read to its end and compared with
 * its own sums first. A site that runs lends a snapshot; otherwise this process becomes the owner of the folders for the time.
 * Rejects with an Error for an operator, or the system's error, and then leaves no trace.
 */
export async function backUp(
  file: string,
  options: BackupOptions,
): Promise<{ manifest: Manifest; leftOut: string[]; bytes: number }> {
  const temporary = temporaryPath(path.resolve(file))
  try {
    const { result: bytes, ...made } = await withArchive(options, (archive) => writeNew(temporary, archive))
    const passphrase = () => Promise.resolve(options.passphrase ?? '')
    const read = await readArchive(temporary, { passphrase, maxBytes: Infinity })
    if (!isDeepStrictEqual(read, made.manifest))
      throw new ArchiveError('The archive does not hold what was written to it.')
    await rename(temporary, file)
    await syncFolder(path.dirname(path.resolve(file)))
    return { ...made, bytes }
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
}

/** Writes a backup into a stream, such as standard output, and ends it. Rejects as {@link backUp}; then the stream is incomplete. */
export async function streamBackup(target: Writable, options: BackupOptions): Promise<Manifest> {
  return (await withArchive(options, (archive) => pipeline(archive, target))).manifest
}

/** Lends the bytes of an archive to `write`, for as long as that takes. */
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
  } = options
  const snapshot = (await borrowSnapshot(data, options)) ?? (await makeOwnSnapshot(options))
  let manifest: Manifest | undefined
  try {
    const archive = createArchive(
      { content, uploads, data },
      { snapshot: snapshot.folder, created: snapshot.created, version, publicOnly },
      (written) => (manifest = written),
    )
    const result = await write(passphrase === undefined ? archive : await encrypt(archive, passphrase, workFactor))
    await snapshot.giveBack()
    if (!manifest) throw new TypeError('The archive has ended without its manifest')
    return { manifest, leftOut: snapshot.leftOut, result }
  } catch (error) {
    // Says that the site was stopped, which is why the files have gone.
    await snapshot.giveBack()
    throw error
  }
}

/** For the user of this process alone: a backup holds messages and accounts. */
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
