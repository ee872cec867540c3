import type { FileHandle } from 'node:fs/promises'
import { UploadRefused } from '#app/cms/media/uploads/upload-refused.ts'
import { boxesAt, boxTree, bytesOf, DamagedFilm, type BoxTree } from '#app/cms/media/mp4-boxes.ts'

/** Brands of files with the same boxes that are no MP4 films: QuickTime, and pictures (mp4ra.org). */
const OTHER_BRANDS = /^(?:qt {2}|avif|avis|hei[cmsx]|hev[cmsx]|mif[12]|msf1|miaf|jp2 |jpx |crx |M4A |M4B )$/

/** Kinds of video that all common browsers show, and the words for others that are often met. */
const SHOWN = new Set(['avc1', 'avc3', 'av01', 'vp09'])
const OTHER_CODECS: { [codec: string]: string | undefined } = {
  hvc1: 'H.265 (HEVC)',
  hev1: 'H.265 (HEVC)',
  dvh1: 'Dolby Vision (HEVC)',
  dvhe: 'Dolby Vision (HEVC)',
  vvc1: 'H.266 (VVC)',
  mp4v: 'MPEG-4 Part 2',
  s263: 'H.263',
  jpeg: 'Motion JPEG',
  mjpg: 'Motion JPEG',
  encv: 'a protected format',
}

/** The profiles of H.264 that browsers show, and words for those that they do not. */
const SHOWN_PROFILES = new Set([66, 77, 100])
const OTHER_PROFILES: { [profile: number]: string | undefined } = {
  110: 'H.264 with 10 bits a colour',
  122: 'H.264 with 4:2:2 colours',
  244: 'H.264 with 4:4:4 colours',
}

/** The bytes of a sample entry that are read: its type, and where the profile of H.264 is. */
const ENTRY_BYTES = 4_096

/**
 * Checks that a file is a whole MP4 film that browsers show. Resolves with its boxes. `name` is for messages. Throws
 * UploadRefused: 415 for another kind of file or video, 422 for a damaged one.
 */
export async function checkFilm(handle: FileHandle, name: string): Promise<BoxTree[]> {
  const { size: end } = await handle.stat()
  const head = (await bytesOf(handle, { start: 0, end: Math.min(end, 12) })).toString('latin1')
  if (head.slice(4, 8) !== 'ftyp' || OTHER_BRANDS.test(head.slice(8, 12))) {
    throw new UploadRefused(415, `${name} is not an MP4 film. Export it as MP4 (H.264), then upload it again.`)
  }
  let boxes: BoxTree[]
  try {
    boxes = await boxTree(handle, { start: 0, end })
  } catch (cause) {
    if (cause instanceof DamagedFilm) throw damaged(name, cause)
    throw cause
  }
  if (!boxes.some(({ type }) => type === 'moov')) throw damaged(name)
  const codecs = await videoCodecs(handle, boxes)
  if (codecs.length === 0) {
    throw new UploadRefused(415, `${name} has no picture. Export it as MP4 (H.264) with video, then upload it again.`)
  }
  const [unshown] = codecs.filter((codec) => codec !== 'shown')
  if (unshown !== undefined && !codecs.includes('shown')) {
    throw new UploadRefused(
      415,
      `${name} contains ${unshown} video, which many browsers cannot show. Export it as MP4 (H.264), then upload it ` +
        `again.${unshown.includes('HEVC') ? ' On an iPhone, choose Settings › Camera › Formats › Most Compatible before you record.' : ''}`,
    )
  }
  return boxes
}

function damaged(name: string, cause?: unknown) {
  const words = `${name} is a damaged film: a part of it is missing. Export it again, then upload it.`
  return new UploadRefused(422, words, { cause })
}

/** For each video track `shown` if browsers show it, else the name of its format. */
async function videoCodecs(handle: FileHandle, boxes: readonly BoxTree[]) {
  const codecs: string[] = []
  for (const { inside } of boxesAt(boxes, 'moov', 'trak')) {
    const [handler] = boxesAt(inside, 'mdia', 'hdlr')
    const [description] = boxesAt(inside, 'mdia', 'minf', 'stbl', 'stsd')
    if (!handler || !description) continue
    // Version and flags, a reserved number, then the type.
    const head = await bytesOf(handle, { start: handler.start, end: Math.min(handler.end, handler.start + 12) })
    if (head.toString('latin1', 8, 12) !== 'vide') continue
    const end = Math.min(description.end, description.start + ENTRY_BYTES)
    codecs.push(codecOf(await bytesOf(handle, { start: description.start, end })))
  }
  return codecs
}

/** `description`: version and flags, the number of entries, then the first entry with its length and type. */
function codecOf(description: Buffer) {
  const codec = description.toString('latin1', 12, 16)
  if (!SHOWN.has(codec)) return OTHER_CODECS[codec] ?? `“${codec.replace(/[^\w ]/g, '?')}”`
  if (!codec.startsWith('avc')) return 'shown'
  // The configuration begins with its version and the profile (ISO/IEC 14496-15, 5.3.3.1).
  const configuration = description.indexOf('avcC', 16, 'latin1')
  const profile = configuration < 0 ? undefined : description[configuration + 5]
  if (profile === undefined || SHOWN_PROFILES.has(profile)) return 'shown'
  return OTHER_PROFILES[profile] ?? `H.264 of the profile ${profile}`
}
