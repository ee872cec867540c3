import { Fragment } from 'react'
import { bindLastWords } from './bind-last-words.ts'

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
