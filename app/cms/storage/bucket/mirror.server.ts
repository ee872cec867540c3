import type { IncomingMessage } from 'node:http'
import { createReadStream } from 'node:fs'
import { utimes } from 'node:fs/promises'
import path from 'node:path'
import { NameLocks } from '#app/cms/storage/name-locks.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { limitConcurrency } from '../limit-concurrency.ts'
import type { Storage } from '../storage.ts'
import { digestFile, md5 } from './digest.server.ts'
import type { MirrorState } from './mirror-state.server.ts'
import { Transfers, type Transfer } from './transfers.server.ts'
import type { S3Client, S3Head } from './s3-client.server.ts'
import { readBody, S3Unavailable } from './s3-request.server.ts'
import { isShared, SHARED_ROOTS } from './shared-names.ts'

/** Larger objects are streamed into their file. */
const MAX_IN_MEMORY_BYTES = 1_000_000

/** Below these folders larger objects are transferred beside everything else: nothing that follows depends on their bytes. */
const TRANSFERRED = ['uploads/', 'data/staged/']
/** How many objects are fetched at a time. */
const FETCHES = 8

/** Where files that were set aside are stored, in a folder for each moment, and for how many days. */
const QUARANTINE = 'data/.set-aside'
const QUARANTINE_DAYS = 90

/** Such names sort by time. */
const folderNameAt = (time: number) => new Date(time).toISOString().replaceAll(/[:.]/g, '-')

/** The records of pending publications. */
const RECORDS = 'data/publishing/'

/** Known files below these folders are most likely removed: what is new there has another name. */
const PASSING = ['data/staged/', RECORDS, 'uploads/']

/**
 * The order in which names are fetched. The record of an edit comes before the content that it describes. The record of a
 * publication comes after the staged files that it names, and before the files and the content that it makes public.
 * What goes, goes after the content that named it.
 */
function stepsOf(names: readonly string[], isKnown: (name: string) => boolean) {
  const mayGo = new Set(names.filter((name) => isKnown(name) && PASSING.some((below) => name.startsWith(below))))
  const coming = names.filter((name) => !mayGo.has(name))
  const isRecord = (name: string) => name.startsWith(RECORDS)
  const below = (root: string) => coming.filter((name) => name.startsWith(`${root}/`) && !isRecord(name))
  return [below('data'), coming.filter(isRecord), below('uploads'), below('content'), [...mayGo]]
}

/**
 * The folders of a node as the copy of a bucket. A name is fetched, or changed in both, in one turn. So the copy never
 * returns to an older version.
 */
export class Mirror {
  readonly locks = new NameLocks()
  /** Names that could not be written to the mirror. What was known of them is forgotten. */
  readonly stale = new Set<string>()
  /** True while the bucket has lost its files: then none is removed here. */
  isOfEmptiedStore = false
  /** Large files that are on their way from the bucket. */
  readonly transfers = new Transfers((name, err) => {
    this.log.warn({ err, file: name }, 'A large file could not be fetched from the store, and is tried again')
  })
  readonly #limit = limitConcurrency({ running: FETCHES, waiting: Infinity })

  constructor(
    private readonly client: S3Client,
    readonly disk: Storage,
    readonly state: MirrorState,
    private readonly log: Logger,
  ) {}

