import type { Storage, WatchListener, WatchOptions } from '../storage.ts'

/** A change is awaited for so long (ms). One that has not come by then is found like any other. */
const MAX_AWAITED_MS = 60_000

interface Watch {
  name: string
  listener: WatchListener
  /** By the monotonic clock. */
  awaitedUntil: number
}

/** The watches of a mirror: they learn of an edit by hand from the folder, and of what was pulled at once, by its name. */
export class MirrorWatches {
  readonly #watches = new Set<Watch>()

  constructor(private readonly disk: Storage) {}

  /** As `watch` of Storage. */
  add(name: string, listener: WatchListener, { isAwaited = false }: WatchOptions = {}): () => void {
    const watch: Watch = { name, listener, awaitedUntil: isAwaited ? performance.now() + MAX_AWAITED_MS : -Infinity }
    this.#watches.add(watch)
    const stop = this.disk.watch(name, listener)
    return () => {
      this.#watches.delete(watch)
      stop()
    }
  }

  /** The names of the files whose change is awaited. */
  readonly awaited = (): string[] => {
    const now = performance.now()
    return [...new Set([...this.#watches].flatMap(({ name, awaitedUntil }) => (now < awaitedUntil ? name : [])))]
  }

  /** Reports files that were pulled. Resolves when the listeners have finished. */
  readonly announce = async (names: readonly string[]): Promise<void> => {
    for (const { name: watched, listener } of [...this.#watches]) {
      const changed = names.filter((name) => name === watched || name.startsWith(`${watched}/`))
      // A listener that throws must not end the pull.
      await Promise.allSettled(
        changed.map((name) => Promise.resolve(name).then((one) => listener(one, { isWhole: true }))),
      )
    }
  }
}
