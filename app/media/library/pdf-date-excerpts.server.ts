import { createReadStream } from 'node:fs'

const PIECE_BYTES = 256 * 1024

/** Longer than any match, so that what stands across two pieces is found as a whole. */
const OVERLAP = 256

/** Where a date of the document may stand; what begins with a line break is a text that is an object of its own. */
const PLACES =
  /(?:\/(?:ModDate|CreationDate)|xmp:(?:ModifyDate|CreateDate))[^]{0,80}|[\r\n]\d{1,10} \d{1,5} obj\s{0,20}\((?:D:)?\d{4}[^)]{0,36}\)/g

/** The last places of each sort that are kept: a PDF has a handful, and its last change is at its end. */
const MOST_KEPT = 64

/**
 * The places of a PDF at which `pdfDate` finds its date, one a line, in their order: the last 64 where dates are named, and the
 * last 64 texts that look like one. Of the file, however large it is and whatever it holds, no more than a piece is in memory
 * and looked at before others get their turn. Rejects with the system's error.
 */
export async function readDateExcerpts(file: string): Promise<string> {
  const named: string[] = []
  const objects: string[] = []
  let text = ''
  const collect = (end: number) => {
    for (const match of text.matchAll(PLACES)) {
      if (match.index >= end) return
      const kept = /^[\r\n]/.test(match[0]) ? objects : named
      kept.push(match[0])
      if (kept.length > MOST_KEPT) kept.shift()
    }
  }
  const pieces: AsyncIterable<string> = createReadStream(file, { encoding: 'latin1', highWaterMark: PIECE_BYTES })
  for await (const piece of pieces) {
    text += piece
    const end = Math.max(0, text.length - OVERLAP)
    collect(end)
    text = text.slice(end)
  }
  collect(text.length)
  return [...objects, ...named].join('\n')
}
