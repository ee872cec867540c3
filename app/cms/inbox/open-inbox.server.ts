import { ElapsedDays, SYSTEM_CLOCKS, type Clocks } from '#app/cms/storage/elapsed-days.ts'
import { toStorageError } from '#app/cms/storage/storage-error.ts'
import { MESSAGE_DAYS } from '#app/cms/platform/message-days.ts'
import { within } from '#app/cms/platform/within.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { MailSettings } from '#app/cms/platform/env.server.ts'
import { openMessageFolder } from './folder/message-folder.server.ts'
import type { FolderFill, FolderLimits } from './folder/message-room.server.ts'
import { reportFill } from './folder/report-fill.server.ts'
import { openNoticeSender, type NoticeState, type RetrySchedule } from './mail/message-notices.server.ts'
import { createMailNotice } from './mail/notice-mail.server.ts'
import { daysKept, heldUntil, isHeld, keptUntil, type KeepDays } from './privacy/keeping.ts'
import { openPrivacy } from './privacy/open-privacy.server.ts'
import { findMessages, type MessageFilter } from './find-messages.ts'
import { openStaffChanges } from './staff-changes.server.ts'
import {
  arrivalOf,
  type ContactMessage,
  InboxFull,
  type MessageContext,
  MessageNotStored,
  newMessage,
  newNotice,
  type StoredMessage,
} from './stored-message.server.ts'

export interface InboxOptions {
  storage: Storage
  /** The mail server and addresses for notices; if undefined, no notices are made. */
  mail: MailSettings | undefined
  log: Logger
  health: HealthReports
  schedule?: RetrySchedule
  limits?: FolderLimits
  spamLimits?: FolderLimits
  /** Days from their arrival for which messages are kept. */
  keepDays?: KeepDays
  /** Days within which a request about personal data has to be answered. */
  answerDays?: number
  /** Address of the page with which visitors withdraw a message. */
  withdrawPage?: string | undefined
  /** Called with the text of the list of erasures after each change of it. */
  onErasures?: ((text: string) => void) | undefined
  /** Decide when messages are removed. */
  clocks?: Clocks | undefined
}

interface StoreOptions {
  suspectedSpam?: boolean
  context?: MessageContext | undefined
}

/** A message that was taken. */
export interface TakenMessage extends StoredMessage {
  /** The inbox has no room for it: it went by mail alone. */
  isMailedAlone?: true
}

