import path from 'node:path'
import { contentWriteFailure } from '#app/content/errors.ts'
import type { Logger } from '#app/content/store.types.ts'
import type { MailSettings } from '#app/env.server.ts'
import type { ContactMessage } from './contact-message.ts'
import { createMailNotice } from './mail-notice.server.ts'
import { newMessageId, openMessageFolder, type StoredMessage } from './message-folder.server.ts'
import { InboxFull, MessageNotKept } from './message-not-kept.ts'
import { openOutbox, type RetrySchedule } from './outbox.server.ts'

export interface InboxOptions {
  dataDir: string
  /** Where notices go; without it none are made. */
  mail: MailSettings | undefined
  log: Logger
  schedule?: RetrySchedule
}

export interface Inbox {
  /** Keeps a message. Resolves when it is on disk, and its notice with it. Rejects with MessageNotKept. */
  storeMessage: (message: ContactMessage) => Promise<StoredMessage>
  /** Messages, newest first, at most `limit`. */
  listMessages: (options: { limit: number }) => Promise<StoredMessage[]>
  /** Sends what an earlier process could not. Resolves when it has been taken up, not when it has been sent. */
  startOutbox: () => Promise<void>
  /** Sends nothing more; unsent notices stay on disk. */
  close: () => Promise<void>
}

/** Opens the inbox below `dataDir`: the messages in `inbox/`, the notices still to be sent in `outbox/`. */
export function openInbox({ dataDir, mail, log, schedule }: InboxOptions): Inbox {
  const messages = openMessageFolder({ folder: path.join(dataDir, 'inbox'), log })
  const outbox = mail && openNoticeOutbox(mail)

  function openNoticeOutbox(settings: MailSettings) {
    const sendNotice = createMailNotice(settings)
    return openOutbox({
      folder: path.join(dataDir, 'outbox'),
      log,
      ...(schedule && { schedule }),
      async deliver(id) {
        const message = await messages.read(id)
        if (message) await sendNotice(message)
      },
    })
  }

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

  return {
    storeMessage: (message) =>
      store(message).catch((cause: unknown) => {
        throw notKept(cause)
      }),
    listMessages: (options) => messages.list(options),
    startOutbox: async () => outbox?.start(),
    close: async () => outbox?.close(),
  }
}

function notKept(cause: unknown) {
  const lacksRoom = cause instanceof InboxFull || contentWriteFailure(cause).code === 'disk-full'
  return new MessageNotKept(lacksRoom ? 507 : 503, { cause })
}
