import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { TooManyWaiting } from '#app/cms/storage/limit-concurrency.ts'

/** The queue in which a sign-in waits: of known devices, of addresses that have signed in before, or of strangers. */
export type Lane = 'device' | 'proven' | 'stranger'

/** The class of a check in the queue. Groups, such as networks, are served round-robin. */
export interface QueueClass {
  lane: Lane
  group: string
}

interface Waiting {
  start: () => void
  refuse: (reason: TooManyWaiting) => void
}

interface QueueLimits {
  /** Concurrent checks. One slot is reserved for known devices. */
  running: number
  /** The longest queue of each lane. */
  waiting: number
}

/**
 * Runs password checks with limited concurrency: known devices first, then addresses that have signed in before, then
 * strangers. One slot is reserved for known devices, and no other check starts while one of theirs runs, so that
 * strangers cannot delay them. Within a lane, groups are served round-robin. If a lane is full, the latest check of its
 * largest group is refused, so that one network cannot crowd out the others.
 */
export class PasswordQueue {
  #running = 0
  #runningOthers = 0
  readonly #lanes: Record<Lane, RoundRobinQueue>

  constructor(private readonly limits: QueueLimits) {
    const lane = () => new RoundRobinQueue(limits.waiting)
    this.#lanes = { device: lane(), proven: lane(), stranger: lane() }
  }

  /** Resolves with the result of `check`. Rejects with TooManyWaiting if the queue refuses it. */
  async run<Result>(check: () => Promise<Result>, { lane, group }: QueueClass): Promise<Result> {
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
    // While a check of a known device runs, no other check starts.
    const isRoomForOthers = this.#running === this.#runningOthers && this.#running < this.limits.running - 1
    const device = this.#lanes.device.take()
    const next = device ?? (isRoomForOthers ? (this.#lanes.proven.take() ?? this.#lanes.stranger.take()) : undefined)
    if (!next) return
    this.#running += 1
    if (!device) this.#runningOthers += 1
    next.start()
  }
}

class RoundRobinQueue {
  readonly #groups = new Map<string, Waiting[]>()
  #size = 0

  constructor(private readonly limit: number) {}

  add(group: string, waiting: Waiting) {
    const others = this.#groups.get(group) ?? []
    this.#groups.set(group, [...others, waiting])
    this.#size += 1
    if (this.#size > this.limit) this.#refuseOne()
  }

  /** Removes the first entry of the next group. That group then moves to the end. */
  take(): Waiting | undefined {
    const [turn] = this.#groups
    if (!turn) return undefined
    const [group, [first, ...rest]] = turn
    this.#groups.delete(group)
    if (rest.length > 0) this.#groups.set(group, rest)
    this.#size -= 1
    return first
  }

  /** Refuses the latest entry of the largest group. */
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

/**
 * Hash of random bytes that are not stored, at the same cost: a check against it takes as long as against a real hash.
 */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$miaudXti8WmXvYQtzPwEXw$BqSuyY/pYSybkw18519XXT5j/bk/ySs9S+i/Ub2ppWc'

/**
 * Each check takes 19 MiB and one of libuv's four threads, which also read and write files. Two concurrent checks leave
 * half of the threads to the rest of the site.
 */
const queue = new PasswordQueue({ running: 2, waiting: 64 })

/** The hash of a password as a PHC string, which includes salt and cost. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalize(password), cost)
}

/**
 * True if `password` matches `passwordHash`. For undefined (no such user) it does the same work and resolves with
 * false. Rejects with TooManyWaiting if the queue refuses the check; `queueClass` is its class there.
 */
export async function verifyPasswordHash(
  passwordHash: string | undefined,
  password: string,
  queueClass: QueueClass,
): Promise<boolean> {
  const matches = await queue.run(() => verify(passwordHash ?? dummyHash, normalize(password)), queueClass)
  return matches && passwordHash !== undefined
}

/** A random password of 24 characters in four groups: 120 bits. */
export function makePassword(): string {
  return makeSecretText({ groups: 4, size: 6 })
}

/** Random text in groups, 5 bits a character, without characters that look alike (l, o, 0, 1). */
export function makeSecretText({ groups, size }: { groups: number; size: number }): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  const characters = Array.from(randomBytes(groups * size), (byte) => alphabet.charAt(byte % alphabet.length))
  return Array.from({ length: groups }, (_, index) => characters.slice(index * size, (index + 1) * size).join('')).join(
    '-',
  )
}

/** NFC, because keyboards send the same text in different Unicode forms. */
function normalize(password: string) {
  return password.normalize('NFC')
}
