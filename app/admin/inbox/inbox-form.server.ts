import { MalformedBody } from '#app/http/http-error.ts'
import { readSmallForm } from '#app/http/read-form.server.ts'
import { isMessageId } from '#app/inbox/stored-message.server.ts'
import { PAGE_SIZE } from './inbox-address.ts'

/** What a form of the inbox asks for, and for which messages. */
export interface InboxForm {
  intent: string
  ids: string[]
  /** True for all messages of the view, up to the newest one that was there when the question was asked. */
  isAll: boolean
  upTo: string
  /** Of an undo: the moment at which the messages were deleted. */
  deletedAt: string
}

/** Reads a form of the inbox. Throws BodyTooLarge, and MalformedBody for more messages than a page has. */
export async function readInboxForm(request: Request): Promise<InboxForm> {
  const { fields, form } = await readSmallForm(request)
  const ids = messageIdsOf(form.getAll('id'))
  const isAll = textOf(fields['all']) !== ''
  return {
    intent: textOf(fields['intent']),
    ids,
    isAll,
    upTo: textOf(fields['upTo']),
    deletedAt: textOf(fields['entry']),
  }
}

/** The values that could be ids of messages. Throws MalformedBody where there are more than a page has. */
export function messageIdsOf(values: readonly FormDataEntryValue[]): string[] {
  if (values.length > PAGE_SIZE) throw new MalformedBody(`At most ${PAGE_SIZE} messages can be chosen at once.`)
  return [...new Set(values)].filter((value) => typeof value === 'string').filter(isMessageId)
}

function textOf(value: unknown) {
  return typeof value === 'string' ? value : ''
}
