import type { FileHandle } from 'node:fs/promises'
import { boxesAt, boxesIn, bytesOf, DamagedFilm, type Box, type BoxTree } from '#app/cms/media/mp4-boxes.ts'

/** The user data in which phones and cameras write the place of recording. */
const PLACE_BOXES = new Set(['\xA9xyz', 'loci', 'GPS0', 'gps '])

/** Names of metadata with the place: Apple's, and those that programs derive from it. */
const PLACE_NAMES = /location|\bgps|geo(?:tag|code)|latitude|longitude/i

/** Longer metadata is a picture. */
const MAX_KEYS_BYTES = 64 * 1024

/**
 * Overwrites the place of recording in a film: the values become zero bytes, and boxes that contain nothing else become
 * free space. Nothing moves, because the film's index contains positions in the file. Resolves with true if there was a
 * place.
 */
export async function removePlace(handle: FileHandle, boxes: readonly BoxTree[]): Promise<boolean> {
  const owners = [...boxesAt(boxes, 'moov'), ...boxesAt(boxes, 'moov', 'trak')]
  const userData = owners.flatMap(({ inside }) => boxesAt(inside, 'udta'))
  const placeBoxes = userData.flatMap(({ inside }) => inside.filter(isPlace))
  for (const { typeAt } of placeBoxes) await handle.write(Buffer.from('free'), 0, 4, typeAt)
  let isFound = placeBoxes.length > 0
  for (const part of placeBoxes) await clear(handle, part)
  for (const meta of [...owners, ...userData].flatMap(({ inside }) => boxesAt(inside, 'meta'))) {
    for (const part of await placesInMeta(handle, meta)) {
      if (await clear(handle, part)) isFound = true
    }
  }
  return isFound
}

/** Resolves with false if the part contained only zero bytes. */
async function clear(handle: FileHandle, part: { start: number; end: number }) {
  const content = await bytesOf(handle, part)
  if (content.every((byte) => byte === 0)) return false
  await handle.write(Buffer.alloc(content.length), 0, content.length, part.start)
  return true
}

function isPlace({ type }: Box) {
  return PLACE_BOXES.has(type)
}

/** The values in `ilst` whose name in `keys` is that of a place (QuickTime File Format, Metadata). */
async function placesInMeta(handle: FileHandle, meta: Box): Promise<{ start: number; end: number }[]> {
  try {
    const inside = await boxesInMeta(handle, meta)
    const keys = inside.find(({ type }) => type === 'keys')
    const list = inside.find(({ type }) => type === 'ilst')
    if (!keys || !list) return []
    const names = keyNames(
      await bytesOf(handle, { start: keys.start, end: Math.min(keys.end, keys.start + MAX_KEYS_BYTES) }),
    )
    const places: Box[] = []
    for (const item of await boxesIn(handle, list)) {
      // The type of an item is the number of its name, from 1.
      const name = names[Buffer.from(item.type, 'latin1').readUInt32BE() - 1]
      if (name === undefined || !PLACE_NAMES.test(name)) continue
      places.push(...(await boxesIn(handle, item)).filter(({ type }) => type === 'data'))
    }
    // The kind of the value and its language remain.
    return places.map(({ start, end }) => ({ start: Math.min(start + 8, end), end }))
  } catch (error) {
    // Metadata that no program can read is no reason to refuse a film.
    if (error instanceof DamagedFilm) return []
    throw error
  }
}

/** In MP4 the box has a version and flags before its content, in QuickTime it has none. */
async function boxesInMeta(handle: FileHandle, { start, end }: Box) {
  const head = await bytesOf(handle, { start, end: Math.min(start + 8, end) })
  const isQuickTime = head.toString('latin1', 4, 8) === 'hdlr'
  return boxesIn(handle, { start: isQuickTime ? start : start + 4, end })
}

/** Version and flags, the number of names, then each with its length, its namespace and its text. */
function keyNames(keys: Buffer) {
  const names: string[] = []
  for (let at = 8; at + 8 <= keys.length;) {
    const length = keys.readUInt32BE(at)
    if (length < 8) break
    names.push(keys.toString('utf8', at + 8, at + length))
    at += length
  }
  return names
}
