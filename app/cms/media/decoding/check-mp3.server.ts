import type { FileHandle } from 'node:fs/promises'
import { UploadRefused } from '#app/cms/media/uploads/upload-refused.ts'
import { bytesOf } from '#app/cms/media/mp4-boxes.ts'

/** Frames that must follow one another, so that two bytes that only look like one are not enough. */
const CHECKED_FRAMES = 4

/** The most bytes before the first frame that are no frame, and the most of a frame (320 kbit/s, 32 kHz). */
const MAX_JUNK = 16 * 1024
const MAX_FRAME_BYTES = 1441

/** The most zero bytes between the tag and the first frame: programs leave room for a longer tag. */
const MAX_PADDING = 64 * 1024

/** kbit/s of Layer III by the index in the head of a frame, in MPEG 1 and in MPEG 2 (ISO/IEC 11172-3, 13818-3). */
const BIT_RATES = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const SAMPLE_RATES = [44_100, 48_000, 32_000]

/**
 * Checks that a file is an MP3 recording: an optional ID3 tag, then frames of Layer III. Throws UploadRefused: 415 for
 * another kind of file, 422 for one that ends too soon.
 */
export async function checkMp3(handle: FileHandle, name: string): Promise<void> {
  const { size } = await handle.stat()
  let at = await afterJunk(handle, await firstFrame(handle, size), size)
  for (let frame = 0; frame < CHECKED_FRAMES; frame += 1) {
    if (frame > 0 && at === size) return
    if (at + 4 > size) throw frame === 0 ? noMp3(name) : damaged(name)
    const length = frameLength(await bytesOf(handle, { start: at, end: at + 4 }))
    if (length === undefined) throw frame === 0 ? noMp3(name) : damaged(name)
    at += length
  }
}

function noMp3(name: string) {
  return new UploadRefused(415, `${name} is not an MP3 recording. Export it as MP3, then upload it again.`)
}

function damaged(name: string) {
  return new UploadRefused(422, `${name} is a damaged MP3 recording. Export it again, then upload it.`)
}

/**
 * Where frames follow one another, at most {@link MAX_JUNK} later: recorders and programs leave bytes there. A text there
 * is no junk: then, and without such a place, the result is `at`.
 */
async function afterJunk(handle: FileHandle, at: number, size: number): Promise<number> {
  const bytes = await bytesOf(handle, {
    start: at,
    end: Math.min(size, at + MAX_JUNK + CHECKED_FRAMES * MAX_FRAME_BYTES),
  })
  const isFrame = (start: number) => frameLength(bytes.subarray(start, start + 4))
  for (let start = 0; start < Math.min(bytes.length, MAX_JUNK); start += 1) {
    let next = start
    let frames = 0
    for (let length = isFrame(next); length !== undefined && frames < CHECKED_FRAMES; length = isFrame(next)) {
      next += length
      frames += 1
    }
    if (frames < CHECKED_FRAMES) continue
    return /[\x20-\x7e]{12}/.test(bytes.toString('latin1', 0, start)) ? at : at + start
  }
  return at
}

/** Where the first frame should be: after the tags (ID3v2.4, 3.1) and the zero bytes after them. */
async function firstFrame(handle: FileHandle, size: number): Promise<number> {
  let at = 0
  for (;;) {
    const head = await bytesOf(handle, { start: at, end: Math.min(size, at + 10) })
    if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') break
    const length = head.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
    const hasFooter = ((head[5] ?? 0) & 0x10) !== 0
    at += 10 + length + (hasFooter ? 10 : 0)
    if (at >= size) return size
  }
  if (at === 0) return at
  const padding = await bytesOf(handle, { start: at, end: Math.min(size, at + MAX_PADDING) })
  const zeros = padding.findIndex((byte) => byte !== 0)
  return zeros < 0 ? size : at + zeros
}

/** The bytes of a frame, by its head; undefined if it is none of Layer III. A free bit rate is not accepted. */
function frameLength(head: Buffer): number | undefined {
  const [first = 0, second = 0, third = 0] = head
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined
  const version = (second >> 3) & 3
  const layer = (second >> 1) & 3
  const isMpeg1 = version === 3
  if (version === 1 || layer !== 1) return undefined
  const bitRate = BIT_RATES[isMpeg1 ? 1 : 2][third >> 4]
  const fullRate = SAMPLE_RATES[(third >> 2) & 3]
  if (!bitRate || fullRate === undefined) return undefined
  const sampleRate = fullRate / (isMpeg1 ? 1 : version === 2 ? 2 : 4)
  const padding = (third >> 1) & 1
  return Math.floor(((isMpeg1 ? 144 : 72) * bitRate * 1000) / sampleRate) + padding
}
