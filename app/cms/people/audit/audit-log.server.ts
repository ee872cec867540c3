import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { PreconditionFailed, type Storage } from '#app/cms/storage/storage.ts'
import type { AuditEntry, AuditEvent, AuditKind } from './audit-event.ts'
import {
  AUDIT_FOLDER,
  auditFileName,
  checkChain,
  findEvents,
  hashOfLine,
  listAuditFiles,
  missingAtEnd,
  NO_LINE,
  readAuditFile,
  readHead,
  readLine,
  writeHead,
  type AuditFilter,
  type ChainCheck,
  type ChainHead,
} from './audit-files.server.ts'

/** A larger file is followed by a new one. */
const MAX_FILE_BYTES = 1_000_000

const RETRY_MS = 5_000
const HEAD_MS = 1_000

/** After the first failure, all others of the same kind within this time are recorded as one event. */
const WINDOW_MS = 60_000

/** How many events wait while the disk refuses writes. Further ones are only counted. */
const MAX_WAITING = 20_000

/** Kinds of events that strangers can cause without a limit. */
const COUNTED: ReadonlySet<AuditKind> = new Set([
  'sign-in.failed',
  'sign-in.throttled',
  'sign-in.passkey-refused',
  'second-factor.failed',
])

/** How many different addresses and concerns an event of counted failures names. */
const MAX_NAMED = 5

export interface Audit {
  /**
   * Records an event. Returns at once and never throws: what cannot be written is
   * queued and retried, and the site's health reports it.
   */
  record: (event: AuditEvent) => void
  /** Resolves when everything recorded so far is on disk, or has been refused. */
  flush(): Promise<void>
  /** Events, newest first. Throws FileUnreadable. */
  find(filter: AuditFilter): AsyncGenerator<AuditEntry>
  /**
   * Reads the end of the log at the start of the site and writes it to the process log, where it can be compared with.
   * If the end is missing, that is recorded and reported to the site's health until the next start. Never rejects.
   */
  inspectEnd(): Promise<void>
  /** Checks the whole log. Rejects with FileUnreadable. */
  check(): Promise<ChainCheck>
  close(): Promise<void>
}

interface AuditOptions {
  storage: Storage
  health: HealthReports
  log: Logger
  now?: () => Date
}

type Waiting = Omit<AuditEntry, 'n'>

/** An event with the line that was made of it. */
interface Line {
  event: Waiting
  hash: string
}

interface Chain {
  /** What the next line refers to. */
  head: ChainHead
  /** The last file, and the length that it must have for an append; without a name if there is none yet. */
  file: { name: string; bytes: number }
}

interface Failures {
  count: number
  addresses: Set<string>
  concerns: Set<string>
}

