/** When a visitor sent a request and when the response was complete, in the milliseconds of `performance.now()`. */
export interface Seen {
  asked: number
  answered: number
}

/**
 * The versions that one place of the site may show. They count up from 0, which shipped. Each is begun when its save is
 * sent, and acknowledged when the site has confirmed it. If the response of a save never came, either version may be
 * shown.
 */
export class Ledger {
  readonly #begun = new Map<number, number>([[0, -Infinity]])
  readonly #acknowledged: { version: number; at: number }[] = [{ version: 0, at: -Infinity }]

  /** The version acknowledged last. */
  get last(): number {
    return this.#acknowledged.at(-1)?.version ?? 0
  }

  /** How many saves were acknowledged. */
  get count(): number {
    return this.#acknowledged.length - 1
  }

  /** Notes that a version may be seen from now on. If it is sent twice, the first time counts. */
  begin(version: number, at: number): void {
    if (!this.#begun.has(version)) this.#begun.set(version, at)
  }

  /** Notes that a version is the current one. Older versions that are confirmed later change nothing. */
  acknowledge(version: number, at: number): void {
    if (version > this.last) this.#acknowledged.push({ version, at })
  }

  /** For how long (ms) the version had been replaced when it was requested; 0 for the newest. */
  age(version: number, { asked }: Seen): number {
    const next = this.#acknowledged.find((one) => one.version > version)
    return next ? Math.max(0, asked - next.at) : 0
  }

  /**
   * The fault of a version that was seen, or undefined: it was never sent, or not yet; or it was replaced more than
   * `lag` milliseconds before the request.
   */
  judge(version: number, seen: Seen, lag: number): string | undefined {
    const begun = this.#begun.get(version)
    if (begun === undefined) return `version ${version} was never saved`
    if (begun > seen.answered) return `version ${version} was shown ${Math.round(begun - seen.answered)} ms too early`
    const age = this.age(version, seen)
    if (age > lag) return `version ${version} had been replaced for ${Math.round(age)} ms, and ${this.last} stands now`
    return undefined
  }
}

const [HIDDEN, PUBLIC, HIDDEN_AGAIN] = [0, 1, 2]

/** What visitors may see of a release: nothing, then all, then nothing. Once one sees a state, all others have to. */
export class ReleaseLedger {
  readonly #ledger = new Ledger()

  /** Notes that the release may be public from a moment on. */
  beginToPublish(at: number): void {
    this.#ledger.begin(PUBLIC, at)
  }

  published(at: number): void {
    this.#ledger.acknowledge(PUBLIC, at)
  }

  beginToUndo(at: number): void {
    this.#ledger.begin(HIDDEN_AGAIN, at)
  }

  undone(at: number): void {
    this.#ledger.acknowledge(HIDDEN_AGAIN, at)
  }

  /** The fault of an address that showed the release or did not, or undefined. */
  judge(isShown: boolean, seen: Seen, lag: number): string | undefined {
    if (isShown) {
      const fault = this.#ledger.judge(PUBLIC, seen, lag)
      if (!fault) this.published(seen.answered)
      return fault && `shown: ${fault}`
    }
    const beforeIt = this.#ledger.judge(HIDDEN, seen, lag)
    if (!beforeIt) return undefined
    const afterIt = this.#ledger.judge(HIDDEN_AGAIN, seen, lag)
    if (!afterIt) this.undone(seen.answered)
    return afterIt && `not shown: ${beforeIt}`
  }
}

/** Times when something was down, so that changes may be seen later than usual. */
export class Disturbances {
  readonly #times: { from: number; to: number }[] = []

  /** Notes that something goes down. Returns the function to call once it is up again. */
  begin(from: number): (to: number) => void {
    const time = { from, to: Infinity }
    this.#times.push(time)
    return (to) => {
      time.to = to
    }
  }

  /** Whether something was down at any moment from `settle` milliseconds before the request to its response. */
  touches({ asked, answered }: Seen, settle: number): boolean {
    return this.#times.some(({ from, to }) => from <= answered && to + settle >= asked)
  }
}
