import type { Logger } from '#app/cms/platform/log.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import type { MessageFolder } from '#app/cms/inbox/folder/message-folder.server.ts'
import { newNotice, type PendingNotice, type StoredMessage } from '#app/cms/inbox/stored-message.server.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const CLOSE_TIMEOUT = 5 * SECOND
const MAX_ERROR_LENGTH = 300

/** Milliseconds. After each failure the wait doubles, from `firstWait` to `longestWait`. */
export interface RetrySchedule {
  firstWait: number
  longestWait: number
  /** Age beyond which a notice is given up. */
  giveUpAfter: number
}

export const defaultSchedule: RetrySchedule = {
  firstWait: 30 * SECOND,
  longestWait: 6 * HOUR,
  giveUpAfter: 5 * 24 * HOUR,
}

/** Whether a message was announced by mail. */
export type NoticeState =
  | { kind: 'sent'; at: string }
  /** `error` is the error of the last attempt; '' before the first one. */
  | { kind: 'waiting'; attempts: number; nextAttemptAt: string; error: string }
  | { kind: 'failed'; attempts: number; error: string }
  /** No mail was set up when the message came. */
  | { kind: 'none' }

/** The fields of a message that describe its notice. */
type NoticeFields = Pick<StoredMessage, 'notice' | 'noticeSentAt'>

export interface NoticeSenderOptions {
  messages: Pick<MessageFolder, 'list' | 'read' | 'change'>
  storage: Pick<Storage, 'refusal'>
  log: Logger
  /** Announces a message. Rejects if the mail server cannot be reached or refuses. */
  sendNotice: (message: StoredMessage) => Promise<void>
  schedule?: RetrySchedule | undefined
}

/**
 * Sends the notices of messages, one at a time and at least once: a pending notice is part of the message's file, and
 * is recorded as sent after the mail server has accepted it. A notice that cannot be sent for five days is given up:
 * its last error is still stored. No notice is sent while its message is deleted, or while the storage cannot record
 * that it was sent.
 */
