const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A text of any editor as the parsers expect it: every line ends with LF, and there is no byte order mark. Lines and
 * columns are the same in both.
 */
export function withUnixLineEnds(text: string): string {
  const unmarked = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
  return unmarked.includes('\r') ? unmarked.replace(/\r\n?/g, '\n') : unmarked
}

/**
 * The text, whose lines end with LF, as its file should hold it: with the line ends of `original`, and with a byte order
 * mark if that has one. If the original mixes line ends, all lines get those of most of its lines.
 */
export function withLineEndsOf(original: string, text: string): string {
  const mark = original.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ''
  const end = lineEndOf(original)
  return mark + (end === '\n' ? text : text.replaceAll('\n', end))
}

function lineEndOf(text: string) {
  if (!text.includes('\r')) return '\n'
  const counts = { '\n': 0, '\r\n': 0, '\r': 0 }
  for (const [end] of text.matchAll(/\r\n|\r|\n/g)) counts[end as keyof typeof counts] += 1
  if (counts['\n'] >= Math.max(counts['\r\n'], counts['\r'])) return '\n'
  return counts['\r\n'] >= counts['\r'] ? '\r\n' : '\r'
}
