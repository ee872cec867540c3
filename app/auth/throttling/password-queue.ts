import { TooManyWaiting } from '#app/storage/limit-concurrency.ts'

/** How well a sign-in is known beforehand: by its device, by its address, or not at all. */
export type Lane = 'device' | 'proven' | 'stranger'

/** Where a check waits: strangers take turns by group, such as a network. */
export interface Place {
  lane: Lane
  group: string
}

interface Waiting {
  start: () => void
  refuse: (reason: TooManyWaiting) => void
}

interface QueueLimits {
  /** Checks at a time. One of them is kept for known devices. */
  running: number
  /** Checks that wait, for each lane. */
  waiting: number
}

/**
 * Runs password checks a few at a time: known devices first, then addresses that have signed in before, then strangers. One
 * place is kept for known devices, so that strangers hold up none of them, however many there are, and no other check begins
 * while one of theirs runs. Strangers take turns by
 * group, and where too many wait the latest of the largest group is refused: one network crowds the others out of nothing.
 */
export class PasswordQueue {
  #running = 0
  #runningOthers = 0
  readonly #lanes: Record<Lane, TakingTurns>

  constructor(private readonly limits: QueueLimits) {
    const lane = () => new TakingTurns(limits.waiting)
    this.#lanes = { device: lane(), proven: lane(), stranger: lane() }
  }

  /** Resolves with what `check` does in its turn. Rejects with TooManyWaiting where it gets none. */
  async run<Result>(check: () => Promise<Result>, { lane, group }: Place): Promise<Result> {
    const isOther = lane !== 'device'
    await new Promise<void>((start, refuse) => {
      this.#lanes[lane].add(group, { start, refuse })
      this.#startNext()
    })
    try {
      return await check()
    } finally {
      this.#running -= 1
      if (isOther) this.#runningOthers -= 1
      this.#startNext()
    }
  }

  #startNext() {
    if (this.#running >= this.limits.running) return
    // A known device has the processor to itself.
    const isRoomForOthers = this.#running === this.#runningOthers && this.#running < this.limits.running - 1
    const device = this.#lanes.device.take()
    const next = device ?? (isRoomForOthers ? (this.#lanes.proven.take() ?? this.#lanes.stranger.take()) : undefined)
    if (!next) return
    this.#running += 1
    if (!device) this.#runningOthers += 1
    next.start()
  }
}

/** Who waits, by group. */
class TakingTurns {
  readonly #groups = new Map<string, Waiting[]>()
  #size = 0

  constructor(private readonly limit: number) {}

  add(group: string, waiting: Waiting) {
    const others = this.#groups.get(group) ?? []
    this.#groups.set(group, [...others, waiting])
    this.#size += 1
    if (this.#size > this.limit) this.#refuseOne()
  }

  /** The first of the group whose turn it is, which goes behind the other groups. */
  take(): Waiting | undefined {
    const [turn] = this.#groups
    if (!turn) return undefined
    const [group, [first, ...rest]] = turn
    this.#groups.delete(group)
    if (rest.length > 0) this.#groups.set(group, rest)
    this.#size -= 1
    return first
  }

  /** Of the groups that have most, the one that came last. */
  #refuseOne() {
    const groups = [...this.#groups.values()]
    const largest = groups.reduce((most, group) => (group.length >= most.length ? group : most))
    const refused = largest.pop()
    this.#size -= 1
    for (const [group, waiting] of this.#groups) if (waiting.length === 0) this.#groups.delete(group)
    refused?.refuse(new TooManyWaiting(`More than ${this.limit} checks are waiting`))
  }
}
