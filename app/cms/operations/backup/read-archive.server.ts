import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { z } from 'zod'
import { siteProfile } from '#app/cms/platform/site-profile.ts'
import type { ReportProgress } from '#app/cms/platform/progress.ts'
import { isTemporaryName } from '#app/cms/storage/disk/temporary-name.server.ts'
import { chunksOf, FORMAT, MANIFEST, manifestSchema, webStream, type Manifest, isInBackup } from './archive-format.ts'

const MAX_FILES = 1_000_000

/** What a manifest may need: for itself, and for each file beside its name, of which each byte may be escaped. */
const MAX_MANIFEST_BYTES = 64 * 1024
const MAX_MANIFEST_BYTES_OF_FILE = 400

/** An archive with fewer files of content is not that of a website. */
const MIN_CONTENT_FILES = 2

/** The archive cannot be used. The message says why, in words for an operator. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

/** A file in an archive that is being read. Its bytes have to be read before the next file. */
export interface ArchiveEntry {
  name: string
  size: number
  mode: number
  bytes: AsyncIterable<Uint8Array>
}

interface ReadOptions {
  /** Called if the archive is encrypted. */
  passphrase: () => Promise<string>
  /** If all files together have more bytes, the archive is refused before these are read. */
  maxBytes: number
  report?: ReportProgress | undefined
  /** For the progress. */
  work?: string
}

/**
 * Reads an archive to its end, and passes each file to `use`. Resolves with the manifest once everything agrees with
 * it: digests, sizes, names within the folders of a site, plain files only. Rejects with ArchiveError, or the system's
 * error. The caller must not rely on the files before this resolves.
 */
export async function readArchive(
  file: string,
  { passphrase, maxBytes, report, work = 'Checking the archive' }: ReadOptions,
  use: (entry: ArchiveEntry) => Promise<void> = () => Promise.resolve(),
): Promise<Manifest> {
  const found = new Map<string, { size: number; sha256: string }>()
  let manifest: Manifest | undefined
  let total = 0
  let maxManifestBytes = MAX_MANIFEST_BYTES
  const tar = extract()
  const { source, bytesRead } = await openArchive(file, passphrase)
  const archiveBytes = report && (await stat(file)).size
  const feeding = pipeline(source, createGunzip(), tar)
  // A failure also ends the loop, which reports it.
  feeding.catch(() => undefined)
  try {
    for await (const entry of tar) {
      const { name, size, mode, type } = entry.header
      if (manifest) throw new ArchiveError('The archive has files after its manifest.')
      if (type !== 'file')
        throw new ArchiveError(`The archive has an entry that is not a regular file: ${quote(name)}.`)
      if (name === MANIFEST) {
        manifest = parseManifest(await readAll(bytesOf(entry), { size, maxBytes: maxManifestBytes }))
        continue
      }
      if (!isSafeName(name)) throw new ArchiveError(`The archive has a name that is not allowed: ${quote(name)}.`)
      if (found.has(name)) throw new ArchiveError(`The archive has two files named ${quote(name)}.`)
      if (found.size >= MAX_FILES) throw new ArchiveError(`The archive has more than ${MAX_FILES} files.`)
      maxManifestBytes += MAX_MANIFEST_BYTES_OF_FILE + 2 * Buffer.byteLength(name)
      total += size
      if (total > maxBytes) throw new ArchiveError('The files of the archive need more space than is free.')
      const hash = createHash('sha256')
      const bytes = hashing(bytesOf(entry), hash, () => {
        report?.({ work, done: bytesRead(), total: archiveBytes, unit: 'bytes' })
      })
      await use({ name, size, mode, bytes })
      // Read the bytes that `use` has not read.
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
  // The system's error, such as a full disk, is no fault of the archive.
  if (cause instanceof Error && 'syscall' in cause) return cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ArchiveError(`The archive is damaged or incomplete (${reason}).`, { cause })
}

function compare(manifest: Manifest, found: ReadonlyMap<string, { size: number; sha256: string }>) {
  if (manifest.files.length !== found.size) {
    throw new ArchiveError(`The archive has ${found.size} files, but its manifest names ${manifest.files.length}.`)
  }
  for (const { name, size, sha256 } of manifest.files) {
    const file = found.get(name)
    if (!file) throw new ArchiveError(`The archive does not contain ${quote(name)}, which its manifest names.`)
    if (file.size !== size || file.sha256 !== sha256)
      throw new ArchiveError(`${quote(name)} in the archive is damaged.`)
    if (!isInBackup(name, manifest)) throw new ArchiveError(`${quote(name)} does not belong in a backup.`)
  }
  const contentFiles = manifest.files.filter(({ name }) => name.startsWith('content/')).length
  if (contentFiles < MIN_CONTENT_FILES) {
    throw new ArchiveError(
      `The archive has ${contentFiles === 0 ? 'no file' : 'only one file'} of content, so it is not a backup of a website. Choose another archive.`,
    )
  }
}

/** Whether a name lies within a folder of the site and can be a file on any of its disks. */
function isSafeName(name: string) {
  const parts = name.split('/')
  return (
    parts.length > 1 &&
    parts.length <= 64 &&
    isInBackup(name, { publicOnly: false }) &&
    // oxlint-disable-next-line no-control-regex -- The expression has to find control characters.
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
    throw new ArchiveError(
      `The archive was made by a newer version of this software (format ${format}). Restore it with that version.`,
    )
  }
  const parsed = manifestSchema.safeParse(value)
  if (!parsed.success) throw new ArchiveError('The manifest of the archive cannot be read.')
  const { product } = parsed.data
  const { name } = siteProfile()
  if (product !== name) throw new ArchiveError(`The archive is one of the site ${product}, and this is ${name}.`)
  return parsed.data
}

async function openArchive(
  file: string,
  passphrase: () => Promise<string>,
): Promise<{ source: AsyncIterable<Uint8Array>; bytesRead: () => number }> {
  const start = await readStart(file)
  if (start.readUInt16BE(0) === 0x1f8b) {
    const source = createReadStream(file)
    return { source, bytesRead: () => source.bytesRead }
  }
  if (!start.toString('latin1').startsWith('age-encryption.org/v1\n')) {
    throw new ArchiveError(`${file} is not a backup of this product.`)
  }
  // Loaded on first use, because every start of the site reads this module.
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(await passphrase())
  const source = createReadStream(file)
  try {
    return { source: chunksOf(await decrypter.decrypt(webStream(source))), bytesRead: () => source.bytesRead }
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

async function readAll(
  source: AsyncIterable<Uint8Array>,
  { size, maxBytes }: { size: number; maxBytes: number },
): Promise<Buffer> {
  // The source yields exactly `size` bytes.
  if (size > maxBytes) throw new ArchiveError('The manifest of the archive is too large for the files in the archive.')
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The types of the library do not say what an entry yields. */
async function* bytesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of entry) if (chunk instanceof Uint8Array) yield chunk
}

async function* hashing(source: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>, onChunk: () => void) {
  for await (const chunk of source) {
    hash.update(chunk)
    onChunk()
    yield chunk
  }
}

function quote(name: string) {
  return JSON.stringify(name)
}
