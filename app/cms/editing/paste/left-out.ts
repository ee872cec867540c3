import { countOf, enumerate } from '#app/cms/platform/format/words.ts'

/** What the formatted text of a clipboard has and its program does not show as text: how many of each. */
export interface LeftOut {
  /** Comments of reviewers. */
  comments: number
  /** Words that are marked as deleted. */
  deletions: number
  /** Words, rows and columns that are hidden. */
  hidden: number
}

/** How many there are together. */
export function leftOutCount({ comments, deletions, hidden }: LeftOut): number {
  return comments + deletions + hidden
}

/** `3 comments and 2 deletions were left out.`; empty if nothing was. */
export function leftOutSentence({ comments, deletions, hidden }: LeftOut, pictures = 0): string {
  const counts: [number, string][] = [
    [comments, 'comment'],
    [deletions, 'deletion'],
    [hidden, 'hidden text'],
    [pictures, 'picture'],
  ]
  const named = counts.filter(([count]) => count > 0)
  if (named.length === 0) return ''
  const isOne = named.length === 1 && named[0]?.[0] === 1
  return `${enumerate(named.map(([count, noun]) => countOf(count, noun)))} ${isOne ? 'was' : 'were'} left out.`
}

/** False if the formatted text of a clipboard surely says what its plain text says. It is asked before the parser is loaded. */
export function mayDiffer(html: string): boolean {
  return /<del[\s>]|deletion|mso-element|mso-hide|msodel|msocom|#cmnt|display:\s*none|visibility:\s*[hc]|\shidden|<su[bp][\s>]|vertical-align:\s*su/i.test(
    html,
  )
}