export function openNoticeSender({
  messages,
  storage,
  log,
  sendNotice,
  schedule = defaultSchedule,
}: NoticeSenderOptions) {
  /** Changes that the storage has not accepted yet, by id. They override the fields of the stored message. */
  const unsaved = new Map<string, NoticeFields>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isWoken = false
  let isClosed = false

  const noticeOf = (message: StoredMessage): NoticeFields => unsaved.get(message.id) ?? message

  /** Sends the notices that are due. Call it once at the start, and whenever a message was stored or restored. */
  function wake(): void {
    isWoken = true
    if (isClosed || running) return
    clearTimeout(timer)
    running = sendDue().finally(() => {
      running = undefined
      if (isWoken) wake()
    })
  }

  async function sendDue() {
    while (!isClosed) {
      isWoken = false
      for (const [id, fields] of unsaved) await save(id, fields)
      const { next, wait } = await findNext()
      if (!next || wait > 0 || !canNote()) {
        planNext(canNote() ? wait : Math.max(wait, schedule.firstWait))
        return
      }
      await attempt(next.message, next.notice)
    }
  }

  /** True if a mail sent now can be recorded as sent. If not, it may be sent twice. */
  function canNote() {
    return storage.refusal() === undefined && unsaved.size === 0
  }

  /** The message whose notice is due first, and the milliseconds until then. */
  async function findNext() {
    try {
      let next: { message: StoredMessage; notice: PendingNotice } | undefined
      let dueAt = ''
      for (const message of await messages.list()) {
        const { notice } = noticeOf(message)
        if (message.deletedAt !== undefined || notice?.nextAttemptAt === undefined) continue
        if (next && notice.nextAttemptAt >= dueAt) continue
        next = { message, notice }
        dueAt = notice.nextAttemptAt
      }
      return { next, wait: next ? Date.parse(dueAt) - Date.now() : Infinity }
    } catch (err) {
      log.error({ err }, 'The inbox cannot be read, so mail notices are not sent')
      return { next: undefined, wait: schedule.longestWait }
    }
  }

  function planNext(wait: number) {
    if (isClosed || (wait === Infinity && unsaved.size === 0)) return
    // A clock that was set back must not keep a notice waiting for long.
    timer = setTimeout(wake, Math.min(wait, unsaved.size > 0 ? schedule.firstWait : schedule.longestWait))
    // Waiting for the next attempt must not keep the process alive.
    timer.unref()
  }

  async function attempt(message: StoredMessage, notice: PendingNotice) {
    const { id } = message
    try {
      await sendNotice(message)
    } catch (err) {
      await save(id, { notice: afterFailure(id, notice, err) })
      return
    }
    await save(id, { noticeSentAt: new Date().toISOString(), notice: undefined })
  }

  function afterFailure(id: string, notice: PendingNotice, err: unknown): PendingNotice {
    const attempts = notice.attempts + 1
    const lastError = err instanceof Error ? err.message : String(err)
    const nextAttempt = Date.now() + waitAfter(attempts, schedule)
    if (nextAttempt - Date.parse(notice.queuedAt) > schedule.giveUpAfter) {
      log.error({ err, id, attempts }, 'The mail notice of a message could not be sent and will not be retried')
      return { queuedAt: notice.queuedAt, attempts, lastError }
    }
    const nextAttemptAt = new Date(nextAttempt).toISOString()
    log.warn({ err, id, attempts, nextAttemptAt }, 'The mail notice of a message could not be sent and will be retried')
    return { ...notice, attempts, nextAttemptAt, lastError }
  }

  /** Never rejects: an unsaved change is used from memory and saved later, so this process sends no mail twice. */
  async function save(id: string, fields: NoticeFields) {
    const isRepeated = unsaved.get(id) === fields
    unsaved.set(id, fields)
    try {
      await messages.change([id], ({ notice: _notice, ...message }) => ({ ...message, ...fields }))
      if (unsaved.get(id) === fields) unsaved.delete(id)
    } catch (err) {
      if (!isRepeated) log.error({ err, id }, 'The state of a mail notice could not be saved and will be saved later')
    }
  }

  /** Whether a message was announced by mail. */
  function stateOf(message: StoredMessage): NoticeState {
    const { notice, noticeSentAt } = noticeOf(message)
    if (noticeSentAt !== undefined) return { kind: 'sent', at: noticeSentAt }
    if (!notice) return { kind: 'none' }
    const { attempts, nextAttemptAt, lastError } = notice
    const error = lastError.slice(0, MAX_ERROR_LENGTH)
    return nextAttemptAt === undefined
      ? { kind: 'failed', attempts, error }
      : { kind: 'waiting', attempts, nextAttemptAt, error }
  }

  /** Retries a notice that was given up. Resolves with false if there is no such notice. */
  async function sendAgain(id: string): Promise<boolean> {
    const message = await messages.read(id)
    if (!message || message.deletedAt !== undefined || stateOf(message).kind !== 'failed') return false
    await save(id, { notice: newNotice() })
    wake()
    return true
  }

  /** Stops sending. A notice that is being sent has a few seconds to finish. */
  async function close(): Promise<void> {
    isClosed = true
    clearTimeout(timer)
    let closeTimeout: ReturnType<typeof setTimeout> | undefined
    await Promise.race([running, new Promise((resolve) => (closeTimeout = setTimeout(resolve, CLOSE_TIMEOUT)))])
    clearTimeout(closeTimeout)
    for (const [id, fields] of unsaved) await save(id, fields)
  }

  return { wake, stateOf, sendAgain, close }
}

/** Milliseconds to wait after this number of failed attempts (at least 1). */
export function waitAfter(attempts: number, { firstWait, longestWait }: RetrySchedule = defaultSchedule): number {
  return Math.min(firstWait * 2 ** (attempts - 1), longestWait)
}
