import { foldText } from '#app/cms/platform/format/fold-text.ts'
import { calendarDay } from '#app/cms/platform/format/time.ts'
import { NOT_HANDLED, urgencyOf, type MessageHandling, type MessageState } from './message-handling.ts'

/**
 * Which messages to show: all that are neither deleted nor suspected spam, the unread ones of these, suspected spam, or
 * the deleted ones.
 */
export type Show = (typeof SHOWS)[number]
export const SHOWS = ['all', 'unread', 'spam', 'deleted'] as const

/** A filter of messages. An empty value excludes nothing. */
export interface MessageFilter {
  show?: Show
  /** Words that must all occur in the name, e-mail address, mobile number, text, or what was chosen beside them. */
  query?: string
  /** `late` for new messages whose answer is late. */
  state?: MessageState | 'late' | ''
  /** Id of what visitors ask for. */
  kind?: string
  /** Id of the person in charge, or {@link NOBODY}. */
  person?: string
}

/** Stands for no person in a filter. No id of a person has a space. */
export const NOBODY = 'no person'

interface Findable {
  firstName: string
  lastName: string
  email: string
  mobile: string
  comments: string
  unread: boolean
  suspectedSpam?: true | undefined
  deletedAt?: string | undefined
  sealedAt?: string | undefined
  kind?: { id: string; label: string } | undefined
  extras?: readonly { text: string }[] | undefined
  answerBy?: string | undefined
  handling?: MessageHandling | undefined
}

/** The messages that match a filter, in their order. Case and accents are ignored. Sealed ones match none. */
export function findMessages<Message extends Findable>(
  messages: readonly Message[],
  { show = 'all', query = '', state = '', kind = '', person = '' }: MessageFilter,
): Message[] {
  const today = calendarDay(Date.now())
  const words = foldText(query).split(/\s+/).filter(Boolean)
  return messages.filter((message) => {
    if (message.sealedAt !== undefined) return false
    if (folderOf(message) !== (show === 'unread' ? 'all' : show) || (show === 'unread' && !message.unread)) return false
    if (kind !== '' && message.kind?.id !== kind) return false
    const { state: is, person: inCharge } = message.handling ?? NOT_HANDLED
    if (state === 'late' ? urgencyOf(message, today) !== 'late' : state !== '' && state !== is) return false
    if (person !== '' && (person === NOBODY ? '' : person) !== inCharge) return false
    if (words.length === 0) return true
    const text = searchText(message)
    return words.every((word) => text.includes(word))
  })
}

function folderOf({ deletedAt, suspectedSpam }: Findable): Show {
  if (deletedAt !== undefined) return 'deleted'
  return suspectedSpam ? 'spam' : 'all'
}

/** Contains the number also without spaces and dashes, so that it is found however it was typed. */
function searchText({ firstName, lastName, email, mobile, comments, kind, extras = [] }: Findable) {
  const typed = [firstName, lastName, email, mobile, mobile.replace(/[^+\d]/g, ''), comments]
  return foldText([...typed, kind?.label ?? '', ...extras.map(({ text }) => text)].join('\n'))
}
