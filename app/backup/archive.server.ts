import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { extract, pack, type Pack } from 'tar-stream'
import { z } from 'zod'
import { isTemporaryName } from '#app/storage/temporary-name.server.ts'
import { isInBackup, ROOTS, type BackupScope, type Root } from './backup-scope.ts'

/*
 * A backup is a tar archive, compressed with gzip, and encrypted with age if there is a passphrase. Its entries are plain files
 * named `content/…`, `uploads/…` and `data/…`. The last one is `manifest.json`: an archive without it is incomplete.
 */

const FORMAT = 1
const MANIFEST = 'manifest.json'
const MAX_FILES = 1_000_000
const MAX_MANIFEST_BYTES = 512 * 1024 * 1024
/** Files up to this size are read at once. */
const SMALL_BYTES = 256 * 1024

/** What a backup says about itself. */
export type Manifest = z.infer<typeof manifestSchema>

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  product: z.literal('polymer-website'),
  version: z.string(),
  /** ISO 8601 time of the moment that the files are of. */
  created: z.string(),
  /** True if messages and accounts were left out. */
  publicOnly: z.boolean(),
  files: z.array(
    z.object({
      name: z.string(),
      size: z.int().nonnegative(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      /** Milliseconds since 1970, fractions included. */
      modified: z.number(),
    }),
  ),
})

type ManifestFile = Manifest['files'][number]

/** The archive cannot be used. The message says why, in words for an operator. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

/** The folders of a site on this machine. */
export type SiteFolders = Record<Root, string>

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
): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter()
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

/** A file in an archive that is being read. Its bytes are to be read before the next one. */
export interface ArchiveEntry {
  name: string
  size: number
  mode: number
  bytes: AsyncIterable<Uint8Array>
}

export interface ReadOptions {
  /** Asked for if the archive is encrypted. */
  passphrase: () => Promise<string>
  /** More bytes in all files together than this are refused, before they are read. */
  maxBytes: number
}

/**
 * Reads an archive from its start to its end, gives each file to `use`, and resolves with the manifest once everything agrees
 * with it: sums, sizes, names within the folders of a site, plain files only. Rejects with ArchiveError. What `use` was given
 * counts only after this resolves.
 */
export async function readArchive(
  file: string,
  { passphrase, maxBytes }: ReadOptions,
  use: (entry: ArchiveEntry) => Promise<void> = () => Promise.resolve(),
): Promise<Manifest> {
  const found = new Map<string, { size: number; sha256: string }>()
  let manifest: Manifest | undefined
  let total = 0
  const tar = extract()
  const source = await openArchive(file, passphrase)
  const feeding = pipeline(source, createGunzip(), tar)
  // Its failure also ends the loop; it is told once.
  feeding.catch(() => undefined)
  try {
    for await (const entry of tar) {
      const { name, size, mode, type } = entry.header
      if (manifest) throw new ArchiveError('The archive has files after its manifest.')
      if (type !== 'file') throw new ArchiveError(`The archive has an entry that is not a plain file: ${quote(name)}.`)
      if (name === MANIFEST) {
        manifest = parseManifest(await readAll(bytesOf(entry), size))
        continue
      }
      if (!isSafeName(name)) throw new ArchiveError(`The archive has a name that is not allowed: ${quote(name)}.`)
      if (found.has(name)) throw new ArchiveError(`The archive has two files named ${quote(name)}.`)
      if (found.size >= MAX_FILES) throw new ArchiveError(`The archive has more than ${MAX_FILES} files.`)
      total += size
      if (total > maxBytes) throw new ArchiveError('The files of the archive need more space than is free.')
      const hash = createHash('sha256')
      const bytes = hashing(bytesOf(entry), hash)
      await use({ name, size, mode, bytes })
      // What was not used.
      while (!(await bytes.next()).done);
      found.set(name, { size, sha256: hash.digest('hex') })
    }
    await feeding
  } catch (error) {
    tar.destroy()
    throw error instanceof ArchiveError ? error : unreadable(error)
  }
  if (!manifest) throw new ArchiveError('The archive is incomplete: it ends before its manifest.')
  compare(manifest, found)
  return manifest
}

