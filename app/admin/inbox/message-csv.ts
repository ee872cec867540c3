import { formatSheetTime } from '#app/editing/ui/format.ts'
import { csvRow } from './csv-row.ts'

interface ExportedMessage {
  receivedAt: string
  firstName: string
  lastName: string
  email: string
  mobile: string
  comments: string
  unread: boolean
}

/** The mark by which Excel knows UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Rows that are handed on together. */
const CHUNK = 100

/** Messages as a table for a spreadsheet program, in pieces to be sent as they are made. Times are the staff's own. */
export function* messagesAsCsv(messages: readonly ExportedMessage[]): Generator<string> {
  yield BYTE_ORDER_MARK + csvRow(['Received', 'First name', 'Last name', 'E-mail', 'Mobile', 'Message', 'Status'])
  for (let start = 0; start < messages.length; start += CHUNK) {
    yield messages
      .slice(start, start + CHUNK)
      .map(messageRow)
      .join('')
  }
}

function messageRow({ receivedAt, firstName, lastName, email, mobile, comments, unread }: ExportedMessage) {
  return csvRow([formatSheetTime(receivedAt), firstName, lastName, email, mobile, comments, unread ? 'Unread' : 'Read'])
}
