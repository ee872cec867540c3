import { isOutcomeUnknown, StorageError } from '../storage-error.ts'
import type {
  Committed,
  CommitOptions,
  FileStats,
  ListedEntry,
  Puts,
  ReadOptions,
  Snapshot,
  Storage,
  StoredFile,
  WatchListener,
  WatchOptions,
} from '../storage.ts'
import { isForReaders, isShared } from './shared-names.ts'

interface Limits {
  /** True while the site may change shared files. Once false, it is false for good. */
  mayWrite: () => boolean
  /**
   * False while another process may be writing, because the right was not renewed in time. A change then waits for it,
   * but nothing that cannot be taken back may begin, such as a mail.
   */
  isHeld: () => boolean
  /** True for a site that only shows: what is for staff alone does not exist for it. */
  isReader: boolean
  /**
   * Called when the outcome of a change is not known, so that the site is opened anew from the files. The change rejects
   * when this resolves.
   */
  onDoubt?: (() => Promise<unknown>) | undefined
}

/**
 * The storage of a process as one of its sites sees it: the site that reads, or the one that writes in one term. A site
 * whose term is over never writes again, even if the process has got the right to write anew. Neither does one that does
 * not know the outcome of a change: what it has in memory may differ from the store.
 */
export class TermStorage implements Storage {
  readonly #watches = new Set<() => void>()
  readonly #changes = new Set<Promise<unknown>>()
  #isInDoubt = false

  constructor(
    private readonly storage: Storage,
    private readonly limits: Limits,
  ) {}

  async read(name: string, options?: ReadOptions): Promise<StoredFile | undefined> {
    return this.#isHidden(name) ? undefined : this.storage.read(name, options)
  }

  readSync(name: string, options?: ReadOptions): StoredFile | undefined {
    return this.#isHidden(name) ? undefined : this.storage.readSync(name, options)
  }

  async list(folder: string): Promise<ListedEntry[]> {
    const entries = await this.storage.list(folder)
    return entries.filter(({ name }) => !this.#isHidden(`${folder}/${name}`))
  }

  async stat(name: string): Promise<FileStats | undefined> {
    return this.#isHidden(name) ? undefined : this.storage.stat(name)
  }

  async commit(puts: Puts, options: CommitOptions = {}): Promise<Committed> {
    const moves = options.moves ?? []
    const names = [...puts.map(({ name }) => name), ...moves.flatMap(({ from, to }) => [from, to])]
    return this.#change(names, () => this.storage.commit(puts, options))
  }

  async append(name: string, bytes: string, length: number): Promise<void> {
    return this.#change([name], () => this.storage.append(name, bytes, length))
  }

  async remove(names: string | readonly string[]): Promise<void> {
    return this.#change(typeof names === 'string' ? [names] : names, () => this.storage.remove(names))
  }

  async move(from: string, to: string): Promise<void> {
    return this.#change([from, to], () => this.storage.move(from, to))
  }

  async receive<Result>(
    folder: string,
    source: AsyncIterable<Uint8Array>,
    use: (file: string) => Promise<Result>,
  ): Promise<Result> {
    this.#assertMayWrite([`${folder}/`])
    return this.storage.receive(folder, source, use)
  }

  watch(name: string, listener: WatchListener, options?: WatchOptions): () => void {
    const stop = this.storage.watch(name, listener, options)
    this.#watches.add(stop)
    return () => {
      this.#watches.delete(stop)
      stop()
    }
  }

  get isSeenAtOnce(): boolean {
    return this.storage.isSeenAtOnce
  }

  whenSeen(since?: number): Promise<void> {
    return this.storage.whenSeen(since)
  }

  pull(names: readonly string[]): Promise<void> {
    return this.storage.pull(names)
  }

  lag(): number {
    return this.storage.lag()
  }

  expectChange(): void {
    this.storage.expectChange()
  }

  isComing(name: string): boolean {
    return !this.#isHidden(name) && this.storage.isComing(name)
  }

  async snapshot(isIncluded: (name: string) => boolean): Promise<Snapshot> {
    this.#assertMayWrite(['data/'])
    return this.storage.snapshot(isIncluded)
  }

  pathOf(name: string): string {
    return this.storage.pathOf(name)
  }

  refusal(name?: string): StorageError | undefined {
    const { mayWrite, isHeld } = this.limits
    if (name === undefined || isShared(name)) {
      if (!mayWrite()) return new StorageError('reader')
      if (this.#isInDoubt) return new StorageError('opening-anew')
      if (!isHeld()) return new StorageError('store-unreachable')
    }
    return this.storage.refusal(name)
  }

  /** Ends the watches of the site. The storage stays open. */
  close(): Promise<void> {
    for (const stop of this.#watches) stop()
    return Promise.resolve()
  }

  /** Resolves when no change of the site is in progress. */
  async whenIdle(): Promise<void> {
    await Promise.allSettled(this.#changes)
  }

  async #change<Result>(names: readonly string[], make: () => Promise<Result>): Promise<Result> {
    this.#assertMayWrite(names)
    const change = make()
    this.#changes.add(change)
    try {
      return await change
    } catch (error) {
      if (isOutcomeUnknown(error)) {
        this.#isInDoubt = true
        await this.limits.onDoubt?.()
      }
      throw error
    } finally {
      this.#changes.delete(change)
    }
  }

  #isHidden(name: string) {
    return this.limits.isReader && name.startsWith('data/') && isShared(name) && !isForReaders(name)
  }

  #assertMayWrite(names: readonly string[]) {
    if (!names.some(isShared)) return
    if (!this.limits.mayWrite()) throw new StorageError('reader')
    if (this.#isInDoubt) throw new StorageError('opening-anew')
  }
}
