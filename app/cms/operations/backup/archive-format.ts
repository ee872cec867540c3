import { z } from 'zod'
import { PREVIOUS } from '#app/cms/storage/folders/replaced-files.ts'
import { ERASURES_FILE } from '#app/cms/inbox/privacy/erasures-file.ts'

/*
 * A backup is a tar archive, compressed with gzip, and encrypted with age if there is a passphrase. Its entries are
 * plain files named `content/…`, `uploads/…` and `data/…`. The last entry is `manifest.json`: an archive without it is
 * incomplete.
 */

export const FORMAT = 1
export const MANIFEST = 'manifest.json'

export type Manifest = z.infer<typeof manifestSchema>

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** The name of the site. */
  product: z.string(),
  version: z.string(),
  /** ISO 8601 time of the moment at which the files had this content. */
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

export type ManifestFile = Manifest['files'][number]

/** The folders of a site on this machine. */
export type SiteFolders = Record<Root, string>

/** The bytes of a stream, as a web stream, which age requires. */
export function webStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
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

/** The chunks of a web stream, which is cancelled if they are not read to the end. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** The folders whose files are in a backup. Names in it begin with one of them. */
export const ROOTS = ['content', 'uploads', 'data'] as const

type Root = (typeof ROOTS)[number]

/** In each folder, which may be a volume of its own: the files that a restore has unpacked. */
export const UNPACKED = '.restore-unpacked'

/** The journal of a restore in progress, with which the next start can finish it. Below `data`. */
export const JOURNAL = 'restore.json'

/** The socket on which the running site accepts requests for snapshots. Below `data`. */
export const SOCKET = 'backup.sock'

/**
 * The parts of `data` that concern only content and uploads. The indexes describe files by size and time, which a
 * restore keeps: without them, the start after it would read every file again.
 */
const PUBLIC_DATA = [
  'history',
  'history-heads',
  'last-good',
  'image-index.json',
  'document-index.json',
  'file-hashes.json',
]

/**
 * Entries of each root that are not in a backup: files that can be re-created from the uploads, sessions and tokens
 * (after a restore everybody signs in again), and files that belong to the running process.
 */
const NOT_IN_BACKUP: Record<Root, readonly string[]> = {
  content: ['lost+found', '.filling'],
  uploads: ['lost+found', '.filling', '.incoming'],
  data: [
    'lost+found',
    'assets',
    'variants',
    'parsed-contents.txt',
    'store-mirror.json',
    '.set-aside',
    'sessions',
    'tokens',
    'access-tokens',
    'clock.json',
    ERASURES_FILE,
    'owner.lock',
    'owner.flock',
    SOCKET,
    JOURNAL,
  ],
}

/** Staged files that are being received. */
const STAGED_INCOMING = 'data/staged/.incoming'

/** Names in a folder that a restore does not move. */
const STAYS = [
  'lost+found',
  '.incoming',
  'owner.lock',
  'owner.flock',
  'clock.json',
  ERASURES_FILE,
  SOCKET,
  JOURNAL,
  PREVIOUS,
  UNPACKED,
]

export interface BackupScope {
  /** True to leave out messages, accounts, and everything that is not published yet. */
  publicOnly: boolean
}

/** Whether a file or folder belongs in a backup. The name begins with that of its root. */
export function isInBackup(name: string, { publicOnly }: BackupScope): boolean {
  const [first, entry = ''] = name.split('/')
  const root = ROOTS.find((candidate) => candidate === first)
  if (root === undefined || entry === PREVIOUS || entry === UNPACKED) return false
  if (NOT_IN_BACKUP[root].includes(entry) || name.startsWith(STAGED_INCOMING)) return false
  return root !== 'data' || !publicOnly || PUBLIC_DATA.includes(entry)
}

/**
 * Whether a restore replaces an entry of a root folder. A restore also removes sessions, and files that can be
 * re-created from the uploads. A restore without messages and accounts does not touch those of the site.
 */
export function isReplaced(root: Root, entry: string, { publicOnly }: BackupScope): boolean {
  if (STAYS.includes(entry)) return false
  if (root !== 'data' || !publicOnly) return true
  return PUBLIC_DATA.includes(entry)
}