function unreadable(cause: unknown): Error {
  // The system's error, such as a full disk: not a fault of the archive.
  if (cause instanceof Error && 'syscall' in cause) return cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ArchiveError(`The archive is damaged or incomplete (${reason}).`, { cause })
}

function compare(manifest: Manifest, found: ReadonlyMap<string, { size: number; sha256: string }>) {
  if (manifest.files.length !== found.size) {
    throw new ArchiveError(`The archive has ${found.size} files, its manifest names ${manifest.files.length}.`)
  }
  for (const { name, size, sha256 } of manifest.files) {
    const file = found.get(name)
    if (!file) throw new ArchiveError(`The archive lacks ${quote(name)}, which its manifest names.`)
    if (file.size !== size || file.sha256 !== sha256)
      throw new ArchiveError(`${quote(name)} in the archive is damaged.`)
    if (!isInBackup(name, manifest)) throw new ArchiveError(`${quote(name)} has no place in a backup.`)
  }
}

/** Whether a name lies within a folder of the site and can be a file on any of its disks. */
function isSafeName(name: string) {
  const parts = name.split('/')
  return (
    parts.length > 1 &&
    parts.length <= 64 &&
    isInBackup(name, { publicOnly: false }) &&
    // eslint-disable-next-line no-control-regex -- These are what is looked for.
    !/[\0-\x1f\x7f\uFFFD]/.test(name) &&
    parts.every(
      (part) =>
        part !== '' && part !== '.' && part !== '..' && Buffer.byteLength(part) <= 255 && !isTemporaryName(part),
    )
  )
}

function parseManifest(bytes: Buffer): Manifest {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new ArchiveError('The manifest of the archive cannot be read.')
  }
  const { format } = z.looseObject({ format: z.unknown() }).catch({ format: undefined }).parse(value)
  if (typeof format === 'number' && format > FORMAT) {
    throw new ArchiveError(`The archive was made by a newer release (format ${format}). Restore it with that release.`)
  }
  const parsed = manifestSchema.safeParse(value)
  if (!parsed.success) throw new ArchiveError('The manifest of the archive cannot be read.')
  return parsed.data
}

async function openArchive(file: string, passphrase: () => Promise<string>): Promise<AsyncIterable<Uint8Array>> {
  const start = await readStart(file)
  if (start.readUInt16BE(0) === 0x1f8b) return createReadStream(file)
  if (!start.toString('latin1').startsWith('age-encryption.org/v1\n')) {
    throw new ArchiveError(`${file} is not a backup of this product.`)
  }
  const decrypter = new Decrypter()
  decrypter.addPassphrase(await passphrase())
  const source = createReadStream(file)
  try {
    return chunksOf(await decrypter.decrypt(webStream(source)))
  } catch (cause) {
    source.destroy()
    throw new ArchiveError('The archive cannot be decrypted: the passphrase is wrong, or the archive is damaged.', {
      cause,
    })
  }
}

async function readStart(file: string) {
  const handle = await open(file, 'r')
  try {
    const buffer = Buffer.alloc(32)
    await handle.read(buffer, 0, buffer.length, 0)
    return buffer
  } finally {
    await handle.close()
  }
}

async function readAll(source: AsyncIterable<Uint8Array>, size: number): Promise<Buffer> {
  if (size > MAX_MANIFEST_BYTES) throw new ArchiveError('The manifest of the archive is too large.')
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The library does not say what its entries yield. */
async function* bytesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of entry) if (chunk instanceof Uint8Array) yield chunk
}

async function* hashing(source: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}

function webStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const read = await chunks.next()
      if (read.done) controller.close()
      else controller.enqueue(read.value)
    },
    async cancel() {
      await chunks.return?.()
    },
  })
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function quote(name: string) {
  return JSON.stringify(name)
}
