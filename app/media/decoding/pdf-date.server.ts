import { createReadStream } from 'node:fs'

const CHUNK_BYTES = 256 * 1024

/** Longer than any match, so that a match across two chunks is found as a whole. */
const OVERLAP = 256

/** Where a date of the document may be. A match that begins with a line break is a text that is an object of its own. */
const PLACES =
  /(?:\/(?:ModDate|CreationDate)|xmp:(?:ModifyDate|CreateDate))[^]{0,80}|[\r\n]\d{1,10} \d{1,5} obj\s{0,20}\((?:D:)?\d{4}[^)]{0,36}\)/g

/** A PDF has a handful of places, and its last change is at its end. */
const MAX_PLACES = 64

/** The day on which a PDF was last changed; see {@link pdfDate}. Rejects with the system's error. */
export async function readPdfDate({ file }: { file: string }): Promise<string | undefined> {
  return pdfDate(await readDateExcerpts(file))
}

/**
 * The places of a PDF at which `pdfDate` finds its date, one a line, in their order: the last 64 names of dates, and the last 64
 * texts that look like a date. Of a file of any size and content, one chunk at a time is in memory. Rejects with the system's
 * error.
 */
export async function readDateExcerpts(file: string): Promise<string> {
  const named: string[] = []
  const objects: string[] = []
  let text = ''
  const collect = (end: number) => {
    for (const match of text.matchAll(PLACES)) {
      if (match.index >= end) return
      const places = /^[\r\n]/.test(match[0]) ? objects : named
      places.push(match[0])
      if (places.length > MAX_PLACES) places.shift()
    }
  }
  const chunks: AsyncIterable<string> = createReadStream(file, { encoding: 'latin1', highWaterMark: CHUNK_BYTES })
  for await (const chunk of chunks) {
    text += chunk
    const end = Math.max(0, text.length - OVERLAP)
    collect(end)
    text = text.slice(end)
  }
  collect(text.length)
  return [...objects, ...named].join('\n')
}

/**
 * The day on which a PDF was last changed, as `YYYY-MM-DD`, from its bytes read as Latin-1: the information dictionary's
 * ModDate, else its CreationDate (ISO 32000-1, 14.3.3), else the same two of its XMP packet. Where a file was changed by
 * appending to it, the last one counts. Undefined where none can be read, as in an encrypted file.
 *
 * The day is the one the document names, in its own time zone.
 */
export function pdfDate(pdf: string): string | undefined {
  return (
    infoDate(pdf, 'ModDate') ??
    infoDate(pdf, 'CreationDate') ??
    xmpDate(pdf, 'ModifyDate') ??
    xmpDate(pdf, 'CreateDate')
  )
}

/** The value stands in the dictionary itself or, as some libraries write it, in an object of its own. */
function infoDate(pdf: string, key: 'ModDate' | 'CreationDate') {
  const entry = [...pdf.matchAll(new RegExp(`/${key}\\s*(?:\\(([^)]{0,40})\\)|(\\d{1,10}) (\\d{1,5}) R)`, 'g'))].at(-1)
  if (!entry) return undefined
  const [, direct, number, generation] = entry
  const value = direct ?? objectText(pdf, `${number} ${generation}`)
  const [, year, month = '01', day = '01'] = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?/.exec(value ?? '') ?? []
  return validDay(year, month, day)
}

function objectText(pdf: string, object: string) {
  return [...pdf.matchAll(new RegExp(`(?:^|[\\r\\n])${object} obj\\s*\\(([^)]{0,40})\\)`, 'g'))].at(-1)?.[1]
}

function xmpDate(pdf: string, key: 'ModifyDate' | 'CreateDate') {
  const entry = [...pdf.matchAll(new RegExp(`xmp:${key}\\s*(?:=\\s*["']|>\\s*)(\\d{4})-(\\d\\d)-(\\d\\d)`, 'g'))].at(-1)
  return validDay(entry?.[1], entry?.[2], entry?.[3])
}

function validDay(year: string | undefined, month: string | undefined, day: string | undefined) {
  if (year === undefined || month === undefined || day === undefined) return undefined
  const date = `${year}-${month}-${day}`
  return Number.isNaN(Date.parse(date)) ? undefined : date
}
