import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
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

/** OWASP's argon2id setting: 19 MiB, two passes, one lane. argon2id is the library's default algorithm. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Hash of random bytes that are not stored, at the same cost: verifying against it needs as long as against a real one. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$miaudXti8WmXvYQtzPwEXw$BqSuyY/pYSybkw18519XXT5j/bk/ySs9S+i/Ub2ppWc'

/**
 * Each check takes 19 MiB and one of the four threads that also read and write files: two at a time leave half of them to
 * the rest of the site, however many sign in at once.
 */
const queue = new PasswordQueue({ running: 2, waiting: 64 })

/** Hash of a password, salt and cost included (PHC string). */
export function hashPassword(password: string): Promise<string> {
  return hash(normalize(password), cost)
}

/**
 * True where `password` belongs to `passwordHash`. With undefined (no such user) it does the same work and is false. Rejects
 * with TooManyWaiting in a flood; `place` is where it waits.
 */
export async function verifyPasswordHash(
  passwordHash: string | undefined,
  password: string,
  place: Place,
): Promise<boolean> {
  const matches = await queue.run(() => verify(passwordHash ?? dummyHash, normalize(password)), place)
  return matches && passwordHash !== undefined
}

/** A random password of 24 characters in four groups: 120 bits, without characters that look alike (l, o, 0, 1). */
export function makePassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  const characters = Array.from(randomBytes(24), (byte) => alphabet.charAt(byte % alphabet.length))
  return [0, 6, 12, 18].map((start) => characters.slice(start, start + 6).join('')).join('-')
}

/** The same text typed on another keyboard may arrive in another Unicode form. */
function normalize(password: string) {
  return password.normalize('NFC')
}
