import { type FileHandle, open, readFile } from 'node:fs/promises'
import type { DocumentKind } from '#app/media/library/library-file.ts'
import { shownName } from '#app/media/uploads/stored-name.ts'
import { UploadRefused } from '#app/media/uploads/upload-refused.ts'
import { createReadStream } from 'node:fs'

/**
 * The bytes in which readers search for a PDF's marks: the header in the first 1024 bytes, `%%EOF` in the last 1024
 * (ISO 32000-1, Annex H.3, notes 13 and 18).
 */
const MARK_WINDOW = 1024

/**
 * Checks the content of a file against its kind: its name and declared type prove nothing. Reads the marks of a PDF,
 * the boxes of a film, or the whole captions. Throws UploadRefused: 415 for another kind of file, 422 for a damaged
 * one.
 */
export async function checkDocument({
  file,
  kind,
  originalName,
}: {
  file: string
  kind: DocumentKind
  originalName: string
}): Promise<void> {
  const name = shownName(originalName)
  if (kind === 'vtt') {
    checkCaptions(await readFile(file), name)
    return
  }
  const handle = await open(file, 'r')
  try {
    await (kind === 'pdf' ? checkPdf(handle, name) : checkFilm(handle, name))
  } finally {
    await handle.close()
  }
}

async function checkPdf(handle: FileHandle, name: string) {
  const { size } = await handle.stat()
  const hasMark = async (mark: string, position: number) => {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(MARK_WINDOW), position })
    return buffer.subarray(0, bytesRead).includes(mark)
  }
  if (!(await hasMark('%PDF-', 0))) {
    throw new UploadRefused(415, `${name} is not a PDF. Save it as one, then upload it again.`)
  }
  if (!(await hasMark('%%EOF', Math.max(0, size - MARK_WINDOW)))) {
    throw new UploadRefused(422, `${name} is a damaged PDF: its end is missing. Save it again, then upload it again.`)
  }
}

async function checkFilm(handle: FileHandle, name: string) {
  const fault = await findMp4Fault(handle)
  if (fault === 'other-kind') {
    throw new UploadRefused(415, `${name} is not an MP4 film. Export it as MP4 (H.264), then upload it again.`)
  }
  if (fault === 'damaged') {
    throw new UploadRefused(422, `${name} is a damaged film: a part of it is missing. Export it again, then upload it.`)
  }
}

/** WebVTT, 4.1: UTF-8, an optional byte order mark, `WEBVTT`, then the end, white space or a line break. */
function checkCaptions(bytes: Buffer, name: string) {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new UploadRefused(415, `${name} is not a UTF-8 text. Save it as WebVTT in UTF-8, then upload it again.`, {
      cause,
    })
  }
  if (!/^WEBVTT(?:[ \t\r\n]|$)/.test(text) || text.includes('\0')) {
    throw new UploadRefused(415, `${name} is not a WebVTT file: its first line must be WEBVTT.`)
  }
}

/** A film in fragments of a second has 2 boxes for each; a file with more boxes than this is no film for a page. */
const MAX_BOXES = 20_000

/**
 * Walks over the top-level boxes of a file (ISO/IEC 14496-12, 4.2) without reading their content.
 *
 * `other-kind` if it does not begin like an MP4: QuickTime and picture formats use the same boxes with other brands.
 * `damaged` if a box ends after the end of the file, or the film's index (`moov`) is missing.
 */
export async function findMp4Fault(handle: FileHandle): Promise<'other-kind' | 'damaged' | undefined> {
  const { size: end } = await handle.stat()
  let hasIndex = false
  let position = 0
  for (let count = 0; position < end; count += 1) {
    const box = await readBox(handle, position, end)
    if (count === 0 && (box?.type !== 'ftyp' || !MP4_BRAND.test(box.brand))) return 'other-kind'
    if (!box || count === MAX_BOXES) return 'damaged'
    hasIndex ||= box.type === 'moov'
    position += box.size
  }
  if (position === 0) return 'other-kind'
  return hasIndex && position === end ? undefined : 'damaged'
}

/** Major brands of films, as they are registered at mp4ra.org. */
const MP4_BRAND = /^(?:iso[m2-9]|mp4[12]|avc1|M4V[ HP]|MSNV|dash|f4v )$/

/** Undefined if the box is incomplete. */
async function readBox(handle: FileHandle, position: number, end: number) {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(16), position })
  if (bytesRead < 8) return undefined
  const shortSize = buffer.readUInt32BE(0)
  if (shortSize === 1 && bytesRead < 16) return undefined
  // 1: a 64-bit size follows the type; 0: the box ends with the file.
  const size = shortSize === 1 ? Number(buffer.readBigUInt64BE(8)) : shortSize === 0 ? end - position : shortSize
  if (size < 8 || position + size > end) return undefined
  return { size, type: buffer.toString('latin1', 4, 8), brand: buffer.toString('latin1', 8, 12) }
}

const CHUNK_BYTES = 256 * 1024

/** Longer than any match, so that a match across two chunks is found as a whole. */
const OVERLAP = 256

/** Places where a date of the document may be. A match that begins with a line break is an indirect string object. */
const PLACES =
  /(?:\/(?:ModDate|CreationDate)|xmp:(?:ModifyDate|CreateDate))[^]{0,80}|[\r\n]\d{1,10} \d{1,5} obj\s{0,20}\((?:D:)?\d{4}[^)]{0,36}\)/g

/** A PDF has a handful of places, and its last change is at its end. */
const MAX_PLACES = 64

/** The day on which a PDF was last changed; see {@link pdfDate}. Rejects with the system's error. */
export async function readPdfDate({ file }: { file: string }): Promise<string | undefined> {
  return pdfDate(await readDateExcerpts(file))
}

/**
 * The excerpts of a PDF in which `pdfDate` finds its date, one a line: the last 64 string objects that look like a
 * date, then the last 64 named dates, each in file order. Only one chunk of the file is in memory at a time. Rejects
 * with the system's error.
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
 * The day on which a PDF was last changed, as `YYYY-MM-DD`, from its bytes read as Latin-1: the information
 * dictionary's ModDate, else its CreationDate (ISO 32000-1, 14.3.3), else the same two of its XMP packet. If a file was
 * changed by appending to it, the last date is used. Undefined if no date can be read, as in an encrypted file.
 *
 * The day is in the document's own time zone.
 */
export function pdfDate(pdf: string): string | undefined {
  return (
    infoDate(pdf, 'ModDate') ??
    infoDate(pdf, 'CreationDate') ??
    xmpDate(pdf, 'ModifyDate') ??
    xmpDate(pdf, 'CreateDate')
  )
}

/** The value is in the dictionary itself or, as some libraries write it, in an indirect object. */
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
