import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { jsonText } from '#app/cms/platform/json-text.ts'
import { readBody, S3Unavailable } from './s3-request.server.ts'
import type { S3Client } from './s3-client.server.ts'

/** The object in the bucket that names the latest changes of the site. */
export const CHANGES_KEY = 'changes'
/** It names so many; a process that has missed more compares everything. */
const MAX_CHANGES = 500
const MAX_BYTES = 1_000_000
/** So often a change is announced on top of those that others announce at the same time. */
const MAX_TRIES = 20

const feed = jsonText(
  z.object({
    /** Of whoever has begun the feed: a process that knows another one compares everything. */
    run: z.string(),
    /** How many changes were ever named. */
    last: z.number().int(),
    /** Names that were changed, the newest last. */
    changes: z.array(z.string()),
  }),
)

type Feed = z.infer<typeof feed>

/** What others have changed; `all`: it is not known. */
type Changes = ReadonlySet<string> | 'all'

/**
 * Tells the processes of a site what each of them has changed. One object of the bucket has the names of the latest
 * changes. Whoever changes something rewrites it, on the condition that nobody else has. So one conditional request,
 * which costs a fraction of a list, shows whether anything has changed, and what.
 */
export class ChangeFeed {
  /** The object as it was last read or written; undefined if there was none. */
  #known: (Feed & { etag: string }) | undefined
  /** Counts the changes of `#known`, so that a response from before a change does not replace it. */
  #knownChanges = 0
  /** What others have changed since the last `read`. */
  #unread: Changes = new Set()
  /** Names that are to be announced. */
  #due: string[] = []
  #mustBeginAnew = false
  #writing: Promise<void> | undefined

  constructor(private readonly client: S3Client) {}

  /** Resolves when the others can know of these changes. Rejects with the store's error; `retry` retries. */
  async announce(names: Iterable<string>): Promise<void> {
    this.#due.push(...names)
    await this.retry()
  }

  /** Makes all others compare everything. Resolves and rejects as `announce`. */
  async announceAll(): Promise<void> {
    this.#mustBeginAnew = true
    await this.retry()
  }

  /** True while changes of this process are not announced. */
  get hasUnwritten(): boolean {
    return this.#due.length > 0 || this.#mustBeginAnew || this.#writing !== undefined
  }

  /** Writes the changes that were not written yet. Changes that come meanwhile share the next write. */
  async retry(): Promise<void> {
    while (this.#due.length > 0 || this.#mustBeginAnew) {
      this.#writing ??= this.#write().finally(() => (this.#writing = undefined))
      await this.#writing
    }
  }

  /** What others have changed since the last call. The first call counts all changes so far as seen. */
  async read(isFirst = false): Promise<Changes> {
    await this.#look()
    const changes = this.#unread
    this.#unread = new Set()
    return isFirst ? new Set() : changes
  }

  async #write() {
    const names = this.#due
    const isNew = this.#mustBeginAnew
    this.#due = []
    this.#mustBeginAnew = false
    try {
      for (let tries = 1; !(await this.#put(names, isNew)); tries += 1) {
        if (tries === MAX_TRIES) throw new S3Unavailable('The list of changes keeps changing')
        await this.#look()
      }
    } catch (error) {
      this.#due = [...names, ...this.#due]
      this.#mustBeginAnew ||= isNew
      throw error
    }
  }

  /** Resolves with false if somebody else has written the object. */
  async #put(names: readonly string[], isNew: boolean): Promise<boolean> {
    const known = this.#known
    const before = isNew || !known ? { run: randomUUID(), last: 0, changes: [] } : known
    const next: Feed = {
      run: before.run,
      last: before.last + names.length,
      changes: [...before.changes, ...names].slice(-MAX_CHANGES),
    }
    const put = await this.client.put(
      CHANGES_KEY,
      Buffer.from(JSON.stringify(next)),
      known ? { ifMatch: known.etag } : 'absent',
    )
    if (put === 'conflict') return false
    this.#setKnown({ ...next, etag: put.etag })
    return true
  }

  #setKnown(known: (Feed & { etag: string }) | undefined) {
    this.#known = known
    this.#knownChanges += 1
  }

  /** Reads the object, and adds what others have changed to `#unread`. */
  async #look() {
    const at = this.#knownChanges
    const known = this.#known
    const found = await this.client.get(CHANGES_KEY, known?.etag)
    if (found === 'unchanged') return
    const text = found && (await readBody(found.body, MAX_BYTES)).toString()
    // This process has written it meanwhile: on top of everything that this response has, or the next look finds it.
    if (this.#knownChanges !== at) return
    const read = feed.safeParse(text).data
    if (!found || !read) {
      if (known || found) this.#unread = 'all'
      this.#setKnown(found && { run: '', last: 0, changes: [], etag: found.etag })
      return
    }
    const missed = read.last - (known?.last ?? 0)
    // What was begun since there was no object has everything that has happened meanwhile.
    const isContinued = (known === undefined || (read.run === known.run && missed > 0)) && missed <= read.changes.length
    if (!isContinued) this.#unread = 'all'
    else if (this.#unread !== 'all') {
      this.#unread = new Set([...this.#unread, ...read.changes.slice(read.changes.length - missed)])
    }
    this.#setKnown({ ...read, etag: found.etag })
  }
}
