import { open, readFile, type FileHandle } from 'node:fs/promises'
import type { DocumentKind } from '#app/media/library/file-kinds.ts'
import { findMp4Fault } from './mp4-boxes.server.ts'
import { shownName } from './stored-name.ts'
import { UploadRefused } from './upload-refused.ts'

/**
 * Where readers look for a PDF's marks: the header in the first 1024 bytes, `%%EOF` in the last 1024 (ISO 32000-1, Annex
 * H.3, notes 13 and 18).
 */
const MARK_WINDOW = 1024

/**
 * Tells by its content whether a file is what it should be: names and announced types are whatever the sender says. Reads
 * its marks only, but captions as a whole. Throws UploadRefused: 415 for another kind of file, 422 for a damaged one.
 */
export async function checkDocument(file: string, kind: DocumentKind, originalName: string): Promise<void> {
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
