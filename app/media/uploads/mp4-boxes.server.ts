import type { FileHandle } from 'node:fs/promises'

/** A film in fragments of a second has 2 boxes for each of them; more than this is no film for a page. */
const MAX_BOXES = 20_000

/**
 * Walks over the boxes at the top of a file (ISO/IEC 14496-12, 4.2) without reading what is in them.
 *
 * `other-kind` where it does not begin as an MP4: QuickTime's and picture formats use the same boxes under other brands.
 * `damaged` where a box ends behind the end of the file, or the film's index (`moov`) is missing.
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

/** Undefined where a box is not all there. */
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
