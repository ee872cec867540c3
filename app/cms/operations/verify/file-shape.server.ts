import { open, type FileHandle } from 'node:fs/promises'
import { readCaptions } from '#app/cms/media/captions.ts'
import { boxesIn, DamagedFilm } from '#app/cms/media/mp4-boxes.ts'

/** Enough for the comments before the root element of a drawing. */
const HEAD_BYTES = 64 * 1024

/** Cameras append their own data to a JPEG image. */
const TAIL_BYTES = 64 * 1024

/** Readers look for the end of a PDF in its last 1,024 bytes. */
const PDF_END_BYTES = 2 * 1024

/** The first and the last bytes of a file as Latin-1 text, and its size. */
interface Ends {
  head: string
  tail: string
  size: number
}

/**
 * Why a file is not what the extension of its name says, in words that follow its name; undefined if its beginning and
 * its end are right. A light check, which sees a file that was cut off, overwritten or replaced by another kind.
 */
export async function findShapeProblem(file: string): Promise<string | undefined> {
  const check = CHECKS[/\.[a-z0-9]+$/i.exec(file)?.[0].toLowerCase() ?? '']
  if (!check) return undefined
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const head = await read(handle, 0, Math.min(size, HEAD_BYTES))
    const tail = await read(handle, Math.max(0, size - TAIL_BYTES), size)
    return await check({ head, tail, size }, handle)
  } finally {
    await handle.close()
  }
}

async function read(handle: FileHandle, start: number, end: number) {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start)
  return buffer.toString('latin1', 0, bytesRead)
}

type Check = (ends: Ends, handle: FileHandle) => string | undefined | Promise<string | undefined>

const CUT_OFF = 'its end is missing'

const CHECKS: { [extension: string]: Check | undefined } = {
  '.pdf': ({ head, tail }) => {
    if (!head.slice(0, 1024).includes('%PDF-')) return 'it is not a PDF'
    return tail.slice(-PDF_END_BYTES).includes('%%EOF') ? undefined : CUT_OFF
  },
  '.png': ({ head, tail }) => {
    if (!head.startsWith('\x89PNG\r\n\x1A\n')) return 'it is not a PNG image'
    return tail.includes('IEND') ? undefined : CUT_OFF
  },
  '.jpg': checkJpeg,
  '.jpeg': checkJpeg,
  '.webp': ({ head, size }) => {
    if (!head.startsWith('RIFF') || head.slice(8, 12) !== 'WEBP') return 'it is not a WebP image'
    return Buffer.from(head.slice(4, 8), 'latin1').readUInt32LE() + 8 <= size ? undefined : CUT_OFF
  },
  '.avif': (ends, handle) => checkBoxes(ends, handle, 'it is not an AVIF image'),
  '.mp4': (ends, handle) => checkBoxes(ends, handle, 'it is not an MP4 film'),
  '.m4a': (ends, handle) => checkBoxes(ends, handle, 'it is not an M4A recording'),
  '.mp3': ({ head }) => (/^(?:ID3|\xFF[\xE0-\xFF])/.test(head) ? undefined : 'it is not an MP3 recording'),
  '.xlsx': ({ head, tail }) => {
    if (!head.startsWith('PK\x03\x04')) return 'it is not an Excel workbook'
    return tail.includes('PK\x05\x06') ? undefined : CUT_OFF
  },
  '.csv': ({ head }) => (head.includes('\0') ? 'it is not a CSV table' : undefined),
  '.xml': ({ head, tail }) => {
    if (!/^(?:\xEF\xBB\xBF)?\s*</.test(head)) return 'it is not an XML document'
    return /xbrl\s*>\s*$/.test(tail) ? undefined : CUT_OFF
  },
  '.vtt': ({ head }) => {
    if (!/^(?:\xEF\xBB\xBF)?WEBVTT/.test(head)) return 'it is not a WebVTT file'
    return readCaptions(head).shown > 0 ? undefined : 'browsers show no captions of it'
  },
  '.svg': ({ head }) => (head.includes('<svg') ? undefined : 'it is not an SVG drawing'),
}

function checkJpeg({ head, tail }: Ends) {
  if (!head.startsWith('\xFF\xD8\xFF')) return 'it is not a JPEG image'
  return tail.includes('\xFF\xD9') ? undefined : CUT_OFF
}

async function checkBoxes({ head, size }: Ends, handle: FileHandle, otherKind: string) {
  if (head.slice(4, 8) !== 'ftyp') return otherKind
  try {
    await boxesIn(handle, { start: 0, end: size })
    return undefined
  } catch (error) {
    if (error instanceof DamagedFilm) return CUT_OFF
    throw error
  }
}
