import { formatSheetTime } from '#app/editing/ui/format.ts'

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

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present'

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

/**
 * A row of a CSV file (RFC 4180): every cell quoted, quotes doubled, closed by CRLF. A cell that a spreadsheet program would
 * take for a formula gets an apostrophe in front, which makes it text
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${neutralize(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}

/** White space, control and invisible characters before the sign do not disarm it everywhere; the full-width forms of = + - @ do the same. */
const FORMULA = /^[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u

/**
 * Programs that expect another separator than the comma begin a cell after a semicolon, a tab or a line break, whatever the
 * quotes say: what follows each of them must not be a formula either.
 */
function neutralize(cell: string) {
  const parts = cell.split(/([;\t\r\n])/).map((part) => (FORMULA.test(part) ? `'${part}` : part))
  const text = parts.join('')
  return /^[\t\r\n]/.test(text) ? `'${text}` : text
}
