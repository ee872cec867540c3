import type { FileHandle } from 'node:fs/promises'

/** A box of an MP4 file (ISO/IEC 14496-12, 4.2). */
export interface Box {
  type: string
  /** Where the four bytes of its type are in the file. */
  typeAt: number
  /** Where its content begins in the file. */
  start: number
  /** Where the box ends in the file. */
  end: number
}

/** A film in fragments of a second has 2 boxes for each; a file with more boxes than this is no film for a page. */
const MAX_BOXES = 20_000

/** Boxes that contain boxes, on the way to what is read of a film. */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'udta', 'mvex', 'moof', 'traf'])

/** A part of a film is missing or contradicts itself. */
export class DamagedFilm extends Error {
  override name = 'DamagedFilm'
}

/**
 * The boxes in a part of a file, without reading their content. Throws DamagedFilm if a box ends after the part. Zero
 * bytes after the last box are allowed: some cameras and programs pad a file or a box with them.
 */
export async function boxesIn(handle: FileHandle, { start, end }: { start: number; end: number }): Promise<Box[]> {
  const boxes: Box[] = []
  for (let position = start; position < end;) {
    const box = await readBox(handle, position, end)
    if (!box) {
      if (end - position < 8 && (await isZero(handle, position, end))) break
      throw new DamagedFilm('A box is incomplete')
    }
    if (boxes.length === MAX_BOXES) throw new DamagedFilm('There are too many boxes')
    boxes.push(box)
    position = box.end
  }
  return boxes
}

/** Like {@link boxesIn}, with the boxes inside of those boxes that lead to tracks and user data, parents first. */
export async function boxTree(handle: FileHandle, part: { start: number; end: number }): Promise<BoxTree[]> {
  const boxes: BoxTree[] = []
  for (const box of await boxesIn(handle, part)) boxes.push({ ...box, inside: await boxesInside(handle, box) })
  return boxes
}

async function boxesInside(handle: FileHandle, box: Box): Promise<BoxTree[]> {
  if (!CONTAINERS.has(box.type)) return []
  try {
    return await boxTree(handle, box)
  } catch (error) {
    // Players do not read the user data.
    if (error instanceof DamagedFilm && box.type === 'udta') return []
    throw error
  }
}

export interface BoxTree extends Box {
  inside: BoxTree[]
}

/** The boxes at a path of types below `boxes`. */
export function boxesAt(boxes: readonly BoxTree[], ...path: string[]): BoxTree[] {
  const [type, ...rest] = path
  const found = boxes.filter((box) => box.type === type)
  return rest.length === 0 ? found : found.flatMap(({ inside }) => boxesAt(inside, ...rest))
}

/** Bytes of a file; fewer if it ends before `end`. */
export async function bytesOf(handle: FileHandle, { start, end }: { start: number; end: number }): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(end - start), position: start })
  return buffer.subarray(0, bytesRead)
}

/** Undefined if the box is incomplete. */
async function readBox(handle: FileHandle, position: number, end: number): Promise<Box | undefined> {
  const head = await bytesOf(handle, { start: position, end: Math.min(position + 16, end) })
  if (head.length < 8) return undefined
  const shortSize = head.readUInt32BE(0)
  if (shortSize === 1 && head.length < 16) return undefined
  // 1: a 64-bit size follows the type; 0: the box ends with the file.
  const size = shortSize === 1 ? Number(head.readBigUInt64BE(8)) : shortSize === 0 ? end - position : shortSize
  const headSize = shortSize === 1 ? 16 : 8
  if (size < headSize || position + size > end) return undefined
  return { type: head.toString('latin1', 4, 8), typeAt: position + 4, start: position + headSize, end: position + size }
}

async function isZero(handle: FileHandle, start: number, end: number) {
  return (await bytesOf(handle, { start, end })).every((byte) => byte === 0)
}
