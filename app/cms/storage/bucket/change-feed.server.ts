import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { jsonText } from '#app/cms/platform/json-text.ts'
import type { S3Client } from './s3-client.server.ts'

const FOLDER = 'nodes/'
/** A node reports so many changes; a node that has missed more compares everything. */
const MAX_CHANGES = 500
const MAX_BYTES = 1_000_000
/** A feed that has not changed for so long belongs to a node that has ended. */
const LEFT_OVER_MS = 24 * 3600_000

const feed = jsonText(
  z.object({
    last: z.number().int(),
    /** Names that were changed, the newest last. */
    changes: z.array(z.string()),
  }),
)

interface Seen {
  etag: string
  last: number
}

/** What the other nodes have changed; `all`: more than a feed holds. */
type Changes = ReadonlySet<string> | 'all'

/**
 * Reports the changes of each node to the others. Each node has one object in the bucket that only it writes, with the
 * names of its latest changes. So one list request for a few objects shows whether anything has changed, and an object
 * shows what.
 */
export class ChangeFeed {
  readonly id = randomUUID()
  readonly #seen = new Map<string, Seen>()
  #own: string[] = []
  #last = 0
  #announced = 0
  #writing: Promise<void> | undefined

  constructor(private readonly client: S3Client) {}

  /** Resolves when the other nodes can know of these changes. Rejects with the store's error; `retry` retries. */
  async announce(names: Iterable<string>): Promise<void> {
    for (const name of names) {
      this.#own.push(name)
      this.#last += 1
    }
    this.#own = this.#own.slice(-MAX_CHANGES)
    await this.retry()
  }

  /** Writes the changes that were not written yet. Changes that come meanwhile share the next write. */
  async retry(): Promise<void> {
    const due = this.#last
    while (this.#announced < due) {
      this.#writing ??= this.#write().finally(() => (this.#writing = undefined))
      await this.#writing
    }
  }

  async #write() {
    const last = this.#last
    await this.client.put(FOLDER + this.id, Buffer.from(JSON.stringify({ last, changes: this.#own })))
    this.#announced = last
  }

  /** What other nodes have changed since the last call. The first call counts all changes so far as seen. */
  async read(isFirst = false): Promise<Changes> {
    const names = new Set<string>()
    let isAll = false
    const listed = new Set<string>()
    for await (const { key, etag } of this.client.list(FOLDER)) {
      const seen = this.#seen.get(key)
      listed.add(key)
      if (key === FOLDER + this.id || seen?.etag === etag) continue
      const found = await this.client.read(key, MAX_BYTES)
      const parsed = found && feed.safeParse(found.bytes.toString())
      if (!found || !parsed?.success) continue
      const { last, changes } = parsed.data
      const missed = last - (seen?.last ?? 0)
      if (isFirst) {
        if (Date.now() - found.modified > LEFT_OVER_MS) await this.client.remove(key)
      } else if (missed > changes.length || missed < 0) isAll = true
      else for (const name of changes.slice(changes.length - missed)) names.add(name)
      this.#seen.set(key, { etag: found.etag, last })
    }
    for (const key of this.#seen.keys()) if (!listed.has(key)) this.#seen.delete(key)
    return isAll ? 'all' : names
  }
}
