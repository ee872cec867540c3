import { authorId, type Author } from '#app/cms/platform/author.server.ts'
import { toStorageError } from '#app/cms/storage/storage-error.ts'
import type { MessageFolder } from './folder/message-folder.server.ts'
import { NOT_HANDLED, type MessageHandling } from './message-handling.ts'
import { InboxFull, newNotice, type StoredMessage } from './stored-message.server.ts'

export type HandlingChange = Partial<Pick<MessageHandling, 'state' | 'person' | 'note'>>

interface StaffChangesOptions {
  messages: MessageFolder
  /** Sends the mails of messages; undefined if no mail is set up. */
  sender: { wake: () => void; sendAgain: (id: string) => Promise<boolean> } | undefined
  isHeld: (message: StoredMessage) => boolean
  /** Called before messages are deleted. */
  eraseOld: () => Promise<unknown>
}

/** What staff do with messages. All of it rejects with StorageError if the storage refuses the write. */
export function openStaffChanges({ messages, sender, isHeld, eraseOld }: StaffChangesOptions) {
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

  async function setUnread(ids: readonly string[], unread: boolean, by: string) {
    await messages.change(ids, (message) =>
      message.unread === unread ? message : { ...message, unread, readBy: unread ? undefined : by },
    )
  }

  async function eraseMessages(ids: readonly string[]) {
    const erased = await messages.erase(ids, (message) => message.deletedAt !== undefined && !isHeld(message))
    return erased.length
  }

  return {
    /** Marks messages as unread, or as read by a person. */
    setUnread: asStorageChange(setUnread),
    /**
     * Makes ordinary messages of suspected spam, with their notice; resolves with their number. Rejects with InboxFull if
     * there is no room for them.
     */
    markAsNotSpam: asStorageChange(markAsNotSpam),
    /**
     * Changes what staff have noted about messages. `seenAt` is the time of what the person has seen, '' before any
     * change: a message that somebody else has changed since stays as it is, and is in `conflicts`. Unknown and deleted
     * messages are ignored.
     */
    handleMessages: asStorageChange(handleMessages),
    /** Marks messages as deleted by a person; resolves with their number. They can be restored until they are removed. */
    deleteMessages: asStorageChange(deleteMessages),
    /** Restores deleted messages: by id, or all that were deleted together. Resolves with their number. */
    restoreMessages: asStorageChange(restoreMessages),
    /**
     * Permanently removes those of the messages that are deleted when their turn comes and have been kept for the least
     * period. Resolves with their number.
     */
    eraseMessages: asStorageChange(eraseMessages),
    /** Moves the files that cannot be read out of the inbox, into `inbox/damaged/`. Resolves with their number. */
    quarantineDamaged: asStorageChange(() => messages.quarantineDamaged()),
    /** Retries a notice that was given up. Resolves with false if there is none. */
    sendNoticeAgain: asStorageChange((id: string) => (sender ? sender.sendAgain(id) : Promise.resolve(false))),
  }
}

function asStorageChange<Args extends unknown[], Result>(change: (...args: Args) => Promise<Result>) {
  return (...args: Args): Promise<Result> =>
    change(...args).catch((cause: unknown) => {
      throw cause instanceof InboxFull ? cause : toStorageError(cause)
    })
}
