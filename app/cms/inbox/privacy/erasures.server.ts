import { createHash } from 'node:crypto'
import { z } from 'zod'
import { jsonText } from '#app/cms/platform/json-text.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { ERASURES_FILE } from './erasures-file.ts'

const FILE = `data/${ERASURES_FILE}`
const MAX = { maxBytes: 64 * 1024 * 1024 }

const erasure = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/), day: z.iso.date() })
const erasureList = jsonText(z.array(erasure))
type Erasure = z.output<typeof erasure>

/** Hashes of the ids. Rejects if the list cannot be read or is damaged. */
export async function readErasures(storage: Pick<Storage, 'read'>): Promise<Set<string>> {
  return new Set((await readList(storage)).map(({ hash }) => hash))
}

/** Adds ids to the list. Resolves when it is on disk. Rejects with StorageError, or if the list is damaged. */
export async function recordErasures(storage: Pick<Storage, 'read' | 'commit'>, ids: readonly string[], day: string) {
  const known = await readList(storage)
  const added = ids.map((id) => ({ hash: hashOfId(id), day }))
  await storage.commit([{ name: FILE, bytes: textOf([...known, ...added]) }])
}

export function hashOfId(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}

/** The text of one list that has what two have. Throws if one of them is damaged. */
export function joinedErasures(one: string, other: string): string {
  return textOf([...erasureList.parse(one), ...erasureList.parse(other)])
}

/** Each hash once, with its first day. */
function textOf(erasures: readonly Erasure[]) {
  const days = new Map<string, string>()
  for (const { hash, day } of erasures) if (!days.has(hash)) days.set(hash, day)
  return `${JSON.stringify([...days].map(([hash, day]) => ({ hash, day })))}\n`
}

async function readList(storage: Pick<Storage, 'read'>): Promise<Erasure[]> {
  const stored = await storage.read(FILE, MAX)
  return stored ? erasureList.parse(stored.bytes.toString()) : []
}
