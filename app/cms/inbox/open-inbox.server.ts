import { MESSAGE_DAYS } from '#app/cms/platform/message-days.ts'
import { ElapsedDays, SYSTEM_CLOCKS, type Clocks } from '#app/cms/storage/elapsed-days.ts'
import { toStorageError } from '#app/cms/storage/storage-error.ts'
import { authorId, type Author } from '#app/cms/platform/author.server.ts'
import { within } from '#app/cms/platform/within.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { MailSettings } from '#app/cms/platform/env.server.ts'
import {
  arrivalOf,
  type ContactMessage,
  InboxFull,
  type MessageContext,
  MessageNotStored,
  newMessage,
  newNotice,
  referenceOf,
  type StoredMessage,
} from './stored-message.server.ts'
import { findMessages, type MessageFilter } from './find-messages.ts'
import { NOT_HANDLED, type MessageHandling } from './message-handling.ts'
import { daysKept, isHeld, keptUntil } from '#app/cms/inbox/privacy/keeping.ts'
import { ERASURES_FILE } from '#app/cms/inbox/privacy/erasures-file.ts'
import { openRequestBook } from '#app/cms/inbox/privacy/request-book.server.ts'
import { openWithdrawalLinks } from '#app/cms/inbox/privacy/withdrawal-links.server.ts'
import { openPersonalData } from '#app/cms/inbox/privacy/personal-data.server.ts'
import { openMessageFolder } from '#app/cms/inbox/folder/message-folder.server.ts'
import { reportFill } from '#app/cms/inbox/folder/report-fill.server.ts'
import type { FolderFill, FolderLimits } from '#app/cms/inbox/folder/message-room.server.ts'
import {
  createMailNotice,
  openNoticeSender,
  type NoticeState,
  type RetrySchedule,
} from '#app/cms/inbox/mail/message-notices.server.ts'

export interface InboxOptions {
  storage: Storage
  /** The mail server and addresses for notices; if undefined, no notices are made. */
  mail: MailSettings | undefined
  log: Logger
  health: HealthReports
  schedule?: RetrySchedule
  limits?: FolderLimits
  spamLimits?: FolderLimits
  /** Days from its arrival after which a message is removed. */
  keepDays?: number
  /** Days within which a request about personal data has to be answered. */
  answerDays?: number
  /** Address of the page with which visitors withdraw a message. */
  withdrawPage?: string | undefined
  /** Decide when messages are removed. */
  clocks?: Clocks | undefined
}

export type HandlingChange = Partial<Pick<MessageHandling, 'state' | 'person' | 'note'>>

interface StoreOptions {
  suspectedSpam?: boolean
  context?: MessageContext | undefined
}

