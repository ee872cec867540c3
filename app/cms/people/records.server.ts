import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { log } from '#app/cms/platform/log.server.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import { jsonText } from '#app/cms/platform/json-text.ts'
import { StorageError, storageErrorCode } from '#app/cms/storage/storage-error.ts'
import { PreconditionFailed, type Storage } from '#app/cms/storage/storage.ts'
import type { Account } from './account-format.server.ts'
import type { Accounts } from './accounts.server.ts'

export const recordFields = {
  /** The account against which the sign-in was checked, and its `changedAt`. */
  username: z.string(),
  accountChangedAt: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** When its owner was last seen. If absent (not seen yet), the file's time is used. */
  touchedAt: z.iso.datetime().optional(),
}

type RecordFields = z.infer<z.ZodObject<typeof recordFields>>

interface StoredRecord<Value> {
  hash: string
  value: Value
  /** When it was last touched or written. */
  touchedAt: Date
}

interface RecordKind<Value> {
  storage: Storage
  health: HealthReports
  /** The accounts against which records are checked. */
  accounts: Pick<Accounts, 'areAccountsMissing' | 'rememberedAccounts' | 'lastGoodAccounts'>
  /** The folder below `data`, and the name of the records in messages. */
  name: string
  schema: z.ZodType<Value>
  /** Records beyond this number are removed. */
  limit: number
  /** Milliseconds without a touch after which a record expires. */
  idleLimit?: number
  /** The group of a record. Beyond the limit, the largest group loses its least recently touched record. */
  groupOf: (value: Value) => string
  /** Called with the hash of a record when the process learns that it ended before it expired. Must not throw. */
  onEnd?: (hash: string) => void
}

interface Remembered<Value> extends StoredRecord<Value> {
  /** Version of its file; undefined while the storage refuses the record, which is then in memory only. */
  version: string | undefined
  /** True while the last touch is in memory only: then the file's time is older. */
  isTouchedInMemory: boolean
}

/** The result of a change in the storage. */
type Outcome = 'done' | 'missing' | 'refused'

/** How often a change is made again that another request has overwritten. */
const CHANGE_ATTEMPTS = 3

/** Far more than a record needs. */
const MAX_FILE_BYTES = 64 * 1024

/** The most ended records that are remembered, files that are read at once, and unreadable files that are tracked. */
const MAX_ENDED = 1_000
const MAX_READS = 500
const MAX_UNREADABLE = 100

/** Delay before a change that the storage refused is retried (ms). */
const RETRY_MS = 10_000

const REASONS = {
  'disk-full': 'the disk of the server is full',
  'read-only': 'the server is not allowed to write to its data folder',
  'lock-lost': 'another process has taken over the data folder',
  'data-missing': 'the data folder of the server is missing',
  'store-unreachable': 'the store of the site cannot be reached',
  'outcome-unknown': 'the connection to the store of the site broke off',
  'opening-anew': 'the site is being read again from its store',
  'store-refused': 'the store of the site refuses the changes',
  io: 'the disk of the server reported a fault',
}

/**
 * Records of issued secrets, one JSON file each, named by the secret's SHA-256: reading the files gives no access. They
 * are read from the storage each time, so a record that was ended there is not accepted. A damaged file
 * counts as absent.
 *
 * Records that were read or written are also in memory. If the storage refuses to read, write or touch a record, the
 * copy in memory is used. Health reports the refusal, and the change is retried until the storage accepts it.
 */
export class Records<Value extends RecordFields> {
  readonly #remembered = new Map<string, Remembered<Value>>()
  /** The username of each. */
  readonly #ended = new LRUCache<string, string>({ max: MAX_ENDED })
  readonly #unreadable = new Set<string>()
  #cleaning: Promise<void> | undefined
  #retryTimer: NodeJS.Timeout | undefined

  constructor(private readonly kind: RecordKind<Value>) {}

  /** The record with its account, if it is live. Throws AccountUnusable if that cannot be determined. */
  read(hash: string): (StoredRecord<Value> & { account: Account }) | undefined {
    const found = this.#find(hash)
    const account = found && this.#liveAccount(found, this.kind.accounts.lastGoodAccounts())
    return account && { ...found, account }
  }

