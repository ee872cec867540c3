/** Markdown syntax that a toolbar button adds to the selected text or removes from it. */
export type Mark = 'bold' | 'italic' | 'heading' | 'list' | 'link'

/** A text and its selection, in UTF-16 code units, as in a textarea. */
interface MarkedText {
  text: string
  start: number
  end: number
}

/** The range of the text to replace, its new text, and the selection afterwards. */
interface Replacement {
  from: number
  to: number
  text: string
  selectFrom: number
  selectTo: number
}

/**
 * Marks the selection. Without a selection, inserts a placeholder to type over; lists and headings mark whole lines.
 */
export function applyMark(mark: Mark, selected: MarkedText): Replacement {
  switch (mark) {
    case 'bold':
      return wrap(selected, '**', 'bold text')
    case 'italic':
      return wrap(selected, '*', 'text in italics')
    case 'heading':
      return prefixLines(selected, '# ')
    case 'list':
      return prefixLines(selected, '- ')
    case 'link':
      return link(selected)
  }
}

function wrap({ text, start, end }: MarkedText, sign: string, placeholder: string): Replacement {
  const { length } = sign
  if (isWrapped(text, start, end, sign)) {
    const plain = text.slice(start, end)
    const from = start - length
    return { from, to: end + length, text: plain, selectFrom: from, selectTo: from + plain.length }
  }
  const words = text.slice(start, end) || placeholder
  const selectFrom = start + length
  return { from: start, to: end, text: sign + words + sign, selectFrom, selectTo: selectFrom + words.length }
}

/** True if the signs surround the selection directly, and not as part of a longer run with another meaning. */
function isWrapped(text: string, start: number, end: number, sign: string) {
  const before = /(?<!\*)\*+$/.exec(text.slice(0, start))?.[0].length ?? 0
  const after = /^\**/.exec(text.slice(end))?.[0].length ?? 0
  const around = Math.min(before, after)
  // Three asterisks are bold and italic at once.
  return around === sign.length || around === 3
}

function prefixLines({ text, start, end }: MarkedText, prefix: string): Replacement {
  const from = text.slice(0, start).lastIndexOf('\n') + 1
  const lineEnd = text.indexOf('\n', end)
  const to = lineEnd === -1 ? text.length : lineEnd
  const lines = text.slice(from, to).split('\n')
  const isMarked = lines.every((line) => line.startsWith(prefix))
  const replaced = lines
    .map((line) => {
      if (isMarked) return line.slice(prefix.length)
      return line.startsWith(prefix) ? line : prefix + line
    })
    .join('\n')
  return { from, to, text: replaced, selectFrom: from, selectTo: from + replaced.length }
}

function link({ text, start, end }: MarkedText): Replacement {
  const words = text.slice(start, end) || 'link text'
  const address = 'https://'
  const selectFrom = start + words.length + '[]('.length
  return { from: start, to: end, text: `[${words}](${address})`, selectFrom, selectTo: selectFrom + address.length }
}
