import { calendarDay } from '#app/cms/platform/format/time.ts'
import { foldText } from '#app/cms/platform/format/fold-text.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { hashOfId, readErasures, recordErasures } from './erasures.server.ts'
import { isHeld } from './keeping.ts'
import type { MessageFolder } from '#app/cms/inbox/folder/message-folder.server.ts'
import { arrivalOf, referenceOf, type StoredMessage } from '#app/cms/inbox/stored-message.server.ts'

/** What the site holds of a person. */
interface PersonalData {
  /** Messages wherever they are, newest first, also deleted and sealed ones and suspected spam. */
  messages: StoredMessage[]
  /** Ids of the messages whose files cannot be read and contain what was searched for. */
  damaged: string[]
}

interface PersonalDataOptions {
  messages: MessageFolder
  storage: Storage
  now: () => number
}

/** The fewest digits by which a telephone number is found. */
const MIN_DIGITS = 6
/** The fewest characters of a search. */
const MIN_SEARCH = 3

/**
 * What a person can ask of the site: to find all of their messages, to seal them, and to erase them. A sealed message is
 * kept, but nobody works with it: it is in no list, search, download or mail.
 */
export function openPersonalData({ messages, storage, now }: PersonalDataOptions) {
  /** Finds by e-mail address, telephone number, name or reference. Nothing for fewer than MIN_SEARCH characters. */
  async function find(query: string): Promise<PersonalData> {
    const folded = foldText(query).trim()
    if (folded.length < MIN_SEARCH) return { messages: [], damaged: [] }
    const matches = matcherOf(folded)
    const found = (await messages.list()).filter(matches)
    const unreadable = await messages.readDamaged()
    return {
      messages: found,
      damaged: unreadable.flatMap(({ id, text }) => (foldText(text).includes(folded) ? id : [])),
    }
  }

  /**
   * Seals messages: at once, for everybody, until they are removed. `by` is the person, `visitor` for the sender. Resolves
   * with the sealed ones. Rejects with StorageError.
   */
  async function seal(ids: readonly string[], by: string): Promise<StoredMessage[]> {
    const open = (await messages.list()).filter(({ id, sealedAt }) => ids.includes(id) && sealedAt === undefined)
    if (open.length === 0) return []
    // First: a backup that has the message must not bring it back, whatever happens now.
    await recordErasures(
      storage,
      open.map(({ id }) => id),
      calendarDay(now()),
    )
    const sealedAt = new Date(now()).toISOString()
    await messages.change(
      open.map(({ id }) => id),
      ({ notice: _notice, ...message }) => ({
        ...message,
        unread: false,
        sealedAt,
        sealedBy: by,
      }),
    )
    return open
  }

  /**
   * Erases messages that have been kept for the least period, and seals the others: these go by themselves at the end of
   * it. Resolves with the messages of each kind. Rejects with StorageError.
   */
  async function erase(ids: readonly string[], by: string) {
    await seal(ids, by)
    const all = (await messages.list()).filter(({ id }) => ids.includes(id))
    const gone = await messages.erase(ids, (message) => !isHeld(message, now()))
    const isAsked = (id: string) => ids.includes(id) && !isHeld({ receivedAt: timeOf(id) }, now())
    const damaged = await messages.eraseDamaged(isAsked)
    if (damaged.length > 0) await recordErasures(storage, damaged, calendarDay(now()))
    return {
      erased: [...gone, ...damaged],
      sealed: all.filter(({ id }) => !gone.includes(id)).map(({ id }) => id),
      addresses: all.filter(({ id }) => gone.includes(id)).map(({ email }) => email),
    }
  }

  /**
   * Seals or erases what the list of erasures names: a restored backup may have brought it back. Resolves with the ids.
   * Rejects if the list cannot be read, or with StorageError.
   */
  async function replay(): Promise<string[]> {
    const listed = await readErasures(storage)
    if (listed.size === 0) return []
    const isBack = ({ id, sealedAt }: StoredMessage) => sealedAt === undefined && listed.has(hashOfId(id))
    const back = (await messages.list()).filter(isBack).map(({ id }) => id)
    if (back.length > 0) await erase(back, 'list of erasures')
    return back
  }

  return {
    find,
    /** All messages that came at this moment (milliseconds since 1970) or later, wherever they are. */
    since: async (from: number) => (await messages.list()).filter(({ receivedAt }) => Date.parse(receivedAt) >= from),
    seal,
    erase,
    replay,
  }
}

function matcherOf(folded: string) {
  const digits = folded.replace(/\D/g, '')
  const isNumber = digits.length >= MIN_DIGITS && /^[+\d\s().-]+$/.test(folded)
  const words = folded.split(/\s+/)
  return ({ id, firstName, lastName, email, mobile }: StoredMessage) =>
    foldText(email).includes(folded) ||
    foldText(referenceOf(id)) === folded ||
    (isNumber && mobile.replace(/\D/g, '').includes(digits)) ||
    words.every((word) => foldText(`${firstName} ${lastName}`).includes(word))
}

function timeOf(id: string) {
  return new Date(arrivalOf(id)).toISOString()
}
