import { createHash } from 'node:crypto'
import { open, readdir, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { pack, type Pack } from 'tar-stream'
import {
  chunksOf,
  FORMAT,
  MANIFEST,
  webStream,
  type Manifest,
  type ManifestFile,
  type SiteFolders,
} from './archive-format.ts'
import { ROOTS, type BackupScope } from './backup-scope.ts'

/** Files up to this size are read at once. */
const SMALL_BYTES = 256 * 1024

export interface ArchiveOptions extends BackupScope {
  /** Name of the folder in each of the folders of the site that holds the files at one moment. */
  snapshot: string
  created: Date
  /** Of the product. */
  version: string
}

/**
 * The bytes of an archive, read from a snapshot while they are asked for. `onFinish` is told what is in it, before its last
 * bytes. The stream fails if a file changes meanwhile.
 */
export function createArchive(
  folders: SiteFolders,
  { snapshot, created, version, publicOnly }: ArchiveOptions,
  onFinish: (manifest: Manifest) => void = () => undefined,
): AsyncIterable<Uint8Array> {
  const tar = pack()
  async function writeEntries() {
    const files: ManifestFile[] = []
    for (const root of ROOTS) {
      for await (const below of filesBelow(path.join(folders[root], snapshot))) {
        const name = `${root}/${below}`
        files.push(await addFile(tar, name, path.join(folders[root], snapshot, below)))
      }
    }
    const time = created.toISOString()
    const manifest: Manifest = { format: FORMAT, product: 'polymer-website', version, created: time, publicOnly, files }
    await addEntry(tar, { name: MANIFEST, mtime: created, mode: 0o600 }, Buffer.from(`${JSON.stringify(manifest)}\n`))
    onFinish(manifest)
    tar.finalize()
  }
  writeEntries().catch((error: unknown) => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  const gzip = createGzip()
  // Its error ends the reading of gzip as well.
  pipeline(Readable.from(tar), gzip).catch((error: unknown) => {
    gzip.destroy(error instanceof Error ? error : undefined)
  })
  return gzip
}

/** The bytes of a stream, encrypted for a passphrase in the age format (age-encryption.org/v1). */
export async function encrypt(
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
      size <= SMALL_BYTES ? await addEntry(tar, header, await handle.readFile()) : await addStream(tar, header, handle)
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

/** Paths of the files below a folder, sorted within each folder. */
async function* filesBelow(folder: string, prefix = ''): AsyncGenerator<string> {
  const entries = await readdir(path.join(folder, prefix), { withFileTypes: true })
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const below = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    if (entry.isDirectory()) yield* filesBelow(folder, below)
    else yield below
  }
}