  /** True if the record is live according to memory, which may miss that it was just ended in the storage. */
  isRemembered(hash: string): boolean {
    const known = this.#remembered.get(hash)
    return known !== undefined && this.#liveAccount(known, this.kind.accounts.rememberedAccounts()) !== undefined
  }

  /** The username of a record that exists, live or expired, or has been ended; undefined if there was none. */
  ownerOf(hash: string): string | undefined {
    return this.#find(hash)?.value.username ?? this.#ended.get(hash)
  }

  /** Stores a record. Resolves with true when it is on disk, with false if it is in memory only. */
  async write(hash: string, value: Value): Promise<boolean> {
    const record = { hash, value, touchedAt: new Date(), version: undefined, isTouchedInMemory: false }
    this.#remember(record)
    await this.#store(record)
    this.#cleanSoon()
    return this.#remembered.get(hash)?.version !== undefined
  }

  /** Stores a record. Rejects with StorageError if the storage refuses it; then there is no such record in memory. */
  async store(hash: string, value: Value): Promise<void> {
    const put = { name: this.#nameOf(hash), bytes: textOf(value), ifVersion: null, maxBytes: MAX_FILE_BYTES }
    const { version } = await this.kind.storage.commit([put])
    this.#remember({ hash, value, touchedAt: new Date(), version, isTouchedInMemory: false })
    this.#cleanSoon()
  }

  /** Sets the time of the last touch; resolves with false if the record no longer exists. */
  async touch(hash: string, time: Date): Promise<boolean> {
    return this.#change(hash, time, (value) => value)
  }

  /**
   * Changes a record and sets the time of its last touch. Resolves with false if the record no longer exists. If another
   * request changes it at the same time, the change is made again.
   */
  async change(hash: string, change: (value: Value) => Value): Promise<boolean> {
    for (let attempt = 0; attempt < CHANGE_ATTEMPTS; attempt += 1) {
      if (!(await this.#change(hash, new Date(), change))) return false
      const value = this.#remembered.get(hash)?.value
      if (value && JSON.stringify(change(value)) === JSON.stringify(value)) return true
    }
    return true
  }

  async #change(hash: string, time: Date, change: (value: Value) => Value): Promise<boolean> {
    const known = this.#remembered.get(hash) ?? this.#find(hash)
    if (!known || this.#ended.has(hash)) return false
    const changed = { ...known, touchedAt: time, value: { ...change(known.value), touchedAt: time.toISOString() } }
    const outcome = await this.#store({ ...changed, version: this.#remembered.get(hash)?.version })
    const isGone = outcome === 'missing' && !this.kind.accounts.areAccountsMissing()
    return !isGone && !this.#ended.has(hash)
  }

  /**
   * Ends a record at once. If the storage refuses, a later clean-up removes the file. Rejects with StorageError if
   * the record may be accepted elsewhere, whatever is in this memory.
   */
  async remove(hash: string): Promise<void> {
    const failure = await this.#end(hash)
    if (failure instanceof StorageError && failure.mayHideChanges) throw failure
  }

  /** Resolves with the error of the storage, if it refuses. */
  async #end(hash: string): Promise<unknown> {
    const known = this.#remembered.get(hash) ?? this.#readFile(hash)
    this.#remembered.delete(hash)
    if (typeof known === 'object') this.#noteEnd(hash, known)
    return this.#removeFile(hash)
  }

  /** Cancels the next retry; resolves when the clean-up is done. */
  async close(): Promise<void> {
    clearTimeout(this.#retryTimer)
    await this.#cleaning
  }

  /** Every live record that can be read. Throws AccountUnusable. */
  async list(): Promise<StoredRecord<Value>[]> {
    const accounts = this.kind.accounts.lastGoodAccounts()
    // Records in memory come first, so that many foreign files do not crowd them out.
    const hashes = new Set([...this.#remembered.keys(), ...(await this.#storedHashes())])
    return [...hashes].slice(0, MAX_READS).flatMap((hash) => {
      const found = this.#find(hash)
      return found && this.#liveAccount(found, accounts) ? found : []
    })
  }

  /** Ends the live records that `isMeant` selects. */
  async removeWhere(isMeant: (record: StoredRecord<Value>) => boolean): Promise<void> {
    for (const record of await this.list()) if (isMeant(record)) await this.remove(record.hash)
  }

  /** Ends the records of a username that `isMeant` selects, including expired ones, after its account has changed. */
  async removeOf(username: string, isMeant: (value: Value) => boolean = () => true): Promise<void> {
    for (const hash of new Set([...this.#remembered.keys(), ...(await this.#storedHashes())])) {
      const found = this.#find(hash)
      if (found?.value.username === username && isMeant(found.value)) await this.#end(hash)
    }
  }

  /** Resolves when the clean-up that the last write started is done. */
  async cleaned(): Promise<void> {
    await this.#cleaning
  }

  /** The account of a live record; undefined if the record is over. */
  #liveAccount({ value, touchedAt }: StoredRecord<Value>, accounts: readonly Account[]): Account | undefined {
    if (Date.now() >= Date.parse(value.expiresAt)) return undefined
    if (Date.now() - touchedAt.getTime() >= (this.kind.idleLimit ?? Infinity)) return undefined
    return accounts.find(
      ({ username, changedAt, isActive }) =>
        isActive && username === value.username && changedAt === value.accountChangedAt,
    )
  }

  #find(hash: string): Remembered<Value> | undefined {
    if (this.#ended.has(hash)) return undefined
    const known = this.#remembered.get(hash)
    if (known && known.version === undefined) return known
    const found = this.#readFile(hash)
    if (typeof found === 'object') {
      return this.#remember(known?.isTouchedInMemory ? { ...known, version: found.version } : found)
    }
    if (found === 'damaged') return undefined
    if (found === 'refused' || this.kind.accounts.areAccountsMissing()) return known
    // It was ended in the storage.
    if (known && this.#remembered.delete(hash)) this.#noteEnd(hash, known)
    return undefined
  }

  #noteEnd(hash: string, { value }: Pick<Remembered<Value>, 'value'>) {
    this.#ended.set(hash, value.username)
    this.kind.onEnd?.(hash)
  }

  #remember(record: Remembered<Value>) {
    this.#remembered.delete(record.hash)
    this.#remembered.set(record.hash, record)
    const [oldest] = this.#remembered.keys()
    if (oldest !== undefined && this.#remembered.size > 2 * this.kind.limit) this.#remembered.delete(oldest)
    return record
  }

  /** Keeps a record in memory and writes it. Its version must still be the file's: it may have ended meanwhile. */
  async #store(record: Remembered<Value>): Promise<Outcome> {
    const { hash, value, version } = record
    this.#remember({ ...record, isTouchedInMemory: version !== undefined })
    const outcome = await this.#commit(hash, value, version)
    if (outcome === 'refused') this.#retryLater()
    // It was ended meanwhile.
    if (this.#ended.has(hash)) await this.#removeFile(hash)
    return outcome
  }

  async #commit(hash: string, value: Value, version: string | undefined): Promise<Outcome> {
    const put = { name: this.#nameOf(hash), bytes: textOf(value), maxBytes: MAX_FILE_BYTES }
    try {
      const written = await this.kind.storage.commit([version === undefined ? put : { ...put, ifVersion: version }])
      const known = this.#remembered.get(hash)
      if (known) this.#remembered.set(hash, { ...known, version: written.version, isTouchedInMemory: false })
      this.#clearRefusal()
      return 'done'
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) return this.#reportRefusal(error)
      // Another request has touched the record at the same time, or its file was removed.
      const found = this.#readFile(hash)
      if (typeof found === 'object' && this.#remembered.has(hash)) this.#remember(found)
      return found === 'missing' ? 'missing' : 'done'
    }
  }

  async #removeFile(hash: string): Promise<unknown> {
    const { storage } = this.kind
    const name = this.#nameOf(hash)
    try {
      // A read-only disk refuses to remove even a file that does not exist.
      if (await storage.stat(name).catch(() => true)) await storage.remove(name)
      return undefined
    } catch (error) {
      this.#reportRefusal(error)
      this.#retryLater()
      return error
    }
  }

  #readFile(hash: string): Remembered<Value> | 'missing' | 'damaged' | 'refused' {
    try {
      const file = this.kind.storage.readSync(this.#nameOf(hash), { maxBytes: MAX_FILE_BYTES })
      this.#clearUnreadable(hash)
      if (!file) return 'missing'
      const value = jsonText(this.kind.schema).safeParse(file.bytes.toString()).data
      if (!value) return 'damaged'
      const touchedAt = new Date(value.touchedAt ?? file.modified)
      return { hash, value, touchedAt, version: file.version, isTouchedInMemory: false }
    } catch (error) {
      return this.#reportUnreadable(hash, error)
    }
  }

  /** The hashes of all files; none if the folder cannot be read. */
  async #storedHashes(): Promise<string[]> {
    try {
      const entries = await this.kind.storage.list(`data/${this.kind.name}`)
      return entries.flatMap(({ name }) => /^([0-9a-f]{64})\.json$/.exec(name)?.[1] ?? [])
    } catch (error) {
      this.#reportUnreadable('', error)
      return []
    }
  }

  #nameOf(hash: string) {
    return `data/${this.kind.name}/${hash}.json`
  }

  #retryLater() {
    this.#retryTimer ??= setTimeout(() => {
      this.#retryTimer = undefined
      this.#retry().catch((err: unknown) => {
        log.error(
          { err, folder: this.kind.name },
          'Sessions or tokens that are in memory only could not be stored. It is tried again',
        )
      })
    }, RETRY_MS).unref()
  }

  /** Writes records that are in memory only and removes ended ones. If all succeeded, clears the health report. */
  async #retry() {
    for (const record of [...this.#remembered.values()]) {
      if (record.version === undefined || record.isTouchedInMemory) await this.#store(record)
    }
    for (const hash of await this.#storedHashes()) if (this.#ended.has(hash)) await this.#end(hash)
    if (this.#retryTimer === undefined) this.#clearRefusal()
  }

  /** Starts a clean-up after the response to the current request, unless one is running. */
  #cleanSoon() {
    this.#cleaning ??= new Promise((resolve) => setImmediate(resolve))
      .then(() => this.#clean())
      .catch((err: unknown) => {
        log.error({ err, folder: this.kind.name }, 'Sessions or tokens that have ended could not be removed')
      })
      .finally(() => {
        this.#cleaning = undefined
      })
  }

  /** Removes expired and damaged records, and beyond the limit the least recently touched of the largest groups. */
  async #clean() {
    for (const hash of (await this.#storedHashes()).slice(0, MAX_READS)) {
      if (this.#readFile(hash) !== 'refused' && !this.read(hash)) await this.#end(hash)
    }
    for (const { hash } of surplus(await this.list(), this.kind)) await this.#end(hash)
  }

  #reportRefusal(cause: unknown): 'refused' {
    const { name, health } = this.kind
    const message = `Changes to ${name} are kept in memory only and are lost at the next restart: ${REASONS[storageErrorCode(cause)]}.`
    health.report({ id: `${name}-not-stored`, message }, cause)
    return 'refused'
  }

  #clearRefusal() {
    this.kind.health.clear(`${this.kind.name}-not-stored`)
  }

  #reportUnreadable(hash: string, cause: unknown): 'refused' {
    const { name, health } = this.kind
    if (this.#unreadable.size < MAX_UNREADABLE) this.#unreadable.add(hash)
    const message = `A file in the folder ${name} of the data folder cannot be read and is ignored. The log names the file.`
    health.report({ id: `${name}-unreadable`, message }, cause)
    return 'refused'
  }

  #clearUnreadable(hash: string) {
    if (this.#unreadable.delete(hash) && this.#unreadable.size === 0) {
      this.kind.health.clear(`${this.kind.name}-unreadable`)
    }
  }
}

function textOf(value: unknown) {
  return `${JSON.stringify(value)}\n`
}

/** The name under which a secret is stored. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** The records to remove so that `limit` remain: each time the least recently touched one of the largest group. */
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
