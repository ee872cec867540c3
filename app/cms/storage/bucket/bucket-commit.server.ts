import path from 'node:path'
import {
  PreconditionFailed,
  versionOf,
  type Committed,
  type CommitOptions,
  type Put,
  type Puts,
  type Storage,
} from '../storage.ts'
import { mapStoreErrors, type ConditionalPuts, type StorePut } from './conditional-puts.server.ts'
import { digestFile, md5 } from './digest.server.ts'
import type { Lease } from './lease.server.ts'
import type { Mirror } from './mirror.server.ts'
import { S3NotWriter, type S3Client } from './s3-client.server.ts'
import type { S3Body } from './s3-request.server.ts'
import { isShared } from './shared-names.ts'
import type { Synchronisation } from './synchronisation.server.ts'

/** Commits several files to the store, and then to the mirror. The put of the last object is the commit point. */
export class BucketCommit {
  constructor(
    private readonly client: S3Client,
    private readonly disk: Storage,
    private readonly mirror: Mirror,
    private readonly synchronisation: Synchronisation,
    private readonly lease: Pick<Lease, 'term'>,
    private readonly puts: ConditionalPuts,
  ) {}

  /** Like `commit` of the storage, while the `names` of all files that it changes are locked. */
  async commit(puts: Puts, options: CommitOptions, names: readonly string[]): Promise<Committed> {
    const moves = options.moves ?? []
    const storePuts: StorePut[] = []
    for (const put of puts) {
      await this.#checkLocally(put)
      if (isShared(put.name)) storePuts.push(await this.#toStorePut(put))
    }
    for (const { name, preserveAs } of puts) {
      if (preserveAs !== undefined) await this.#preserve(name, `${path.posix.dirname(name)}/${preserveAs}`)
    }
    const last = storePuts.at(-1)
    if (last) {
      const before = storePuts.slice(0, -1).map(({ name }) => name)
      last.others = [...before, ...moves.map(({ to }) => to)].filter((name) => name.startsWith('data/history/'))
    }
    const etags = await this.puts.putAll(storePuts)
    const removed = new Set(puts.flatMap(({ name, bytes }) => (bytes === null && isShared(name) ? name : [])))
    // From here on the change has happened, whatever else fails.
    for (const name of [...etags.keys(), ...moves.map(({ to }) => to)]) this.mirror.state.begin(name)
    const finishInStore = async () => {
      await Promise.all([
        this.#moveInStore(moves, new Map(storePuts.map(({ name, body }) => [name, body]))),
        this.#removeInStore(removed),
      ])
      // The other nodes need not wait for the disk of this one.
      await this.synchronisation.announce(names.filter(isShared))
    }
    const [committed] = await Promise.all([this.#commitToMirror(puts, options), finishInStore()])
    for (const { name, md5 } of storePuts) {
      if (this.synchronisation.isStale(name)) continue
      if (removed.has(name)) {
        this.mirror.state.set(name, undefined)
        continue
      }
      const to = moves.find(({ from }) => from === name)?.to
      if (to === undefined) await this.mirror.note(name, etags.get(name) ?? '', md5)
      else {
        this.mirror.state.set(name, undefined)
        await this.mirror.note(to, etags.get(name) ?? '', md5)
      }
    }
    return committed
  }

  /** Throws PreconditionFailed if the mirror alone shows that the condition fails, such as after a hand edit. */
  async #checkLocally({ name, ifVersion, preserveAs, maxBytes }: Put) {
    if (preserveAs !== undefined || ifVersion === undefined) return
    const found = await this.disk.read(name, { ...(maxBytes !== undefined && { maxBytes }) }).catch(() => {
      throw new PreconditionFailed(name)
    })
    if ((found?.version ?? null) !== ifVersion) throw new PreconditionFailed(name)
  }

  async #toStorePut({ name, bytes, ifVersion, preserveAs }: Put): Promise<StorePut> {
    const isReplaced = ifVersion === undefined && preserveAs === undefined
    const condition = ifVersion === null ? 'absent' : this.puts.conditionOf(name)
    if (isFile(bytes)) {
      const sums = await digestFile(bytes.file)
      return { name, body: { file: bytes.file, ...sums }, md5: sums.md5, condition, isReplaced }
    }
    // A removal is an empty object first, because few stores can remove an object on a condition.
    const body = typeof bytes === 'string' ? Buffer.from(bytes) : (bytes ?? Buffer.alloc(0))
    return { name, body, md5: md5(body), condition, isReplaced }
  }

  /** The mirror's part of a commit that has happened. Never rejects: a mirror that fails is updated later. */
  async #commitToMirror(puts: Puts, options: CommitOptions): Promise<Committed> {
    const last = puts[puts.length - 1]
    const version = last && !isFile(last.bytes) ? versionOf(last.bytes ?? '') : ''
    try {
      return await this.disk.commit(puts, options)
    } catch (error) {
      if (error instanceof PreconditionFailed && last) {
        // A hand edit came after the check: it is replaced, and its content is passed to the caller.
        const byHand = await this.disk.read(last.name).catch(() => undefined)
        const unconditional = puts.map(({ ifVersion: _any, preserveAs: _none, ...put }) => put)
        const lastPut = unconditional.pop()
        try {
          if (lastPut) await this.disk.commit([...unconditional, lastPut], options)
          return { version, ...(byHand && { overwritten: byHand.bytes }) }
        } catch (failure) {
          this.synchronisation.noteStale(
            puts.map(({ name }) => name),
            failure,
          )
        }
      } else
        this.synchronisation.noteStale(
          puts.map(({ name }) => name),
          error,
        )
      return { version }
    }
  }

  /** The renames of a commit that has happened. Never rejects: a rename that fails is done later. */
  async #moveInStore(moves: Moves, bodies: ReadonlyMap<string, S3Body>) {
    for (const { from, to } of moves) {
      const body = bodies.get(from)
      await this.#finishInStore(async () => {
        if (ArrayBuffer.isView(body)) await this.puts.replace(to, body)
        else await this.client.copy(from, to)
        await this.client.remove(from)
      })
    }
  }

  /** Removes the empty objects of removals that have happened. Never rejects: one that fails is removed later. */
  async #removeInStore(names: ReadonlySet<string>) {
    for (const name of names) await this.#finishInStore(() => this.client.remove(name))
  }

  /** Does what remains of a change, at once or later in this term. The next writer does what remains of this one. */
  #finishInStore(task: () => Promise<void>) {
    const term = this.lease.term()
    return this.synchronisation.retryLater(async () => {
      if (this.lease.term() !== term) return
      await task().catch((error: unknown) => {
        if (!(error instanceof S3NotWriter)) throw error
      })
    })
  }

  async #preserve(name: string, copy: string) {
    if (await this.disk.read(name).then(Boolean, () => false)) throw new PreconditionFailed(name)
    if (this.mirror.state.get(name) === undefined) return
    await mapStoreErrors(() => this.client.copy(name, copy))
  }
}

type Moves = NonNullable<CommitOptions['moves']>

function isFile(bytes: Put['bytes']): bytes is { file: string } {
  return bytes !== null && typeof bytes === 'object' && 'file' in bytes
}