export type Inbox = ReturnType<typeof openInbox>

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
  keepDays = { ordinary: MESSAGE_DAYS.usual, spam: MESSAGE_DAYS.least },
  answerDays = 90,
  withdrawPage,
  onErasures,
  clocks = SYSTEM_CLOCKS,
}: InboxOptions) {
  const age = new ElapsedDays(clocks)
  const now = () => clocks.now()
  const onChange = (fill: FolderFill) => reportFill(fill, health, keepDays)
  const messages = openMessageFolder({ storage, log, limits, spamLimits, keepDays, now, onChange })
  const { replay, ...privacy } = openPrivacy({
    ...{ messages, storage, log, health, now, keepDays, answerDays, withdrawPage, onErasures },
  })
  const sendNotice = mail && createMailNotice(mail)
  const sender =
    sendNotice &&
    openNoticeSender({
      ...{ messages, storage, log, schedule },
      sendNotice: async (message) => sendNotice(message, await privacy.withdrawalNote(message.id)),
    })
  const isHeldNow = (message: StoredMessage) => isHeld(message, now(), keepDays)
  const staffChanges = openStaffChanges({ messages, sender, isHeld: isHeldNow, eraseOld })
  const eraseTimer = setInterval(() => void eraseOld(), ERASE_INTERVAL).unref()

  async function storeMessage(
    message: ContactMessage,
    { suspectedSpam = false, context = {} }: StoreOptions = {},
  ): Promise<TakenMessage> {
    try {
      if (suspectedSpam) return await messages.store({ ...newMessage(message, context), suspectedSpam })
      const stored = await messages.store(newMessage(message, { ...context, notice: sender && newNotice() }))
      sender?.wake()
      return stored
    } catch (cause) {
      const refusal = notStored(cause)
      if (refusal.status !== 507 || suspectedSpam || !sendNotice) throw refusal
      const mailed = newMessage(message, context)
      // Without a link to withdraw it: there is nothing to seal.
      await sendNotice(mailed).catch((err: unknown) => {
        log.error({ err }, 'The inbox has no space for a message, and the message could not be sent by mail either')
        throw refusal
      })
      log.warn({ err: cause }, 'The inbox has no space for a message, so the message was sent by mail only')
      return { ...mailed, isMailedAlone: true }
    }
  }

  /** Runs twice a day, and whenever a message is deleted. */
  async function eraseOld(): Promise<string[]> {
    try {
      const isOver = (message: StoredMessage) =>
        age.isOverSince(message.id, Date.parse(message.receivedAt), daysKept(message, keepDays))
      const old = (await messages.list()).filter(isOver)
      if (old.length > 0) await privacy.requests.forget(old, { onlyAnswered: true })
      const erased = await messages.erase(
        old.map(({ id }) => id),
        isOver,
      )
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
    ...staffChanges,
    ...privacy,
    /**
     * Stores a message and its notice. Resolves when both are on disk or, if the inbox has no room, when the mail server
     * has accepted the message. Suspected spam gets no notice. Rejects with MessageNotStored.
     */
    storeMessage,
    /** The messages that match a filter, newest first, at most `limit`; from memory. */
    listMessages: async ({ limit, ...filter }: MessageFilter & { limit?: number }): Promise<StoredMessage[]> =>
      findMessages(await messages.list(), filter).slice(0, limit),
    /** One message, deleted or not; undefined for a sealed one. Rejects if its file is damaged. */
    async readMessage(id: string): Promise<StoredMessage | undefined> {
      const message = await messages.read(id)
      return message?.sealedAt === undefined ? message : undefined
    },
    /** Ids of the messages whose files cannot be read. */
    listDamaged: () => messages.listDamaged(),
    /**
     * The number of unread messages, from memory. `reading` if an earlier process has stored so many that reading them
     * takes longer than a page waits. Undefined if they cannot be read, which is logged. Never rejects.
     */
    countUnread: () => countOf({ show: 'unread' }),
    /** The number of messages whose promised answer is late, from memory. 0 while they cannot be counted. Never rejects. */
    countLate: async () => Number(await countOf({ state: 'late' })) || 0,
    /**
     * Permanently removes the messages whose time is over (`keeping.ts`), including those whose files cannot be read.
     * Resolves with the ids. Never rejects: failures are retried.
     */
    eraseOld,
    /** The moment from which a message is removed by itself (milliseconds since 1970). */
    keptUntil: (message: StoredMessage) => keptUntil(message, keepDays),
    /** The moment until which nobody may remove a message (milliseconds since 1970). */
    heldUntil: (message: StoredMessage) => heldUntil(message, keepDays),
    /** True while a message has not been kept for the least period, so that nobody may remove it. */
    isHeld: isHeldNow,
    noticeOf(message: StoredMessage): NoticeState {
      if (sender) return sender.stateOf(message)
      return message.noticeSentAt === undefined ? { kind: 'none' } : { kind: 'sent', at: message.noticeSentAt }
    },
    /** How many notices are still to be sent. Rejects if the folder cannot be read. */
    countWaitingNotices: async () =>
      sender ? (await messages.list()).filter((message) => sender.stateOf(message).kind === 'waiting').length : 0,
    /**
     * Removes the messages whose time is over, and sends the pending notices of an earlier process. Resolves when sending
     * has started, not when it is done.
     */
    async start(): Promise<void> {
      await replay()
      await eraseOld()
      sender?.wake()
    },
    /** Stops sending; unsent notices remain on disk. */
    async close(): Promise<void> {
      clearInterval(eraseTimer)
      await sender?.close()
    },
  }
}

function notStored(cause: unknown) {
  const lacksRoom = cause instanceof InboxFull || toStorageError(cause).code === 'disk-full'
  return new MessageNotStored(lacksRoom ? 507 : 503, { cause })
}
