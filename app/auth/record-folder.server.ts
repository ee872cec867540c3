import { createHash } from 'node:crypto'
import { z } from 'zod'
import { log } from '#app/platform/log.server.ts'
import type { HealthReports } from '#app/platform/health.server.ts'
import type { Account, AdministratorAccount } from './account.server.ts'
import { LRUCache } from 'lru-cache'
import { RecordFiles } from './record-files.server.ts'

/** Fields every record has. */
export const recordFields = {
  username: z.string(),
  /** `changedAt` of the account the sign-in was checked against. */
  accountChangedAt: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
}

type RecordFields = z.infer<z.ZodObject<typeof recordFields>>

/** A record as it was read. */
export interface StoredRecord<Value> {
  hash: string
  value: Value
  /** When it was last touched; written is touched. */
  touchedAt: Date
}

interface RecordKind<Value> {
  /** The account that records are judged by. */
  account: Pick<AdministratorAccount, 'isAccountGone' | 'rememberedAccount' | 'lastGoodAccount'>
  health: HealthReports
  folder: string
  /** What the records are called in messages. */
  name: string
  schema: z.ZodType<Value>
  /** So many stay. */
  limit: number
  /** Milliseconds without a touch after which a record is over. */
  idleLimit?: number
  /** Who caused a record. Beyond the limit the largest group loses the one it has not touched for longest. */
  groupOf: (value: Value) => string
}

interface Remembered<Value> extends StoredRecord<Value> {
  /** False where the disk refused the record: it lives in memory alone. */
  isStored: boolean
  /** True where the disk refused the last touch: then the file's time is older. */
  isTouchedInMemory: boolean
}

/** Ended records that stay known, and the most files that are read in one go. */
const ENDED_LIMIT = 1_000
const READ_LIMIT = 500

/** After the disk refused something, until it is tried again (ms). */
const RETRY_MS = 10_000

/**
 * A folder of records, one for each secret given out and named by the secret's SHA-256, so that reading the disk lets nobody
 * in. They are read from disk each time: what another process ended has ended. A damaged file counts as absent.
 *
 * What was read or written is remembered as well: where the disk refuses to read, write or touch a record, it goes on from
 * memory, and the disk is tried again until it has everything.
 */
export class RecordFolder<Value extends RecordFields> {
  readonly #files: RecordFiles<Value>
  readonly #remembered = new Map<string, Remembered<Value>>()
  readonly #ended = new LRUCache<string, true>({ max: ENDED_LIMIT })
  #tidying: Promise<void> | undefined
  #retryTimer: NodeJS.Timeout | undefined

  constructor(private readonly kind: RecordKind<Value>) {
    this.#files = new RecordFiles(kind.folder, kind.name, kind.schema, kind.health)
  }

  /** The record, if it is live. Throws AccountUnusable where nothing tells whether it is. */
  read(hash: string): StoredRecord<Value> | undefined {
    const kept = this.#find(hash)
    return kept && this.#isLive(kept, this.kind.account.lastGoodAccount()) ? kept : undefined
  }

  /** True for a live record as far as memory tells, which does not know yet what another process has just ended. */
  isRemembered(hash: string): boolean {
    const kept = this.#remembered.get(hash)
    return kept !== undefined && this.#isLive(kept, this.kind.account.rememberedAccount())
  }

  /** True where there is such a record, live or over, or was one that has ended. */
  hasExisted(hash: string): boolean {
    return this.#find(hash) !== undefined || this.#ended.has(hash)
  }

  /** Keeps a record. Resolves with true when it is on disk, with false where it is in memory only. */
  async write(hash: string, value: Value): Promise<boolean> {
    const record = { hash, value, touchedAt: new Date(), isStored: false, isTouchedInMemory: false }
    this.#remember(record)
    await this.#store(record)
    this.#tidySoon()
    return record.isStored
  }

  /** Sets the time of the last touch; false where the record is gone. */
  async touch(hash: string, time: Date): Promise<boolean> {
    const known = this.#remembered.get(hash)
    if (known?.isStored === false) await this.#store(known)
    const answer = await this.#files.touch(hash, time)
    if (known) {
      known.touchedAt = time
      known.isTouchedInMemory = answer !== 'done'
    }
    if (answer === 'refused') this.#retryLater()
    const isGone = answer === 'missing' && known?.isStored !== false && !this.kind.account.isAccountGone()
    return !isGone && !this.#ended.has(hash)
  }