/** Changes reject with StorageError if the storage refuses the write. */
export interface Inbox {
  /**
   * Stores a message and its notice. Resolves when both are on disk or, if the inbox has no room, when the mail server
   * has accepted the message. Suspected spam gets no notice. Rejects with MessageNotStored.
   */
  storeMessage: (message: ContactMessage, options?: StoreOptions) => Promise<StoredMessage>
  /** The messages that match a filter, newest first, at most `limit`; from memory. */
  listMessages: (options: MessageFilter & { limit?: number }) => Promise<StoredMessage[]>
  /** One message, deleted or not; undefined for a sealed one. Rejects if its file is damaged. */
  readMessage: (id: string) => Promise<StoredMessage | undefined>
  /** Ids of the messages whose files cannot be read. */
  listDamaged: () => Promise<string[]>
  /** Moves the files that cannot be read out of the inbox, into `inbox/damaged/`. Resolves with their number. */
  quarantineDamaged: () => Promise<number>
  /** Retries a notice that was given up. Resolves with false if there is none. */
  sendNoticeAgain: (id: string) => Promise<boolean>
  /**
   * The number of unread messages, from memory. `reading` if an earlier process has stored so many that reading them
   * takes longer than a page waits. Undefined if they cannot be read, which is logged. Never rejects.
   */
  countUnread: () => Promise<number | 'reading' | undefined>
  /** The number of messages whose promised answer is late, from memory. 0 while they cannot be counted. Never rejects. */
  countLate: () => Promise<number>
  /** Marks messages as unread, or as read by a person. */
  setUnread: (ids: readonly string[], unread: boolean, by: string) => Promise<void>
  /**
   * Makes ordinary messages of suspected spam, with their notice; resolves with their number. Rejects with InboxFull if
   * there is no room for them.
   */
  markAsNotSpam: (ids: readonly string[]) => Promise<number>
  /**
   * Changes what staff have noted about messages. `seenAt` is the time of what the person has seen, '' before any change:
   * a message that somebody else has changed since stays as it is, and is in `conflicts`. Unknown and deleted messages are
   * ignored.
   */
  handleMessages: (
    ids: readonly string[],
    change: HandlingChange,
    options: { seenAt: string; by: Author },
  ) => Promise<{ count: number; conflicts: StoredMessage[] }>
  /** Marks messages as deleted by a person; resolves with their number. They can be restored until they are removed. */
  deleteMessages: (ids: readonly string[], by: string) => Promise<{ count: number; deletedAt: string }>
  /** Restores deleted messages: by id, or all that were deleted together. Resolves with their number. */
  restoreMessages: (which: { ids: readonly string[] } | { deletedAt: string }) => Promise<number>
  /**
   * Permanently removes those of the messages that are deleted when their turn comes and have been kept for MESSAGE_DAYS.least.
   * Resolves with their number.
   */
  eraseMessages: (ids: readonly string[]) => Promise<number>
  /**
   * Permanently removes the messages whose time is over (`keeping.ts`), including those whose files cannot be read.
   * Resolves with the ids. Never rejects: failures are retried.
   */
  eraseOld: () => Promise<string[]>
  /** Days from its arrival for which a message is kept that is neither deleted nor suspected spam. */
  keepDays: number
  /** The moment from which a message is removed by itself (milliseconds since 1970). */
  keptUntil: (message: StoredMessage) => number
  /** True while a message has not been kept for MESSAGE_DAYS.least, so that nobody may remove it. */
  isHeld: (message: StoredMessage) => boolean
  /** Days within which a request about personal data has to be answered. */
  answerDays: number
  requests: ReturnType<typeof openRequestBook>
  withdrawals: ReturnType<typeof openWithdrawalLinks>
  /** The reference of a message and how its sender withdraws it, for mails. Never rejects. */
  withdrawalNote: (id: string) => Promise<string>
  /** Finds, seals and erases what the inbox holds of a person. */
  personalData: ReturnType<typeof openPersonalData>
  noticeOf: (message: StoredMessage) => NoticeState
  /** How many notices are still to be sent. Rejects if the folder cannot be read. */
  countWaitingNotices: () => Promise<number>
  /**
   * Removes the messages whose time is over, and sends the pending notices of an earlier process. Resolves when sending
   * has started, not when it is done.
   */
  start: () => Promise<void>
  /** Stops sending; unsent notices remain on disk. */
  close: () => Promise<void>
}

const DAY = 24 * 3600 * 1000
const ERASE_INTERVAL = DAY / 2

/** Each page of staff shows the number of unread messages, and waits this long for it after a start (ms). */
const MAX_COUNT_MS = 300

