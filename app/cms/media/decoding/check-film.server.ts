import type { FileHandle } from 'node:fs/promises'
import { UploadRefused } from '#app/cms/media/uploads/upload-refused.ts'
import { boxesAt, boxTree, bytesOf, DamagedFilm, type BoxTree } from '#app/cms/media/mp4-boxes.ts'

/** Brands of files with the same boxes that are no MP4 films or recordings: QuickTime, and pictures (mp4ra.org). */
const OTHER_BRANDS = /^(?:qt {2}|avif|avis|hei[cmsx]|hev[cmsx]|mif[12]|msf1|miaf|jp2 |jpx |crx )$/

/** Brands of recordings without a picture. */
const SOUND_BRANDS = /^M4[AB] $/

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
  const { brand, end } = await brandOf(handle)
  if (brand === undefined || OTHER_BRANDS.test(brand) || SOUND_BRANDS.test(brand)) {
    throw new UploadRefused(415, `${name} is not an MP4 film. Export it as MP4 (H.264), then upload it again.`)
  }
  const boxes = await wholeBoxes(handle, end, damaged(name, 'film'))
  const codecs = (await codecsOf(handle, boxes, 'vide')).map(shownCodec)
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

/**
 * Checks that a file is a whole M4A recording that browsers play. Resolves with its boxes. `name` is for messages. Throws
 * UploadRefused: 415 for another kind of file or sound, and for a film, 422 for a damaged one.
 */
export async function checkSound(handle: FileHandle, name: string): Promise<BoxTree[]> {
  const { brand, end } = await brandOf(handle)
  if (brand === undefined || OTHER_BRANDS.test(brand)) {
    throw new UploadRefused(415, `${name} is not an M4A recording. Export it as M4A (AAC), then upload it again.`)
  }
  const boxes = await wholeBoxes(handle, end, damaged(name, 'recording'))
  if ((await codecsOf(handle, boxes, 'vide')).some((description) => SHOWN.has(codecIn(description)))) {
    throw new UploadRefused(415, `${name} is a film. Upload it as MP4, or export its sound as M4A (AAC).`)
  }
  const sounds = await codecsOf(handle, boxes, 'soun')
  if (!sounds.some((description) => codecIn(description) === 'mp4a')) {
    throw new UploadRefused(
      415,
      `${name} contains no sound that all browsers play. Export it as M4A (AAC), then upload it again.`,
    )
  }
  return boxes
}

/** The brand of an MP4 file; undefined if it is none. `end` is the size of the file. */
async function brandOf(handle: FileHandle) {
  const { size: end } = await handle.stat()
  const head = (await bytesOf(handle, { start: 0, end: Math.min(end, 12) })).toString('latin1')
  return { brand: head.slice(4, 8) === 'ftyp' ? head.slice(8, 12) : undefined, end }
}

/** The boxes of a whole file. Throws `refusal` if a part of it is missing. */
async function wholeBoxes(handle: FileHandle, end: number, refusal: UploadRefused): Promise<BoxTree[]> {
  let boxes: BoxTree[]
  try {
    boxes = await boxTree(handle, { start: 0, end })
  } catch (cause) {
    if (!(cause instanceof DamagedFilm)) throw cause
    refusal.cause = cause
    throw refusal
  }
  if (!boxes.some(({ type }) => type === 'moov')) throw refusal
  return boxes
}

function damaged(name: string, noun: string) {
  return new UploadRefused(
    422,
    `${name} is a damaged ${noun}: a part of it is missing. Export it again, then upload it.`,
  )
}

/** The description of the samples of each track of a kind: `vide`, `soun`. */
async function codecsOf(handle: FileHandle, boxes: readonly BoxTree[], kind: string) {
  const descriptions: Buffer[] = []
  for (const { inside } of boxesAt(boxes, 'moov', 'trak')) {
    const [handler] = boxesAt(inside, 'mdia', 'hdlr')
    const [description] = boxesAt(inside, 'mdia', 'minf', 'stbl', 'stsd')
    if (!handler || !description) continue
    // Version and flags, a reserved number, then the type.
    const head = await bytesOf(handle, { start: handler.start, end: Math.min(handler.end, handler.start + 12) })
    if (head.toString('latin1', 8, 12) !== kind) continue
    const end = Math.min(description.end, description.start + ENTRY_BYTES)
    descriptions.push(await bytesOf(handle, { start: description.start, end }))
  }
  return descriptions
}

/** `description`: version and flags, the number of entries, then the first entry with its length and type. */
function codecIn(description: Buffer) {
  return description.toString('latin1', 12, 16)
}

/** `shown` if browsers show a video track, else the name of its format. */
function shownCodec(description: Buffer) {
  const codec = codecIn(description)
  if (!SHOWN.has(codec)) return OTHER_CODECS[codec] ?? `“${codec.replace(/[^\w ]/g, '?')}”`
  if (!codec.startsWith('avc')) return 'shown'
  // The configuration begins with its version and the profile (ISO/IEC 14496-15, 5.3.3.1).
  const configuration = description.indexOf('avcC', 16, 'latin1')
  const profile = configuration < 0 ? undefined : description[configuration + 5]
  if (profile === undefined || SHOWN_PROFILES.has(profile)) return 'shown'
  return OTHER_PROFILES[profile] ?? `H.264 of the profile ${profile}`
}
