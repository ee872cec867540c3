import { authorId, type Author } from '#app/cms/platform/author.server.ts'
import { foldText } from '#app/cms/platform/format/fold-text.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import type { MessageFolder } from '#app/cms/inbox/folder/message-folder.server.ts'
import { arrivalOf, referenceOf, type StoredMessage } from '#app/cms/inbox/stored-message.server.ts'
import { correctedMessage, correctionTime, type Correction } from './correction.ts'
import type { Erasures } from './erasures.server.ts'
import { isHeld, type KeepDays } from './keeping.ts'
import { personMatcher } from './named-person.ts'
import type { RequestBook } from './request-book.server.ts'

/** What the site holds of a person. */
interface PersonalData {
  /** Messages wherever they are, newest first, also deleted and sealed ones and suspected spam. */
  messages: StoredMessage[]
  /** Ids of the messages whose files cannot be read and contain what was searched for. */
  damaged: string[]
}

interface PersonalDataOptions {
  messages: MessageFolder
  erasures: Erasures
  requests: Pick<RequestBook, 'forget'>
  now: () => number
  keepDays: KeepDays
}

/** Corrections of a message that are noted; the oldest go. */
const MAX_CORRECTIONS = 20
/** The fewest characters of a search. */
const MIN_SEARCH = 3

/**
 * What a person can ask of the site: to find all of their messages, to correct them, to seal them, and to erase them. A
 * sealed message is kept, but nobody works with it: it is in no list, search, download or mail.
 */
export function openPersonalData({ messages, erasures, requests, now, keepDays }: PersonalDataOptions) {
  /** One correction at a time: the second one has to be of what the first one has left. */
  const runExclusive = limitConcurrency({ running: 1, waiting: 1000 })
  const isStillHeld = (message: StoredMessage) => isHeld(message, now(), keepDays)

  /** Finds by e-mail address, telephone number, name or reference. Nothing for fewer than MIN_SEARCH characters. */
  async function find(query: string): Promise<PersonalData> {
    const folded = foldText(query).trim()
    if (folded.length < MIN_SEARCH) return { messages: [], damaged: [] }
    const isMeant = personMatcher(folded)
    const found = (await messages.list()).filter(
      (message) => isMeant(message) || foldText(referenceOf(message.id)) === folded,
    )
    const unreadable = await messages.readDamaged()
    return {
      messages: found,
      damaged: unreadable.flatMap(({ id, text }) => (foldText(text).includes(folded) ? id : [])),
    }
  }

  async function chosen(ids: readonly string[]) {
    return (await messages.list()).filter(({ id }) => ids.includes(id))
  }

  /**
   * Seals messages: at once, for everybody, until they are removed. `by` is the person, `visitor` for the sender. Resolves
   * with the sealed ones. Rejects with StorageError.
   */
  async function seal(ids: readonly string[], by: string): Promise<StoredMessage[]> {
    const open = (await chosen(ids)).filter(({ sealedAt }) => sealedAt === undefined)
    if (open.length === 0) return []
    // First: a backup that has the message must not bring it back, whatever happens now.
    const sealedAt = await erasures.record(idsOf(open), 'sealed')
    await messages.change(idsOf(open), ({ notice: _notice, ...message }) => ({
      ...message,
      unread: false,
      sealedAt,
      sealedBy: by,
    }))
    return open
  }

  /**
   * Ends the seal of messages, as long as they have to be kept anyway: they are again where they were, without a mail.
   * Resolves with these. Rejects with StorageError.
   */
  async function unseal(ids: readonly string[]): Promise<StoredMessage[]> {
    const sealed = (await chosen(ids)).filter((message) => message.sealedAt !== undefined && isStillHeld(message))
    if (sealed.length === 0) return []
    await erasures.record(idsOf(sealed), 'unsealed')
    await messages.change(idsOf(sealed), unsealed)
    return sealed
  }

  /**
   * Erases messages that have been kept for the least period, and seals the others: these go by themselves at the end of
   * it. Resolves with the ids of each kind. Rejects with StorageError.
   */
  async function erase(ids: readonly string[], by: string) {
    await seal(ids, by)
    const all = await chosen(ids)
    await requests.forget(all.filter((message) => !isStillHeld(message)))
    const gone = await messages.erase(ids, (message) => !isStillHeld(message))
    const isAsked = (id: string) => ids.includes(id) && !isHeld({ receivedAt: timeOf(id) }, now(), keepDays)
    const damaged = await messages.eraseDamaged(isAsked)
    if (damaged.length > 0) await erasures.record(damaged, 'sealed')
    return {
      erased: [...gone, ...damaged],
      sealed: idsOf(all).filter((id) => !gone.includes(id)),
    }
  }

  /**
   * Replaces what a message says of its sender. What it said before is kept nowhere; the message notes which fields were
   * corrected when and by whom. `seenAt` is the time of the correction that the person has seen, '' before any. Resolves
   * with the labels of the changed fields, or with the message if somebody else has corrected it since; undefined if
   * there is none. Rejects with StorageError.
   */
  function correct(id: string, correction: Correction, { seenAt, by }: { seenAt: string; by: Author }) {
    return runExclusive(async (): Promise<{ fields: string[] } | { conflict: StoredMessage } | undefined> => {
      const message = await messages.read(id)
      if (!message) return undefined
      if (correctionTime(message) !== seenAt) return { conflict: message }
      const { fields } = correctedMessage(message, correction)
      if (fields.length === 0) return { fields }
      const at = await erasures.record([id], 'corrected')
      await requests.forget([message], { instead: referenceOf(id) })
      const edit = (current: StoredMessage): StoredMessage => {
        const { corrections = [] } = current
        return {
          ...correctedMessage(current, correction).message,
          corrections: [...corrections, { at, by: authorId(by), fields }].slice(-MAX_CORRECTIONS),
        }
      }
      await messages.change([id], edit, { withCopies: true })
      return { fields }
    })
  }

  return {
    find,
    /** The message with this id, wherever it is; undefined if there is none. Rejects if its file is damaged. */
    read: (id: string) => messages.read(id),
    /** All messages that came at this moment (milliseconds since 1970) or later, wherever they are. */
    since: async (from: number) => (await messages.list()).filter(({ receivedAt }) => Date.parse(receivedAt) >= from),
    /** The messages that their senders have withdrawn at this moment (milliseconds since 1970) or later. */
    withdrawnSince: async (from: number) =>
      (await messages.list()).filter(
        ({ sealedAt, sealedBy }) => sealedBy === 'visitor' && sealedAt !== undefined && Date.parse(sealedAt) >= from,
      ),
    seal,
    unseal,
    erase,
    correct,
  }
}

/** A message whose seal has ended. */
export function unsealed({ sealedAt: _sealedAt, sealedBy: _sealedBy, ...message }: StoredMessage): StoredMessage {
  return message
}

function idsOf(messages: readonly StoredMessage[]) {
  return messages.map(({ id }) => id)
}

function timeOf(id: string) {
  return new Date(arrivalOf(id)).toISOString()
}