/** Opens the inbox: the messages, including deleted ones, and the notices that are still to be sent. */
export function openInbox({
  storage,
  mail,
  log,
  health,
  schedule,
  limits,
  spamLimits,
  keepDays = MESSAGE_DAYS.usual,
  answerDays = 90,
  withdrawPage,
  clocks = SYSTEM_CLOCKS,
}: InboxOptions): Inbox {
  const age = new ElapsedDays(clocks)
  const now = () => clocks.now()
  const onChange = (fill: FolderFill) => reportFill(fill, health)
  const messages = openMessageFolder({ storage, log, limits, spamLimits, now, onChange })
  const personalData = openPersonalData({ messages, storage, now })
  const requests = openRequestBook({ storage, now, answerDays, keepDays })
  const withdrawals = openWithdrawalLinks(storage)
  const sendNotice = mail && createMailNotice(mail, withdrawalNote)
  const sender = sendNotice && openNoticeSender({ messages, storage, log, sendNotice, schedule })
  const eraseTimer = setInterval(() => void eraseOld(), ERASE_INTERVAL).unref()

  /** If there is no room for a message and mail is set up, its notice, which has the whole text, is sent at once. */
  async function storeMessage(
    message: ContactMessage,
    { suspectedSpam = false, context = {} }: StoreOptions = {},
  ): Promise<StoredMessage> {
    if (suspectedSpam) return storeSpam(message, context)
    try {
      const stored = await messages.store(newMessage(message, { ...context, notice: sender && newNotice() }))
      sender?.wake()
      return stored
    } catch (cause) {
      const refusal = notStored(cause)
      if (refusal.status !== 507 || !sendNotice) throw refusal
      const mailed = newMessage(message, context)
      await sendNotice(mailed).catch((err: unknown) => {
        log.error({ err }, 'The inbox has no space for a message, and the message could not be sent by mail either')
        throw refusal
      })
      log.warn({ err: cause }, 'The inbox has no space for a message, so the message was sent by mail only')
      return mailed
    }
  }

  async function storeSpam(message: ContactMessage, context: MessageContext): Promise<StoredMessage> {
    try {
      return await messages.store({ ...newMessage(message, context), suspectedSpam: true })
    } catch (cause) {
      throw notStored(cause)
    }
  }

  async function markAsNotSpam(ids: readonly string[]) {
    const count = await messages.change(ids, (message) =>
      message.suspectedSpam
        ? { ...message, suspectedSpam: undefined, ...(sender && { notice: newNotice() }) }
        : message,
    )
    sender?.wake()
    return count
  }

  async function handleMessages(
    ids: readonly string[],
    change: HandlingChange,
    { seenAt, by }: { seenAt: string; by: Author },
  ) {
    const conflicts: StoredMessage[] = []
    const changedAt = new Date().toISOString()
    const count = await messages.change(ids, (message) => {
      const { handling = NOT_HANDLED } = message
      const { state, person, note } = { ...handling, ...change }
      const isSame = state === handling.state && person === handling.person && note === handling.note
      if (isSame || message.deletedAt !== undefined || message.sealedAt !== undefined) return message
      if (handling.changedAt <= seenAt)
        return { ...message, handling: { state, person, note, changedAt, changedBy: authorId(by) } }
      conflicts.push(message)
      return message
    })
    return { count, conflicts }
  }

  /** Deleted messages remain in their files, marked with the time: deleting and restoring take one write each. */
  async function deleteMessages(ids: readonly string[], by: string) {
    await eraseOld()
    const deletedAt = new Date().toISOString()
    const count = await messages.change(ids, (message) =>
      message.deletedAt === undefined ? { ...message, deletedAt, deletedBy: by } : message,
    )
    return { count, deletedAt }
  }

  async function restoreMessages(which: { ids: readonly string[] } | { deletedAt: string }) {
    const isMeant = ({ deletedAt }: StoredMessage) =>
      deletedAt !== undefined && ('ids' in which || deletedAt === which.deletedAt)
    const ids = 'ids' in which ? which.ids : (await messages.list()).filter(isMeant).map(({ id }) => id)
    const count = await messages.change(ids, (message) =>
      isMeant(message) ? { ...message, deletedAt: undefined, deletedBy: undefined } : message,
    )
    sender?.wake()
    return count
  }

  async function eraseMessages(ids: readonly string[]) {
    const erased = await messages.erase(ids, (message) => message.deletedAt !== undefined && !isHeld(message, now()))
    return erased.length
  }

  /** Runs twice a day, and whenever a message is deleted. */
  async function eraseOld(): Promise<string[]> {
    try {
      const isOver = (message: StoredMessage) =>
        age.isOverSince(message.id, Date.parse(message.receivedAt), daysKept(message, keepDays))
      const old = (await messages.list()).filter(isOver).map(({ id }) => id)
      const erased = await messages.erase(old, isOver)
      const damaged = await messages.eraseDamaged((id) => age.isOverSince(id, arrivalOf(id), MESSAGE_DAYS.least))
      const ids = [...erased, ...damaged]
      for (const id of ids) age.forget(id)
      if (ids.length > 0) log.info({ ids }, 'Messages whose time was over were removed')
      return ids
    } catch (err) {
      log.error({ err }, 'Messages whose time is over could not be removed; the removal will be retried')
      return []
    }
  }

  async function withdrawalNote(id: string) {
    const reference = `Reference: ${referenceOf(id)}`
    if (withdrawPage === undefined) return `\n--\n${reference}\n`
    try {
      const query = new URLSearchParams({ token: await withdrawals.tokenOf(id) })
      return `\n--\n${reference}\nTo withdraw this message: ${withdrawPage}?${query.toString()}\n`
    } catch (err) {
      log.error({ err }, 'No link to withdraw a message could be made')
      return `\n--\n${reference}\n`
    }
  }

  /** What an older backup has brought back must not be worked with. */
  async function replayErasures() {
    try {
      const ids = await personalData.replay()
      if (ids.length > 0) log.warn({ ids }, 'Messages that were erased or sealed came back, and are so again')
      health.clear(ERASURES_NOT_REPLAYED)
    } catch (err) {
      const message = `The list of erasures, ${ERASURES_FILE} in the data folder, cannot be carried out: a message that was erased may be back. Correct the file or the disk, then restart the site.`
      health.report({ id: ERASURES_NOT_REPLAYED, message }, err)
    }
  }

  async function countOf(filter: MessageFilter) {
    try {
      const listed = await within(MAX_COUNT_MS, messages.list())
      return listed ? findMessages(listed, filter).length : 'reading'
    } catch (err) {
      log.error({ err }, 'The messages of the inbox cannot be counted')
      return undefined
    }
  }

  return {
    storeMessage,
    quarantineDamaged: () => withStorageErrors(messages.quarantineDamaged()),
    sendNoticeAgain: async (id) => (sender ? withStorageErrors(sender.sendAgain(id)) : false),
    listMessages: async ({ limit, ...filter }) => findMessages(await messages.list(), filter).slice(0, limit),
    readMessage: async (id) => {
      const message = await messages.read(id)
      return message?.sealedAt === undefined ? message : undefined
    },
    personalData,
    answerDays,
    requests,
    withdrawals,
    withdrawalNote,
    listDamaged: () => messages.listDamaged(),
    countUnread: () => countOf({ show: 'unread' }),
    countLate: async () => Number(await countOf({ state: 'late' })) || 0,
    setUnread: async (ids, unread, by) => {
      await withStorageErrors(
        messages.change(ids, (message) =>
          message.unread === unread ? message : { ...message, unread, readBy: unread ? undefined : by },
        ),
      )
    },
    handleMessages: (ids, change, options) => withStorageErrors(handleMessages(ids, change, options)),
    markAsNotSpam: (ids) => withStorageErrors(markAsNotSpam(ids)),
    deleteMessages: (ids, by) => withStorageErrors(deleteMessages(ids, by)),
    restoreMessages: (which) => withStorageErrors(restoreMessages(which)),
    eraseMessages: (ids) => withStorageErrors(eraseMessages(ids)),
    eraseOld,
    keepDays,
    keptUntil: (message) => keptUntil(message, keepDays),
    isHeld: (message) => isHeld(message, now()),
    noticeOf: (message) => {
      if (sender) return sender.stateOf(message)
      return message.noticeSentAt === undefined ? { kind: 'none' } : { kind: 'sent', at: message.noticeSentAt }
    },
    countWaitingNotices: async () =>
      sender ? (await messages.list()).filter((message) => sender.stateOf(message).kind === 'waiting').length : 0,
    start: async () => {
      await replayErasures()
      await eraseOld()
      sender?.wake()
    },
    close: async () => {
      clearInterval(eraseTimer)
      await sender?.close()
    },
  }
}

const ERASURES_NOT_REPLAYED = 'erasures-not-replayed'

function notStored(cause: unknown) {
  const lacksRoom = cause instanceof InboxFull || toStorageError(cause).code === 'disk-full'
  return new MessageNotStored(lacksRoom ? 507 : 503, { cause })
}

function withStorageErrors<Result>(change: Promise<Result>): Promise<Result> {
  return change.catch((cause: unknown) => {
    throw cause instanceof InboxFull ? cause : toStorageError(cause)
  })
}