  /** Ends a record at once. Where the disk refuses, its file goes with a later clean-up. */
  async remove(hash: string): Promise<void> {
    const wasKnown = this.#remembered.delete(hash)
    if (wasKnown || typeof this.#files.read(hash) === 'object') this.#ended.set(hash, true)
    if ((await this.#files.remove(hash)) === 'refused') this.#retryLater()
  }

  /** Ends the clean-up and the next try to write what the disk refused. */
  async close(): Promise<void> {
    clearTimeout(this.#retryTimer)
    await this.#tidying
  }

  /** Every live record that can be read. Throws AccountUnusable. */
  async list(): Promise<StoredRecord<Value>[]> {
    const account = this.kind.account.lastGoodAccount()
    return (await this.#findAll()).filter((record) => this.#isLive(record, account))
  }

  /** Ends the live records that are meant. */
  async removeWhere(isMeant: (record: StoredRecord<Value>) => boolean): Promise<void> {
    for (const record of await this.list()) if (isMeant(record)) await this.remove(record.hash)
  }

  /** Ends every record. */
  async removeAll(): Promise<void> {
    for (const hash of new Set([...this.#remembered.keys(), ...(await this.#files.hashes())])) await this.remove(hash)
  }

  /** Resolves when the clean-up behind the last write is done. */
  async tidied(): Promise<void> {
    await this.#tidying
  }

  #isLive({ value, touchedAt }: StoredRecord<Value>, account: Account | undefined) {
    return (
      Date.now() < Date.parse(value.expiresAt) &&
      Date.now() - touchedAt.getTime() < (this.kind.idleLimit ?? Infinity) &&
      account?.username === value.username &&
      account.changedAt === value.accountChangedAt
    )
  }

  #find(hash: string): StoredRecord<Value> | undefined {
    if (this.#ended.has(hash)) return undefined
    const known = this.#remembered.get(hash)
    if (known?.isStored === false) return known
    const found = this.#files.read(hash)
    if (typeof found === 'object') {
      const isTouchedInMemory = known?.isTouchedInMemory ?? false
      const touchedAt = isTouchedInMemory && known ? known.touchedAt : found.touchedAt
      return this.#remember({ hash, value: found.value, touchedAt, isStored: true, isTouchedInMemory })
    }
    if (found === 'damaged') return undefined
    if (found === 'refused' || this.kind.account.isAccountGone()) return known
    // Another process has ended it.
    if (this.#remembered.delete(hash)) this.#ended.set(hash, true)
    return undefined
  }

  /** Those in memory first, so that many foreign files crowd none of them out. */
  async #findAll() {
    const hashes = new Set([...this.#remembered.keys(), ...(await this.#files.hashes())])
    const found = [...hashes].slice(0, READ_LIMIT).map((hash) => this.#find(hash))
    return found.filter((record) => record !== undefined)
  }

  #remember(record: Remembered<Value>) {
    this.#remembered.delete(record.hash)
    this.#remembered.set(record.hash, record)
    const [oldest] = this.#remembered.keys()
    if (oldest !== undefined && this.#remembered.size > 2 * this.kind.limit) this.#remembered.delete(oldest)
    return record
  }

  async #store(record: Remembered<Value>) {
    record.isStored = (await this.#files.write(record.hash, record.value)) === 'done'
    if (!record.isStored) this.#retryLater()
    // It was ended meanwhile.
    if (this.#ended.has(record.hash)) await this.#files.remove(record.hash)
  }

  #retryLater() {
    this.#retryTimer ??= setTimeout(() => {
      this.#retryTimer = undefined
      this.#retry().catch((err: unknown) => {
        log.error({ err, folder: this.kind.name }, 'Records could not be written again')
      })
    }, RETRY_MS).unref()
  }

  /** Writes what is in memory only and removes what has ended; health forgets the refusal when nothing is left to do. */
  async #retry() {
    for (const record of [...this.#remembered.values()]) {
      if (!record.isStored) await this.#store(record)
      else if (record.isTouchedInMemory) await this.touch(record.hash, record.touchedAt)
    }
    for (const hash of await this.#files.hashes()) if (this.#ended.has(hash)) await this.remove(hash)
    if (this.#retryTimer === undefined) this.#files.forgetRefusal()
  }

  /** Begins a clean-up once the present work is answered, unless one is under way. */
  #tidySoon() {
    this.#tidying ??= new Promise((resolve) => setImmediate(resolve))
      .then(() => this.#tidy())
      .catch((err: unknown) => {
        log.error({ err, folder: this.kind.name }, 'Ended records could not be removed')
      })
      .finally(() => {
        this.#tidying = undefined
      })
  }

  /** Removes what is over or damaged, and beyond the limit what the largest groups have not touched for longest. */
  async #tidy() {
    for (const hash of (await this.#files.hashes()).slice(0, READ_LIMIT)) {
      if (this.#files.read(hash) !== 'refused' && !this.read(hash)) await this.remove(hash)
    }
    for (const { hash } of surplus(await this.list(), this.kind)) await this.remove(hash)
  }
}

/** The name a secret is kept under. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** What goes so that `limit` stay: always of the largest group the one touched longest ago. */
function surplus<Value>(records: StoredRecord<Value>[], { limit, groupOf }: RecordKind<Value>): StoredRecord<Value>[] {
  const groups = new Map<string, StoredRecord<Value>[]>()
  const byTouch = records.toSorted((one, other) => one.touchedAt.getTime() - other.touchedAt.getTime())
  for (const record of byTouch) {
    const key = groupOf(record.value)
    groups.set(key, [...(groups.get(key) ?? []), record])
  }
  const going: StoredRecord<Value>[] = []
  while (records.length - going.length > limit) {
    const largest = [...groups.values()].reduce((most, group) => (group.length > most.length ? group : most))
    going.push(...largest.splice(0, 1))
  }
  return going
}
