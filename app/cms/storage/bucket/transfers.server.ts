import type { Readable } from 'node:stream'

/** A large file on its way from the bucket. */
export interface Transfer {
  etag: string
  /** True once its name has another version, or none: then what was received is dropped. */
  isEnded: boolean
}

interface Running extends Transfer {
  body: Readable
  done: Promise<void>
}

interface Waiting {
  etag: string
  /** Asks for the object again. */
  again: () => Promise<void>
  /** Set after a failure, until it is tried again. */
  timer?: NodeJS.Timeout
}

interface Source {
  /** Reads the body that has come. Rejects if that fails. */
  receive: (transfer: Transfer) => Promise<void>
  /** Asks for the object once more, and begins again if it is still to be received. */
  again: () => Promise<void>
}

const MAX_RUNNING = 4
/** Pause after a failure (ms). */
const RETRY_MS = 5_000

/**
 * The large files that are on their way from the bucket, beside everything else that a node follows: a film takes as
 * long as all other changes of a day. A few are received at a time, and each until it is here, or has another version.
 */
export class Transfers {
  readonly #running = new Map<string, Running>()
  readonly #waiting = new Map<string, Waiting>()
  /** Requests for objects that have their turn. */
  readonly #asking = new Set<Promise<void>>()
  #isClosed = false

  /** `onFailure` is called with each error; the transfer is tried again some seconds later. */
  constructor(private readonly onFailure: (name: string, error: unknown) => void) {}

  /** True while a file is not here yet; with `etag`, only of this version. */
  isComing(name: string, etag?: string): boolean {
    const transfer = this.#running.get(name) ?? this.#waiting.get(name)
    return transfer !== undefined && (etag === undefined || transfer.etag === etag)
  }

  /** True while a file could not be received and waits for another try. */
  hasFailed(): boolean {
    return [...this.#waiting.values()].some(({ timer }) => timer !== undefined)
  }

  /** Receives the body of an object, or asks for it again when it has its turn. */
  begin(name: string, { etag, body }: { etag: string; body: Readable }, { receive, again }: Source): void {
    this.end(name)
    if (this.#isClosed || this.#running.size >= MAX_RUNNING) {
      // A body that is not read is dropped by the store.
      body.destroy()
      if (!this.#isClosed) this.#waiting.set(name, { etag, again })
      return
    }
    const transfer: Running = { etag, isEnded: false, body, done: Promise.resolve() }
    this.#running.set(name, transfer)
    transfer.done = receive(transfer)
      .catch((error: unknown) => {
        this.#retry(name, transfer, again, error)
      })
      .finally(() => {
        body.destroy()
        if (this.#running.get(name) === transfer) this.#running.delete(name)
        this.#startNext()
      })
  }

  /** Ends a transfer, since its file has another version, or none. */
  end(name: string): void {
    clearTimeout(this.#waiting.get(name)?.timer)
    this.#waiting.delete(name)
    const transfer = this.#running.get(name)
    if (!transfer) return
    this.#running.delete(name)
    transfer.isEnded = true
    transfer.body.destroy()
  }

  /** Resolves when nothing is received any more, except what has failed. Never rejects. */
  async idle(): Promise<void> {
    while (this.#running.size + this.#asking.size > 0) {
      await Promise.all([...Array.from(this.#running.values(), ({ done }) => done), ...this.#asking])
    }
  }

  /** Ends all transfers. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true
    const running = [...this.#running.values()]
    for (const name of [...this.#running.keys(), ...this.#waiting.keys()]) this.end(name)
    await Promise.all([...running.map(({ done }) => done), ...this.#asking])
  }

  #retry(name: string, transfer: Running, again: () => Promise<void>, error: unknown) {
    if (transfer.isEnded) return
    this.onFailure(name, error)
    this.#waitToRetry(name, transfer.etag, again)
  }

  #waitToRetry(name: string, etag: string, again: () => Promise<void>) {
    const timer = setTimeout(() => {
      this.#waiting.set(name, { etag, again })
      this.#startNext()
    }, RETRY_MS).unref()
    this.#waiting.set(name, { etag, again, timer })
  }

  #startNext() {
    if (this.#isClosed || this.#running.size >= MAX_RUNNING) return
    const [next] = [...this.#waiting].filter(([, { timer }]) => timer === undefined)
    if (!next) return
    const [name, { etag, again }] = next
    this.#waiting.delete(name)
    const asking = again()
      .catch((error: unknown) => {
        if (this.#isClosed || this.isComing(name)) return
        this.onFailure(name, error)
        this.#waitToRetry(name, etag, again)
      })
      .finally(() => {
        this.#asking.delete(asking)
        this.#startNext()
      })
    this.#asking.add(asking)
  }
}
