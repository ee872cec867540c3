import { type FileHandle, open } from 'node:fs/promises'
import type { DocumentKind } from '#app/cms/define/upload-kind.ts'
import { bytesOf, DamagedFilm, type BoxTree } from '#app/cms/media/mp4-boxes.ts'
import { shownName } from '#app/cms/media/uploads/stored-name.ts'
import { UploadRefused } from '#app/cms/media/uploads/upload-refused.ts'
import { checkFilm, checkSound } from './check-film.server.ts'
import { checkMp3 } from './check-mp3.server.ts'
import { checkCaptions, checkCsv, checkXbrl } from './check-text.server.ts'
import { checkWorkbook } from './check-workbook.server.ts'
import type { CheckedDocument } from './decoder-jobs.ts'
import { removePlace } from './film-place.server.ts'

/**
 * The bytes in which readers search for a PDF's marks: the header in the first 1024 bytes, `%%EOF` in the last 1024
 * (ISO 32000-1, Annex H.3, notes 13 and 18).
 */
const MARK_WINDOW = 1024

/**
 * Checks the content of a file against its kind: its name and declared type prove nothing. Looks for the marks of a PDF,
 * reads the boxes of a film or a recording, the parts of a workbook, the first frames of an MP3 file, or the whole of a
 * text. Removes the place from a film or an M4A recording, with all tracks and boxes that browsers do not play: `isChanged`. Throws UploadRefused: 415 for a kind of file that
 * is not accepted, 422 for a damaged one.
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
  const handle = await open(file, CHANGED_KINDS.has(kind) ? 'r+' : 'r')
  try {
    switch (kind) {
      case 'pdf':
        await checkMarks(handle, name)
        break
      case 'mp4':
        return { isChanged: await withoutPlace(handle, await checkFilm(handle, name), name) }
      case 'm4a':
        return { isChanged: await withoutPlace(handle, await checkSound(handle, name), name) }
      case 'mp3':
        await checkMp3(handle, name)
        break
      case 'xlsx':
        await checkWorkbook(file, await bytesOf(handle, { start: 0, end: 8 }), name)
        break
      case 'vtt':
        return await rewriteText(handle, (bytes) => checkCaptions(bytes, name))
      case 'csv':
        checkCsv(await handle.readFile(), name)
        break
      case 'xml':
        return await rewriteText(handle, (bytes) => checkXbrl(bytes, name))
    }
    return { isChanged: false }
  } finally {
    await handle.close()
  }
}

/** Kinds of which the check may write other bytes. */
const CHANGED_KINDS: ReadonlySet<DocumentKind> = new Set(['mp4', 'm4a', 'vtt', 'xml'])

/** Replaces a text by what its check returns, if that differs. */
async function rewriteText(handle: FileHandle, check: (bytes: Buffer) => string): Promise<CheckedDocument> {
  const bytes = await handle.readFile()
  const checked = Buffer.from(check(bytes))
  const mark = Buffer.from('\uFEFF')
  if (checked.equals(bytes) || Buffer.concat([mark, checked]).equals(bytes)) return { isChanged: false }
  await handle.truncate(0)
  await handle.write(checked, 0, checked.length, 0)
  return { isChanged: true }
}

/**
 * Removes the location at which a film was recorded. In a film with contradictory tracks it may be where no program
 * looks for it.
 */
async function withoutPlace(handle: FileHandle, boxes: BoxTree[], name: string) {
  try {
    return await removePlace(handle, boxes)
  } catch (cause) {
    if (!(cause instanceof DamagedFilm)) throw cause
    const words = `${name} has a damaged track beside picture and sound. Export it again with picture and sound alone, then upload it.`
    throw new UploadRefused(422, words, { cause })
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