  /**
   * Updates names from the bucket, step by step. `onChange` is called after each step that has changed files, also
   * after one that has failed. The next step waits for it. Does not wait for large files, which `transfers` has until
   * `onChange` is called with them. Rejects with the store's error.
   */
  async pull(names: Iterable<string>, onChange: (names: readonly string[]) => Promise<void>): Promise<void> {
    const all = [...new Set(names)].filter(isShared)
    for (const step of stepsOf(all, (name) => this.state.get(name) !== undefined)) {
      let hasFailed = false
      const changed: string[] = []
      const pulled = await Promise.allSettled(
        step.map((name) =>
          this.#limit(async () => {
            if (hasFailed) return
            try {
              changed.push(...(await this.locks.run([name], () => this.pullLocked(name, onChange))))
            } catch (error) {
              hasFailed = true
              throw error
            }
          }),
        ),
      )
      if (changed.length > 0) await onChange(changed)
      for (const outcome of pulled) if (outcome.status === 'rejected') throw outcome.reason
    }
  }

  /**
   * Like `pull`, for one name whose turn it is, and the history records that were put in the same commit. Waits for a
   * large file too if there is no `onChange` to be called with it later.
   */
  async pullLocked(name: string, onChange?: (names: readonly string[]) => Promise<void>): Promise<string[]> {
    const known = this.state.get(name)
    const isHere = (await this.disk.stat(name))?.kind === 'file'
    const found = await this.client.get(name, isHere ? known?.etag : undefined)
    if (found === 'unchanged') return []
    if (found !== undefined && this.transfers.isComing(name, found.etag)) {
      found.body.destroy()
      return []
    }
    this.transfers.end(name)
    if (found === undefined) {
      if (known === undefined && !this.stale.has(name)) return []
      if (this.isOfEmptiedStore) throw new S3Unavailable('The store has lost its files')
      this.state.set(name, undefined)
      // If nothing was known of the file, it may be a hand edit.
      if (known === undefined && isHere) await this.quarantine(name)
      else await this.disk.remove(name)
      return isHere ? [name] : []
    }
    const { etag, modified, body, size } = found
    if (isHere && (await this.#adopt(name, etag))) {
      body.destroy()
      return []
    }
    // Read before any other request: a response that is not read for some seconds is dropped.
    const bytes = size <= MAX_IN_MEMORY_BYTES ? await readBody(body, size) : undefined
    const changed: string[] = []
    // No turn is needed, because records are never changed.
    for (const other of found.with) if (isShared(other)) changed.push(...(await this.pullLocked(other)))
    if (bytes) {
      await this.#quarantineChanged(name)
      this.state.begin(name)
      await this.disk.commit([{ name, bytes }])
      await this.note(name, etag, md5(bytes), modified)
      return [...changed, name]
    }
    const copy = await this.#copyOf(found)
    if (copy === undefined && onChange && TRANSFERRED.some((folder) => name.startsWith(folder))) {
      this.transfers.begin(name, found, {
        receive: (transfer) => this.#transfer(name, found, transfer, onChange),
        again: () => this.pull([name], onChange),
      })
      return changed
    }
    if (copy !== undefined) body.destroy()
    await this.#receive(name, found, copy === undefined ? body : createReadStream(this.disk.pathOf(copy)))
    return [...changed, name]
  }

  /** Streams an object into the file of a name whose turn it is. */
  async #receive(name: string, { etag, size, modified }: S3Head, source: AsyncIterable<Uint8Array>) {
    const sums = await this.disk.receive(path.posix.dirname(name), source, async (file) => {
      const read = await digestFile(file)
      if (read.size !== size) throw new Error(`${name} was received incompletely`)
      await this.#quarantineChanged(name)
      this.state.begin(name)
      await this.disk.commit([{ name, bytes: { file } }])
      return read
    })
    await this.note(name, etag, sums.md5, modified)
  }

  /** Receives a large file beside everything else. Its name has its turn only once all bytes are here. */
  async #transfer(
    name: string,
    found: S3Head & { body: IncomingMessage },
    transfer: Transfer,
    onChange: (names: readonly string[]) => Promise<void>,
  ) {
    const sums = await this.disk.receive(path.posix.dirname(name), found.body, async (file) => {
      const read = await digestFile(file)
      if (read.size !== found.size) throw new S3Unavailable(`${name} was received incompletely`)
      return this.locks.run([name], async () => {
        // It may have been removed or replaced meanwhile.
        const current = await this.client.head(name)
        if (transfer.isEnded || current?.etag !== found.etag) return undefined
        await this.#quarantineChanged(name)
        this.state.begin(name)
        await this.disk.commit([{ name, bytes: { file } }])
        await this.note(name, found.etag, read.md5, found.modified)
        return read
      })
    })
    if (sums) await onChange([name])
  }

  /** The name of a file here that has the bytes of a large object: it was moved or copied in the bucket. */
  async #copyOf({ etag, size }: S3Head): Promise<string | undefined> {
    for (const name of this.state.namesOf(etag, size)) if (await this.isIntact(name)) return name
    return undefined
  }

  /** A file that was edited by hand since the last comparison is kept, before another version replaces it. */
  async #quarantineChanged(name: string) {
    const isHere = (await this.disk.stat(name))?.kind === 'file'
    if (isHere && this.state.get(name) && !(await this.isIntact(name))) await this.quarantine(name)
  }

  /** Notes that a file is now a copy of an object. `modified` becomes the file's time, the same on all nodes. */
  async note(name: string, etag: string, sum: string, modified?: number): Promise<void> {
    if (modified !== undefined && modified > 0) {
      await utimes(this.disk.pathOf(name), modified / 1000, modified / 1000).catch(() => undefined)
    }
    const stats = await this.disk.stat(name)
    this.state.set(name, { etag, md5: sum, size: stats?.size ?? -1, modified: stats?.modified ?? 0 })
  }

  /** True if a file has the content that the bucket had when they were compared last. */
  async isIntact(name: string): Promise<boolean> {
    const copy = this.state.get(name)
    const stats = await this.disk.stat(name)
    if (!copy || stats?.kind !== 'file') return copy === undefined && stats === undefined
    if (stats.size === copy.size && stats.modified === copy.modified && !name.startsWith('content/')) return true
    if (stats.size !== copy.size) return false
    if ((await digestFile(this.disk.pathOf(name))).md5 !== copy.md5) return false
    this.state.set(name, { ...copy, modified: stats.modified })
    return true
  }

  /**
   * Puts an edit that was made in the folder by hand into the bucket. A file that was removed by hand is restored,
   * because an unmounted disk looks the same. Resolves with false if nothing was put. Rejects with the store's error.
   */
  async pushHandEdit(name: string): Promise<boolean> {
    if (!isShared(name)) return false
    return this.locks.run([name], async () => {
      if ((await this.disk.stat(name))?.kind !== 'file' || (await this.isIntact(name))) return false
      const copy = this.state.get(name)
      const file = this.disk.pathOf(name)
      const sums = await digestFile(file)
      const put = await this.client.put(name, { file, ...sums }, copy ? { ifMatch: copy.etag } : 'absent')
      if (put === 'conflict') {
        // Another node was first: the version in the bucket wins.
        await this.pullLocked(name)
        return false
      }
      await this.note(name, put.etag, sums.md5)
      this.log.info({ file: name }, 'A file that was changed by hand was copied to the store')
      return true
    })
  }

  /** Moves away a file that the bucket's version is about to replace, and keeps it on this node for some time. */
  async quarantine(name: string): Promise<void> {
    const target = `${QUARANTINE}/${folderNameAt(Date.now())}/${name}`
    await this.disk.move(name, target)
    this.log.warn(
      { file: name, aside: target },
      'A file of this node was moved to data/.set-aside, because the store has another version of it',
    )
    const oldest = folderNameAt(Date.now() - QUARANTINE_DAYS * 24 * 3600_000)
    for (const { name: folder } of await this.disk.list(QUARANTINE)) {
      if (folder < oldest) await this.disk.remove(`${QUARANTINE}/${folder}/`)
    }
  }

  /** The names of all shared files in the folders. */
  async *files(): AsyncGenerator<string> {
    for (const root of SHARED_ROOTS) yield* this.#filesBelow(root)
  }

  async *#filesBelow(folder: string): AsyncGenerator<string> {
    for (const { name, kind } of await this.disk.list(folder)) {
      const below = `${folder}/${name}`
      if (!isShared(below)) continue
      if (kind === 'folder') yield* this.#filesBelow(below)
      else if (kind === 'file') yield below
    }
  }

  /** Notes a file that already has the content of the bucket. False if it has not, or if the ETag is not its MD5. */
  async #adopt(name: string, etag: string): Promise<boolean> {
    const sums = await digestFile(this.disk.pathOf(name))
    if (sums.md5 !== etag) return false
    await this.note(name, etag, sums.md5)
    return true
  }
}
