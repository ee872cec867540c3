import { createHash } from 'node:crypto'
import { z } from 'zod'
import { jsonText } from '#app/cms/platform/json-text.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { ERASURES_FILE } from './erasures-file.ts'

const FILE = `data/${ERASURES_FILE}`
const MAX = { maxBytes: 64 * 1024 * 1024 }

/** What was done with a message because its sender, or the law, asks for it. `sealed` stands for erased as well. */
type Act = 'sealed' | 'unsealed' | 'corrected'

const entry = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  act: z.enum(['sealed', 'unsealed', 'corrected']),
  at: z.iso.datetime(),
})
const entryList = jsonText(z.array(entry))
type Entry = z.output<typeof entry>

/** What the list says of a message: whether it is sealed, since when, and when it was corrected last. */
export interface ListedActs {
  seal?: { isSealed: boolean; at: string }
  correctedAt?: string
}

interface ErasuresOptions {
  storage: Pick<Storage, 'read' | 'commit'>
  now: () => number
  /** Called with the text of the list after each change of it. */
  onChange?: ((text: string) => void) | undefined
}

export type Erasures = ReturnType<typeof openErasures>

/** The list of what backups do not know: messages that were sealed, erased or corrected. */
export function openErasures({ storage, now, onChange }: ErasuresOptions) {
  /** One change at a time: two concurrent ones would lose an entry. */
  const runExclusive = limitConcurrency({ running: 1, waiting: 1000 })

  /** The text of the list. Rejects if it cannot be read. */
  async function text(): Promise<string> {
    const stored = await storage.read(FILE, MAX)
    return stored ? stored.bytes.toString() : '[]\n'
  }

  async function readEntries(): Promise<Entry[]> {
    return entryList.parse(await text())
  }

  return {
    text,
    /** What is listed, by the hash of the id. Rejects if the list cannot be read or is damaged. */
    async read(): Promise<Map<string, ListedActs>> {
      const listed = new Map<string, ListedActs>()
      for (const { hash, act, at } of await readEntries()) {
        const acts = listed.get(hash) ?? {}
        listed.set(
          hash,
          act === 'corrected' ? { ...acts, correctedAt: at } : { ...acts, seal: { isSealed: act === 'sealed', at } },
        )
      }
      return listed
    },
    /**
     * Adds what is done now with messages. Resolves with the moment when it is on disk. Rejects with StorageError, or if
     * the list is damaged.
     */
    record(ids: readonly string[], act: Act): Promise<string> {
      return runExclusive(async () => {
        const at = new Date(now()).toISOString()
        const added = ids.map((id) => ({ hash: hashOfId(id), act, at }))
        const changed = textOf([...(await readEntries()), ...added])
        await storage.commit([{ name: FILE, bytes: changed }])
        onChange?.(changed)
        return at
      })
    },
  }
}

/** Stands for the id of a message where it must not be read. */
export function hashOfId(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}

/** The text of one list that has what two have. Throws if one of them is damaged. */
export function joinedErasures(one: string, other: string): string {
  return textOf([...entryList.parse(one), ...entryList.parse(other)])
}

/** Of each message the last seal or its end, and the last correction. */
function textOf(entries: readonly Entry[]) {
  const last = new Map<string, Entry>()
  for (const one of entries) {
    const key = `${one.hash} ${one.act === 'corrected' ? 'correction' : 'seal'}`
    if ((last.get(key)?.at ?? '') <= one.at) last.set(key, one)
  }
  return `${JSON.stringify([...last.values()])}\n`
}
