import { Fragment } from 'react'

/**
 * The text with a no-break space between its last two words, so that no heading or card ends in a line of one word.
 * Unchanged if it has fewer than three words, or if the last two together could be wider than a phone.
 */
export function bindLastWords(text: string): string {
  const lastSpace = text.lastIndexOf(' ')
  if (lastSpace < 0 || text.split(/\s+/).length < 3) return text
  const secondLastWord = text.slice(0, lastSpace).split(/\s/).at(-1) ?? ''
  if (text.length - lastSpace + secondLastWord.length > MAX_PAIR_LENGTH) return text
  return `${text.slice(0, lastSpace)}\u00a0${text.slice(lastSpace + 1)}`
}

/** In characters, including the space: the longest pair that fits a heading at 320 px. */
const MAX_PAIR_LENGTH = 18

/**
 * Text with its line breaks as `<br>`. A space precedes each, so that a layout that hides them still separates the
 * words.
 */
export function Multiline({ text }: { text: string }) {
  return text.split('\n').map((line, index, lines) => (
    <Fragment key={index}>
      {index === lines.length - 1 ? bindLastWords(line) : `${line} `}
      {index < lines.length - 1 && <br />}
    </Fragment>
  ))
}

/** `1 document`, `5 documents`, and `No documents yet` for none. */
export function counted(count: number, singular: string, plural = `${singular}s`) {
  if (count === 0) return `No ${plural} yet`
  return `${count} ${count === 1 ? singular : plural}`
}
