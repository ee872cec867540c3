import type { Storage, WatchListener } from '../storage.ts'

interface Watch {
  name: string
  listener: WatchListener
}

/** The watches of a mirror: they learn of an edit by hand from the folder, and of what was pulled at once, by its name. */
export class MirrorWatches {
  readonly #watches = new Set<Watch>()

  constructor(private readonly disk: Storage) {}

  /** As `watch` of Storage. */
  add(name: string, listener: WatchListener): () => void {
    const watch: Watch = { name, listener }
    this.#watches.add(watch)
    const stop = this.disk.watch(name, listener)
    return () => {
      this.#watches.delete(watch)
      stop()
    }
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
