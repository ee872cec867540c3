import { z } from 'zod'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { jsonText } from '#app/cms/platform/json-text.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import type { MessageFolder } from './message-folder.server.ts'
import { messageIdOf, newNotice, type PendingNotice } from './stored-message.server.ts'

/** The folder of the notices of earlier releases. */
export const OUTBOX = 'data/outbox'
const MAX_FILE_BYTES = 64 * 1024

/** The text of a notice of an earlier release. */
export const outboxText = jsonText(
  z.object({
    createdAt: z.iso.datetime(),
    attempts: z.int().min(0),
    nextAttemptAt: z.iso.datetime(),
    isParked: z.boolean(),
    lastError: z.string(),
  }),
)

interface MigrateOptions {
  storage: Storage
  messages: Pick<MessageFolder, 'read' | 'change'>
  log: Logger
}

/**
 * Migrates the notices of earlier releases, which were separate files, into the messages, and removes their folder. An
 * entry that cannot be migrated is logged, not removed, and retried at the next start. Never rejects.
 */
export async function migrateOutbox({ storage, messages, log }: MigrateOptions): Promise<void> {
  try {
    for (const { name } of await storage.list(OUTBOX)) {
      await migrate(name).catch((err: unknown) => {
        log.error({ err, file: `${OUTBOX}/${name}` }, 'A mail notice of an earlier release could not be migrated')
      })
    }
    const isEmpty = (await storage.list(OUTBOX)).length === 0
    if (isEmpty && (await storage.stat(OUTBOX))) await storage.remove(`${OUTBOX}/`)
  } catch (err) {
    log.error({ err }, 'The mail notices of an earlier release could not be migrated')
  }

  async function migrate(name: string) {
    const id = messageIdOf(name)
    if (id === undefined) throw new Error('The file is not a mail notice')
    // Rejects if the message cannot be read: the entry remains until the message can be read or is removed.
    if (await messages.read(id)) {
      const file = await storage.read(`${OUTBOX}/${name}`, { maxBytes: MAX_FILE_BYTES })
      const notice = toNotice(file?.bytes.toString() ?? '')
      await messages.change([id], (message) =>
        message.notice || message.noticeSentAt !== undefined ? message : { ...message, notice },
      )
    }
    await storage.remove(`${OUTBOX}/${name}`)
  }
}

/** A damaged entry starts over. */
function toNotice(text: string): PendingNotice {
  const entry = outboxText.safeParse(text).data
  if (!entry) return newNotice()
  const { createdAt, attempts, nextAttemptAt, isParked, lastError } = entry
  return { queuedAt: createdAt, attempts, lastError, ...(!isParked && { nextAttemptAt }) }
}
