import { createReadStream } from 'node:fs'

const PIECE_BYTES = 256 * 1024

/** Longer than any match, so that what stands across two pieces is found as a whole. */
const OVERLAP = 256

/** Where a date of the document may stand, and texts that are objects of their own: a date may be one. */
const PLACES =
  /(?:\/(?:ModDate|CreationDate)|xmp:(?:ModifyDate|CreateDate))[^]{0,80}|[\r\n]\d{1,10} \d{1,5} obj\s{0,20}\([^)]{0,40}\)/g

/**
 * The places of a PDF at which `pdfDate` finds its date, one a line, in their order. Of the file, however large it is, no
 * more than a piece is in memory at a time. Rejects with the system's error.
 */
export async function readDateExcerpts(file: string): Promise<string> {
  const excerpts: string[] = []
  let text = ''
  const collect = (end: number) => {
    for (const match of text.matchAll(PLACES)) if (match.index < end) excerpts.push(match[0])
  }
  const pieces: AsyncIterable<string> = createReadStream(file, { encoding: 'latin1', highWaterMark: PIECE_BYTES })
  for await (const piece of pieces) {
    text += piece
    const end = Math.max(0, text.length - OVERLAP)
    collect(end)
    text = text.slice(end)
  }
  collect(text.length)
  return excerpts.join('\n')
}