/** Opens the audit log of a site. Nothing is read before the first event. */
export function openAudit({ storage, health, log, now = () => new Date() }: AuditOptions): Audit {
  let waiting: Waiting[] = []
  let lost = 0
  /** Where the next line goes. Undefined if that is not known: before the first event, and after a failed write. */
  let chain: Chain | undefined
  /** The last batch, if its write has failed: any number of its lines may be in the file. */
  let unconfirmed: readonly Line[] = []
  let writing: Promise<void> | undefined
  let retryTimer: NodeJS.Timeout | undefined
  let headTimer: NodeJS.Timeout | undefined
  let failureTimer: NodeJS.Timeout | undefined
  const failures = new Map<AuditKind, Failures>()

  function record(event: AuditEvent) {
    const { actor } = event
    if (!COUNTED.has(event.kind)) {
      add(event)
      return
    }
    const known = failures.get(event.kind)
    if (known) {
      known.count += 1
      if (actor?.address !== undefined && known.addresses.size < MAX_NAMED) known.addresses.add(actor.address)
      if (event.about !== undefined && known.concerns.size < MAX_NAMED) known.concerns.add(event.about)
      return
    }
    failures.set(event.kind, { count: 0, addresses: new Set(), concerns: new Set() })
    failureTimer ??= setTimeout(endWindow, WINDOW_MS).unref()
    add(event)
  }

  /** Records what was counted since the first failure of each kind. */
  function endWindow() {
    clearTimeout(failureTimer)
    failureTimer = undefined
    const ended = [...failures]
    failures.clear()
    for (const [kind, { count, addresses, concerns }] of ended) {
      if (count === 0) continue
      const detail = { count, addresses: [...addresses].join(', ') }
      add({ kind, about: concerns.size > 0 ? [...concerns].join(', ') : undefined, detail, actor: undefined })
    }
  }

  function add({ kind, actor, about, detail = {} }: AuditEvent) {
    if (waiting.length >= MAX_WAITING) {
      lost += 1
      return
    }
    const who = actor?.user
    const details = Object.entries(detail).flatMap(([name, value]): [string, string | number][] =>
      value === undefined || value === '' ? [] : [[name, typeof value === 'string' ? short(value, 500) : value]],
    )
    waiting.push({
      time: now().toISOString(),
      kind,
      user: who && { id: who.id, name: short(who.name, 100) },
      about: about === undefined ? undefined : short(about, 500),
      detail: details.length > 0 ? Object.fromEntries(details) : undefined,
      address: actor?.address,
      browser: actor?.browser === undefined ? undefined : short(actor.browser, 300),
    })
    void flush()
  }

  async function flush(): Promise<void> {
    while (writing) await writing
    if (waiting.length === 0 && lost === 0) return
    writing = writeWaiting().finally(() => (writing = undefined))
    await writing
  }

  async function writeWaiting() {
    try {
      if (lost > 0) {
        waiting.push({ time: now().toISOString(), kind: 'audit.lost', detail: { count: lost } })
        lost = 0
      }
      while (waiting.length > 0) {
        chain ??= await findEnd()
        const batch = waiting.slice(0, 500)
        if (batch.length === 0) break
        await writeBatch(batch, chain)
        leaveQueue(batch)
      }
      clearTimeout(retryTimer)
      retryTimer = undefined
      health.clear('audit-not-written')
    } catch (error) {
      // A write that failed may have reached the file all the same.
      chain = undefined
      health.report(
        {
          id: 'audit-not-written',
          message:
            'The audit log cannot be written. New events are in memory only, and the site tries to write them every few seconds. Free some space on the disk, and check the permissions of data/audit. Do not restart the site before this problem is solved.',
        },
        error,
      )
      retryTimer ??= setTimeout(() => {
        retryTimer = undefined
        void flush()
      }, RETRY_MS).unref()
    }
  }

  /** Not by number: an event may have been put before the written ones meanwhile. */
  function leaveQueue(written: readonly Waiting[]) {
    const events = new Set(written)
    waiting = waiting.filter((event) => !events.has(event))
  }

  async function writeBatch(batch: readonly Waiting[], { head, file }: Chain) {
    let { n, hash } = head
    let text = ''
    const lines = batch.map((event): Line => {
      n += 1
      const line = JSON.stringify({ n, ...event, prev: hash })
      hash = hashOfLine(line)
      text += `${line}\n`
      return { event, hash }
    })
    const time = batch[0]?.time ?? ''
    const newFile = { name: auditFileName(time, head.n + 1), bytes: 0 }
    const isFull = file.bytes >= MAX_FILE_BYTES || !file.name.includes(`/${time.slice(0, 7)}-`)
    let target = isFull ? newFile : file
    // Before the first event: a log without a head looks like one that was cut.
    if (head.n === 0) await writeHead(storage, head)
    const append = async () => {
      unconfirmed = lines
      await storage.append(target.name, text, target.bytes)
      unconfirmed = []
    }
    try {
      await append()
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error
      // The file was changed by hand. The log continues in a new file, and the chain shows what was changed.
      target = newFile
      await append()
    }
    chain = { head: { n, hash }, file: { name: target.name, bytes: target.bytes + Buffer.byteLength(text) } }
    headTimer ??= setTimeout(() => {
      headTimer = undefined
      void saveHead()
    }, HEAD_MS).unref()
  }

  /** Stores the head. A failure is ignored: a head that is older than the log does no harm. */
  async function saveHead() {
    if (chain && chain.head.n > 0) await writeHead(storage, chain.head).catch(() => undefined)
  }

  async function inspectEnd() {
    try {
      const saved = await readHead(storage)
      const { end, file } = await readEnd()
      const missing = await missingAtEnd(storage, { end, head: saved })
      assertFolderIsThere()
      chain = { head: newerOf(saved, end), file }
      log.info({ event: end.n, hash: end.hash }, 'The end of the audit log')
      if (missing === undefined) return
      record({ kind: 'audit.cut', about: missing, actor: undefined })
      health.report({
        id: 'audit-cut',
        message: `The end of the audit log is missing. ${missing} Compare the log with a backup, and its end with the line “The end of the audit log” of earlier starts in the log of the server.`,
      })
    } catch (err) {
      log.warn({ err }, 'The end of the audit log could not be read')
    }
  }

  /** Finds where the next line goes. Events of a failed batch whose lines are in the file leave the queue. */
  async function findEnd(): Promise<Chain> {
    assertFolderIsThere()
    let saved = await readHead(storage)
    if (unconfirmed.length > 0) {
      // A commit is accepted only once the disk is as the storage wants it: until then it may still take lines back.
      saved ??= { n: 0, hash: NO_LINE }
      await writeHead(storage, saved)
    }
    const { end, file } = await readEnd()
    assertFolderIsThere()
    const written = unconfirmed.findIndex(({ hash }) => hash === end.hash) + 1
    leaveQueue(unconfirmed.slice(0, written).map(({ event }) => event))
    unconfirmed = []
    return { head: newerOf(saved, end), file }
  }

  /** The last line of the log and its file. Removes a last line whose write was interrupted. */
  async function readEnd(): Promise<{ end: ChainHead; file: Chain['file'] }> {
    for (const { name, first } of (await listAuditFiles(storage)).reverse()) {
      const text = await readAuditFile(storage, name)
      if (text === undefined) continue
      const whole = text.slice(0, text.lastIndexOf('\n') + 1)
      // An empty file is left by a kill between its creation and its first line.
      if (whole === '') await storage.remove(name)
      else if (whole !== text) await storage.commit([{ name, bytes: whole }])
      if (whole !== text) {
        log.warn({ file: name }, 'The last line of the audit log was incomplete and was removed')
        waiting.unshift({ time: now().toISOString(), kind: 'audit.mended', about: name.split('/').at(-1) })
      }
      if (whole === '') continue
      const lines = whole.trimEnd().split('\n')
      const line = lines.at(-1) ?? ''
      return {
        end: { n: readLine(line)?.n ?? first + lines.length - 1, hash: hashOfLine(line) },
        file: { name, bytes: Buffer.byteLength(whole) },
      }
    }
    return { end: { n: 0, hash: NO_LINE }, file: { name: '', bytes: 0 } }
  }

  /** Throws StorageError if the folder of the log would look empty only because its disk is not mounted. */
  function assertFolderIsThere() {
    const refusal = storage.refusal(AUDIT_FOLDER)
    if (refusal?.code === 'data-missing') throw refusal
  }

  async function* find(filter: AuditFilter) {
    await flush()
    yield* findEvents(storage, filter)
  }

  return {
    record,
    flush,
    find,
    inspectEnd,
    async check() {
      await flush()
      return checkChain(storage)
    },
    async close() {
      endWindow()
      await flush()
      clearTimeout(retryTimer)
      clearTimeout(headTimer)
      await saveHead()
    },
  }
}

/** If lines at the end were changed or removed by hand, the saved head is ahead: the next line shows that. */
function newerOf(saved: ChainHead | undefined, end: ChainHead): ChainHead {
  return saved && saved.n >= end.n ? saved : end
}

function short(text: string, most: number) {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
