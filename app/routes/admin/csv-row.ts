/**
 * A row of a CSV file (RFC 4180): every cell quoted, quotes doubled, closed by CRLF. A cell that a spreadsheet program would
 * take for a formula gets an apostrophe in front, which makes it text
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${neutralize(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}

/** White space, control and invisible characters before the sign do not disarm it everywhere; the full-width forms of = + - @ do the same. */
const FORMULA = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u

function neutralize(cell: string) {
  return FORMULA.test(cell) ? `'${cell}` : cell
}
