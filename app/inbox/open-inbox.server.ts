import path from 'node:path'
import { toStorageError } from '#app/storage/storage-error.ts'
import type { HealthReports, Logger } from '#app/platform/reports.ts'
import type { MailSettings } from '#app/platform/env.server.ts'
import type { ContactMessage } from './contact-message.ts'
import { findMessages, type MessageFilter } from './find-messages.ts'
import { openMessageFolder, type FolderFill } from './message-folder.server.ts'
import { InboxFull, MessageNotKept, newMessageId, type StoredMessage } from './stored-message.server.ts'
import { openMessageTrash } from './message-trash.server.ts'
import { openNoticeOutbox, type NoticeState } from './notice-outbox.server.ts'
import type { RetrySchedule } from './outbox.server.ts'

export interface InboxOptions {
  dataDir: string
  /** Where notices go; without it none are made. */
  mail: MailSettings | undefined
  log: Logger
  health: HealthReports
  schedule?: RetrySchedule
}

/** Changes reject with StorageError where the system does not take the write. */
export interface Inbox {
  /**
   * Keeps a message. Resolves when it is on disk, and its notice with it; if there is no room for it, when the mail server has
   * taken it. Rejects with MessageNotKept.
   */
  storeMessage: (message: ContactMessage) => Promise<StoredMessage>
  /** The messages a filter lets through, newest first, at most `limit`; from memory. */
  listMessages: (options: MessageFilter & { limit?: number }) => Promise<StoredMessage[]>
  /** One message, deleted or not. Rejects where its file is damaged. */
  readMessage: (id: string) => Promise<StoredMessage | undefined>
  /** Ids of the messages whose files cannot be read. */
  listDamaged: () => Promise<string[]>
  /** Moves the files that cannot be read out of the inbox, into `inbox/damaged/`. Resolves with how many. */
  setDamagedAside: () => Promise<number>
  /** Tries a notice again that was given up. Resolves with false if there is none. */
  sendNoticeAgain: (id: string) => Promise<boolean>
  /** How many are unread; from memory. Undefined where the messages cannot be read, which the log tells. Never rejects. */
  countUnread: () => Promise<number | undefined>
  setUnread: (ids: readonly string[], unread: boolean) => Promise<void>
  /** Deletes messages for now; resolves with how many there were. They can be brought back for 30 days. */
  deleteMessages: (ids: readonly string[]) => Promise<{ count: number; deletedAt: string }>
  /** Brings deleted messages back: those named, or all that were deleted together. Resolves with how many. */
  restoreMessages: (which: { ids: readonly string[] } | { deletedAt: string }) => Promise<number>
  /** Deletes messages for good, among those that are deleted already. Resolves with how many. */
  eraseMessages: (ids: readonly string[]) => Promise<number>
  noticeOf: (message: StoredMessage) => Promise<NoticeState>
  /** Sends what an earlier process could not. Resolves when it has been taken up, not when it has been sent. */
  startOutbox: () => Promise<void>
  /** Sends nothing more; unsent notices stay on disk. */
  close: () => Promise<void>
}

/** Opens the inbox below `dataDir`: the messages in `inbox/`, the notices still to be sent in `outbox/`. */
export function openInbox({ dataDir, mail, log, health, schedule }: InboxOptions): Inbox {
  const messages = openMessageFolder({
    folder: path.join(dataDir, 'inbox'),
    log,
    onChange: (fill) => reportFill(fill, health),
  })
  const outbox = mail && openNoticeOutbox({ folder: path.join(dataDir, 'outbox'), messages, mail, log, schedule })
  const trash = openMessageTrash({ messages, log, onErased: (id) => outbox?.forget(id) })

  async function store(message: ContactMessage) {
    const id = newMessageId()
    // The notice first: should the process end in between, a notice without its message is dropped, whereas a message
    // without its notice would go unnoticed.
    await outbox?.add(id)
    try {
      return await messages.store(id, message)
    } finally {
      outbox?.release(id)
    }
  }

  /** If there is no room for a message, the mail that would announce it carries all of it. */
  async function storeMessage(message: ContactMessage): Promise<StoredMessage> {
    try {
      return await store(message)
    } catch (cause) {
      const refusal = notKept(cause)
      if (refusal.status !== 507 || !outbox) throw refusal
      const mailed = { id: newMessageId(), receivedAt: new Date().toISOString(), unread: true, ...message }
      await outbox.sendNow(mailed).catch((err: unknown) => {
        log.error({ err }, 'A message for which the inbox has no room could not be sent by mail')
        throw refusal
      })
      log.warn({ err: cause }, 'A message for which the inbox has no room was sent by mail only')
      return mailed
    }
  }

  async function countUnread() {
    try {
      return findMessages(await messages.list(), { show: 'unread' }).length
    } catch (err) {
      log.error({ err }, 'The messages of the inbox cannot be counted')
      return undefined
    }
  }

  return {
    storeMessage,
    setDamagedAside: () => withStorageErrors(messages.setDamagedAside()),
    sendNoticeAgain: async (id) => (await outbox?.retry(id)) ?? false,
    listMessages: async ({ limit, ...filter }) => findMessages(await messages.list(), filter).slice(0, limit),
    readMessage: (id) => messages.read(id),
    listDamaged: () => messages.listDamaged(),
    countUnread,
    setUnread: async (ids, unread) => {
      await withStorageErrors(
        messages.change(ids, (message) => (message.unread === unread ? message : { ...message, unread })),
      )
    },
    deleteMessages: (ids) => withStorageErrors(trash.put(ids)),
    restoreMessages: (which) => withStorageErrors(trash.takeBack(which)),
    eraseMessages: (ids) => withStorageErrors(trash.erase(ids)),
    noticeOf: async ({ id, noticeSentAt }) => {
      if (noticeSentAt !== undefined) return { kind: 'sent', at: noticeSentAt }
      return (await outbox?.stateOf(id)) ?? { kind: 'none' }
    },
    startOutbox: async () => {
      await trash.sweep()
      await outbox?.start()
    },
    close: async () => {
      trash.close()
      await outbox?.close()
    },
  }
}

const NEARLY_FULL = 0.8
/** Names the problem in the list of health. */
export const INBOX_NEARLY_FULL = 'inbox-nearly-full'

/** Tells staff while there is time to make room. */
function reportFill({ count, part, leftOut }: FolderFill, health: HealthReports) {
  if (part < NEARLY_FULL && leftOut === 0) {
    health.clear(INBOX_NEARLY_FULL)
    return
  }
  const whatNext = 'Download the messages as CSV and delete those that are not needed.'
  const message =
    leftOut > 0
      ? `The inbox folder holds ${count + leftOut} messages, more than it has room for: the oldest ${leftOut} are not shown and no new one is taken. ${whatNext}`
      : `The inbox is ${Math.floor(part * 20) * 5} % full. When it is full, the contact form takes no more messages. ${whatNext}`
  health.report({ id: INBOX_NEARLY_FULL, message })
}

function notKept(cause: unknown) {
  const lacksRoom = cause instanceof InboxFull || toStorageError(cause).code === 'disk-full'
  return new MessageNotKept(lacksRoom ? 507 : 503, { cause })
}

function withStorageErrors<Result>(change: Promise<Result>): Promise<Result> {
  return change.catch((cause: unknown) => {
    throw toStorageError(cause)
  })
}
