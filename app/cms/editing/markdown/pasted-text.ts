/** The signs of list entries in text that was copied from a word processor, which puts a tab behind them. */
const BULLET = /^\s*(?:[•▪●◦‣∙■□➢✓]\s*|[·§o–—-]\t\s*)(?=\S)/
const NUMBER = /^\s*(\d{1,3})[.)]\t\s*(?=\S)/
const LIST_ENTRY = /^\s*(?:[-*+]|\d{1,3}[.)])\s/

/**
 * The text of a word processor as Markdown. There, a line is a paragraph or an entry of a list; in Markdown, an empty
 * line separates paragraphs, and signs make a list. Formats, such as bold words, are lost.
 */
export function markdownOfPasted(text: string): string {
  const lines = text
    .replaceAll(/\r\n?|[\v\u0085\u2028\u2029]/g, '\n')
    .split('\n')
    .map((line) => line.replace(BULLET, '- ').replace(NUMBER, '$1. ').trimEnd())
  return lines
    .map((line, at) => {
      const before = lines[at - 1]
      const isNext = before === undefined || before === '' || line === '' || (isEntry(before) && isEntry(line))
      return isNext ? line : `\n${line}`
    })
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
}

function isEntry(line: string) {
  return LIST_ENTRY.test(line)
}
