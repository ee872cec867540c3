import { Fragment } from 'react'

/**
 * The text with a no-break space between its last two words, so that no heading or card ends in a line of one word.
 * Short texts stay as they are, and so do two words that together could be wider than a phone.
 */
export function bindLastWords(text: string): string {
  const lastSpace = text.lastIndexOf(' ')
  if (lastSpace < 0 || text.split(/\s+/).length < 3) return text
  const secondLastWord = text.slice(0, lastSpace).split(/\s/).at(-1) ?? ''
  if (text.length - lastSpace + secondLastWord.length > LONGEST_PAIR) return text
  return `${text.slice(0, lastSpace)}\u00a0${text.slice(lastSpace + 1)}`
}

/** Characters, the space included: what fits a heading at 320 px. */
const LONGEST_PAIR = 18

/**
 * Text with its line breaks as `<br>`. A space stays before each, so that a layout which hides them still has words
 * apart.
 */
export function Multiline({ text }: { text: string }) {
  return text.split('\n').map((line, index, lines) => (
    <Fragment key={index}>
      {index === lines.length - 1 ? bindLastWords(line) : `${line} `}
      {index < lines.length - 1 && <br />}
    </Fragment>
  ))
}
