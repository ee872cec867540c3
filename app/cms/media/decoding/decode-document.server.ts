import { type FileHandle, open, readFile } from 'node:fs/promises'
import type { DocumentKind } from '#app/cms/media/library/library-file.ts'
import { shownName } from '#app/cms/media/uploads/stored-name.ts'
import { UploadRefused } from '#app/cms/media/uploads/upload-refused.ts'
import { checkFilm } from './check-film.server.ts'
import type { CheckedDocument } from './decoder-jobs.ts'
import { removePlace } from './film-place.server.ts'

/**
 * The bytes in which readers search for a PDF's marks: the header in the first 1024 bytes, `%%EOF` in the last 1024
 * (ISO 32000-1, Annex H.3, notes 13 and 18).
 */
const MARK_WINDOW = 1024

/**
 * Checks the content of a file against its kind: its name and declared type prove nothing. Looks for the marks
 * of a PDF, and reads the boxes of a film or the whole captions. Removes the place of recording from a film: `isChanged`. Throws UploadRefused:
 * 415 for a kind of file that is not accepted, 422 for a damaged one.
 */
export async function checkDocument({
  file,
  kind,
  originalName,
}: {
  file: string
  kind: DocumentKind
  originalName: string
}): Promise<CheckedDocument> {
  const name = shownName(originalName)
  if (kind === 'vtt') {
    checkCaptions(await readFile(file), name)
    return { isChanged: false }
  }
  const handle = await open(file, kind === 'mp4' ? 'r+' : 'r')
  try {
    if (kind === 'mp4') return { isChanged: await removePlace(handle, await checkFilm(handle, name)) }
    await checkMarks(handle, name)
    return { isChanged: false }
  } finally {
    await handle.close()
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
