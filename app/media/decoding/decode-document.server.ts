import { type FileHandle, open, readFile } from 'node:fs/promises'
import type { DocumentKind } from '#app/media/library/library-file.ts'
import { shownName } from '#app/media/uploads/stored-name.ts'
import { UploadRefused } from '#app/media/uploads/upload-refused.ts'
import { readPdf } from './read-pdf.server.ts'

/**
 * The bytes in which readers search for a PDF's marks: the header in the first 1024 bytes, `%%EOF` in the last 1024
 * (ISO 32000-1, Annex H.3, notes 13 and 18).
 */
const MARK_WINDOW = 1024

/**
 * Checks the content of a file against its kind: its name and declared type prove nothing. Opens a PDF, and
 * reads the boxes of a film or the whole captions. Throws UploadRefused: 415 for another kind of file, 422 for a damaged
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
    await (kind === 'pdf' ? checkMarks(handle, name) : checkFilm(handle, name))
  } finally {
    await handle.close()
  }
  if (kind === 'pdf') {
    const reading = await readPdf({ file })
    if ('problem' in reading) throw new UploadRefused(422, `${name} ${PDF_PROBLEMS[reading.problem]}`)
  }
}

async function checkMarks(handle: FileHandle, name: string) {
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

const PDF_PROBLEMS = {
  password:
    'asks for a password to open, so visitors could not read it. Save it without a password, then upload it again.',
  damaged: 'is a damaged PDF and cannot be opened. Save it again as PDF, then upload it again.',
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
