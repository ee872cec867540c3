import type { FileHandle } from 'node:fs/promises'
import { boxesAt, bytesOf, DamagedFilm, type Box, type BoxTree } from '#app/cms/media/mp4-boxes.ts'

/** A part of a file: positions of its first byte and of the byte after its last one. */
export interface Part {
  start: number
  end: number
}

/** A table of a track for hours of film has some MB. */
const MAX_TABLE_BYTES = 32 * 1024 * 1024

/** A track beside picture and sound has a chunk for each second or less. */
const MAX_CHUNKS = 500_000

/** The number of a track (ISO/IEC 14496-12, 8.3.2); undefined if its head is missing. */
export async function trackNumber(handle: FileHandle, track: BoxTree): Promise<number | undefined> {
  const [head] = boxesAt(track.inside, 'tkhd')
  if (!head) return undefined
  const table = await tableOf(handle, head)
  return numberAt(table, table[0] === 1 ? 20 : 12)
}

/**
 * The parts of the file with the samples of a track, by the tables of its index (ISO/IEC 14496-12, 8.7). Throws
 * DamagedFilm if a table is incomplete.
 */
export async function samplesOf(handle: FileHandle, track: BoxTree): Promise<Part[]> {
  const tables = boxesAt(track.inside, 'mdia', 'minf', 'stbl').flatMap(({ inside }) => inside)
  const find = (type: string) => tables.find((table) => table.type === type)
  const [short, long, runs] = [find('stco'), find('co64'), find('stsc')]
  const offsets = short ?? long
  const sizeOf = await sampleSizes(handle, find('stsz'), find('stz2'))
  if (!offsets || !runs || !sizeOf) return []
  const chunks = await tableOf(handle, offsets)
  const perChunk = await tableOf(handle, runs)
  const runCount = numberAt(perChunk, 4)
  if (numberAt(chunks, 4) > MAX_CHUNKS) throw new DamagedFilm('There are too many chunks')
  const parts: Part[] = []
  let sample = 0
  let run = 0
  for (let chunk = 0; chunk < numberAt(chunks, 4); chunk += 1) {
    while (run + 1 < runCount && numberAt(perChunk, 8 + (run + 1) * 12) <= chunk + 1) run += 1
    const count = run < runCount ? numberAt(perChunk, 12 + run * 12) : 0
    const start = long === offsets ? longNumberAt(chunks, 8 + chunk * 8) : numberAt(chunks, 8 + chunk * 4)
    parts.push({ start, end: start + sizeOf(sample, count) })
    sample += count
  }
  return parts
}

/** The bytes of `count` samples from one on; undefined without a table of sizes. */
async function sampleSizes(handle: FileHandle, plain: Box | undefined, packed: Box | undefined) {
  if (plain) {
    const table = await tableOf(handle, plain)
    const size = numberAt(table, 4)
    return (first: number, count: number) =>
      size > 0 ? size * count : sum(first, count, (at) => numberAt(table, 12 + at * 4))
  }
  if (!packed) return undefined
  const table = await tableOf(handle, packed)
  const bits = table[7] ?? 0
  const sizeAt = (at: number) => {
    if (bits === 16) return numberAt(table, 12 + at * 2, 2)
    if (bits === 8) return numberAt(table, 12 + at, 1)
    const pair = numberAt(table, 12 + (at >> 1), 1)
    return at % 2 === 0 ? pair >> 4 : pair & 15
  }
  return (first: number, count: number) => sum(first, count, sizeAt)
}

function sum(first: number, count: number, sizeAt: (at: number) => number) {
  let total = 0
  for (let at = first; at < first + count; at += 1) total += sizeAt(at)
  return total
}

/** The samples of a track in a fragment of the film, and the box that says where they are. */
export interface TrackFragment {
  track: number
  box: BoxTree
  parts: Part[]
}

/** The parts of the file with the samples of each track in a fragment (ISO/IEC 14496-12, 8.8). Throws DamagedFilm. */
export async function samplesOfFragment(
  handle: FileHandle,
  fragment: BoxTree,
  defaultSizes: ReadonlyMap<number, number>,
): Promise<TrackFragment[]> {
  const begin = fragment.typeAt - 4
  const found: TrackFragment[] = []
  let end = begin
  for (const box of boxesAt(fragment.inside, 'traf')) {
    const [head] = boxesAt(box.inside, 'tfhd')
    if (!head) continue
    const { track, base, size } = readFragmentHead(await tableOf(handle, head))
    const parts: Part[] = []
    const from = base ?? (found.length === 0 ? begin : end)
    end = from
    for (const run of boxesAt(box.inside, 'trun')) {
      const { offset, bytes } = readRun(await tableOf(handle, run), size ?? defaultSizes.get(track) ?? 0)
      const start = offset === undefined ? end : from + offset
      end = start + bytes
      parts.push({ start, end })
    }
    found.push({ track, box, parts })

    function readFragmentHead(table: Buffer) {
      const flags = numberAt(table, 0) & 0xffffff
      let at = 8
      const take = (flag: number, length: number) => {
        if ((flags & flag) === 0) return undefined
        at += length
        return length === 8 ? longNumberAt(table, at - 8) : numberAt(table, at - 4)
      }
      const ownBase = take(0x1, 8)
      take(0x2, 4)
      take(0x8, 4)
      const ownSize = take(0x10, 4)
      return {
        track: numberAt(table, 4),
        base: ownBase ?? ((flags & 0x020000) === 0 ? undefined : begin),
        size: ownSize,
      }
    }
  }
  return found
}

/** Where a run of samples begins, from the base of its fragment, and its bytes. */
function readRun(table: Buffer, defaultSize: number) {
  const flags = numberAt(table, 0) & 0xffffff
  const count = numberAt(table, 4)
  const has = (flag: number) => (flags & flag) !== 0
  const first = 8 + (has(0x1) ? 4 : 0) + (has(0x4) ? 4 : 0)
  const offset = has(0x1) ? numberAt(table, 8) | 0 : undefined
  if (!has(0x200)) return { offset, bytes: count * defaultSize }
  const fields = [0x100, 0x200, 0x400, 0x800].filter(has)
  const sizeAt = (at: number) => numberAt(table, first + at * fields.length * 4 + (has(0x100) ? 4 : 0))
  return { offset, bytes: sum(0, count, sizeAt) }
}

/** The sizes of samples in fragments that do not say theirs, by track. */
export async function defaultSampleSizes(handle: FileHandle, boxes: readonly BoxTree[]): Promise<Map<number, number>> {
  const sizes = new Map<number, number>()
  for (const box of boxesAt(boxes, 'moov', 'mvex', 'trex')) {
    const table = await tableOf(handle, box)
    sizes.set(numberAt(table, 4), numberAt(table, 16))
  }
  return sizes
}

async function tableOf(handle: FileHandle, { start, end }: Box): Promise<Buffer> {
  if (end - start > MAX_TABLE_BYTES) throw new DamagedFilm('A table of the index is too large')
  return bytesOf(handle, { start, end })
}

function numberAt(table: Buffer, at: number, length = 4): number {
  if (at + length > table.length) throw new DamagedFilm('A table of the index is incomplete')
  return table.readUIntBE(at, length)
}

function longNumberAt(table: Buffer, at: number): number {
  return numberAt(table, at) * 2 ** 32 + numberAt(table, at + 4)
}
