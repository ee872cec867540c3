/** What a button of the Markdown toolbar adds to the selected text, or removes from it. */
export type Mark = 'bold' | 'italic' | 'heading' | 'list' | 'link'

/** A text and the part of it that is selected, in UTF-16 code units as textareas count. */
export interface MarkedText {
  text: string
  start: number
  end: number
}

/** The one piece of the text that changes, and what is selected afterwards. */
export interface Replacement {
  from: number
  to: number
  text: string
  selectFrom: number
  selectTo: number
}

/** Marks the selection. With nothing selected, a word to be typed over is put there; lists and headings take whole lines. */
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

/** The signs right around the selection, where no longer row of the same sign means something else. */
function isWrapped(text: string, start: number, end: number, sign: string) {
  const before = /(?<!\*)\*+$/.exec(text.slice(0, start))?.[0].length ?? 0
  const after = /^\**/.exec(text.slice(end))?.[0].length ?? 0
  const around = Math.min(before, after)
  // Three stars are bold and italic at once.
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
  const words = text.slice(start, end) || 'words of the link'
  const address = 'https://'
  const selectFrom = start + words.length + '[]('.length
  return { from: start, to: end, text: `[${words}](${address})`, selectFrom, selectTo: selectFrom + address.length }
}
