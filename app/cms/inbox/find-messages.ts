import { foldText } from '#app/cms/platform/format/fold-text.ts'

/**
 * Which messages to show: all that are neither deleted nor suspected spam, the unread ones of these, suspected spam, or
 * the deleted ones.
 */
export type Show = (typeof SHOWS)[number]
export const SHOWS = ['all', 'unread', 'spam', 'deleted'] as const

export interface MessageFilter {
  show?: Show
  /** Words that must all occur in the name, e-mail address, mobile number or text. */
  query?: string
}

interface Findable {
  firstName: string
  lastName: string
  email: string
  mobile: string
  comments: string
  unread: boolean
  suspectedSpam?: true | undefined
  deletedAt?: string | undefined
}

/** The messages that match a filter, in their order. Case and accents are ignored. */
export function findMessages<Message extends Findable>(
  messages: readonly Message[],
  { show = 'all', query = '' }: MessageFilter,
): Message[] {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  return messages.filter((message) => {
    if (folderOf(message) !== (show === 'unread' ? 'all' : show) || (show === 'unread' && !message.unread)) return false
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
function searchText({ firstName, lastName, email, mobile, comments }: Findable) {
  return foldText([firstName, lastName, email, mobile, mobile.replace(/[^+\d]/g, ''), comments].join('\n'))
}
