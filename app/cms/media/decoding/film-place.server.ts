import type { FileHandle } from 'node:fs/promises'
import { boxesAt, boxesIn, bytesOf, DamagedFilm, type Box, type BoxTree } from '#app/cms/media/mp4-boxes.ts'
import {
  defaultSampleSizes,
  samplesOf,
  samplesOfFragment,
  trackNumber,
  type Part,
  type TrackFragment,
} from './film-samples.server.ts'

/**
 * The boxes that stay, by the box that they are in; `''` is the file. Players of browsers need nothing else. Cameras and
 * programs write the place of recording into many others (user data, XMP, tables of makers), and new ones come.
 */
const STAYING: { [owner: string]: ReadonlySet<string> | undefined } = {
  '': new Set(['ftyp', 'styp', 'moov', 'mdat', 'moof', 'mfra', 'sidx', 'ssix', 'pdin', 'prft', 'meta']),
  moov: new Set(['mvhd', 'iods', 'trak', 'mvex', 'udta', 'meta']),
  trak: new Set(['tkhd', 'tref', 'trgr', 'edts', 'tapt', 'clip', 'load', 'mdia', 'udta', 'meta']),
  moof: new Set(['mfhd', 'traf', 'udta', 'meta']),
  meta: new Set(['hdlr', 'keys', 'ilst']),
}

/** Boxes in fragments of tracks that stay unless they are one of these: most of them say how to play the fragment. */
const NOT_IN_FRAGMENTS = new Set(['udta', 'meta', 'uuid'])

/** User data that says what a film is called, who has made it, and which parts it has. */
const STAYING_USER_DATA =
  /^(?:meta|name|titl|auth|perf|dscp|cprt|gnre|albm|yrrc|chpl|kind|ludt|tsel|hnti|hinf|\xA9(?:nam|ART|alb|cpy|day|gen|wrt|prd|dir|prf|src|swr|too|enc|fmt|mak|mod|cmt|des|inf))$/

/** Space without a meaning. Some dashboard cameras write places into it. */
const SPACE = new Set(['free', 'skip', 'wide'])

/** Names of metadata with the place: Apple's, and those that programs derive from it. */
const PLACE_NAMES =
  /location|\bgps|gps ?coord|geo(?:tag|code)|latitude|longitude|\bxyz\b|altitude|\b(?:city|country)\b/i

/** Coordinates in a text: `GPS (18.52, 73.85, 20)`, `+18.5000+073.8000/`, `18.5203, 73.8567`, `18°31'`. */
const COORDINATES =
  /\bgps\W{0,5}\d|\b(?:latitude|longitude|lat|lon|lng)\b\W{0,5}\d|[+-]\d{1,2}\.\d{2,}[+-]\d{1,3}\.\d{2,}|\b\d{1,3}\.\d{3,}[,;\s]{1,5}-?\d{1,3}\.\d{3,}|\b\d{1,3}\s?°\s?\d/i

/** Tracks that browsers play, and tracks of captions, which some of them show. */
const PLAYED = new Set(['vide', 'soun'])
const CAPTIONS = new Set(['text', 'sbtl', 'subt', 'clcp'])

/** Captions of some hours have less. */
const MAX_CAPTION_BYTES = 4 * 1024 * 1024

/** Longer user data is a picture, and longer metadata of names is none. */
const MAX_TEXT_BYTES = 64 * 1024

const CHUNK_BYTES = 1024 * 1024

/**
 * Overwrites the place of recording in a film or a recording. Tracks that browsers do not play, such as those of
 * positions, boxes that they do not need and metadata that names a place become free space of zero bytes. Nothing moves,
 * because the index contains positions in the file. Resolves with true if something was overwritten. Throws DamagedFilm
 * if it is not clear where the samples of such a track are.
 */
export async function removePlace(handle: FileHandle, boxes: readonly BoxTree[]): Promise<boolean> {
  const eraser = new Eraser(handle)
  const media = boxes.filter(({ type }) => type === 'mdat')
  const removed = await removeTracks(eraser, boxes, media)
  const rest = boxes.filter((box) => !removed.has(box))
  await clean(eraser, '', rest, removed)
  return eraser.hasChanged
}

/** Writes zero bytes, and remembers whether there was anything else. */
class Eraser {
  hasChanged = false

  constructor(readonly handle: FileHandle) {}

  /** Zero bytes instead of a part of the file. */
  async clear({ start, end }: Part): Promise<void> {
    for (let at = start; at < end; at += CHUNK_BYTES) {
      const content = await bytesOf(this.handle, { start: at, end: Math.min(end, at + CHUNK_BYTES) })
      if (content.every((byte) => byte === 0)) continue
      await this.handle.write(Buffer.alloc(content.length), 0, content.length, at)
      this.hasChanged = true
    }
  }

  /** Free space instead of a box. */
  async free(box: Box): Promise<void> {
    if (box.type !== 'free') {
      await this.handle.write(Buffer.from('free'), 0, 4, box.typeAt)
      this.hasChanged = true
    }
    await this.clear(box)
  }
}

/** Makes free space of the tracks that do not stay, with their samples. Returns their boxes. */
async function removeTracks(eraser: Eraser, boxes: readonly BoxTree[], media: readonly Part[]) {
  const { handle } = eraser
  const defaultSizes = await defaultSampleSizes(handle, boxes)
  const tracks = boxesAt(boxes, 'moov', 'trak')
  const kinds = new Map<BoxTree, string>()
  for (const track of tracks) kinds.set(track, await kindOf(handle, track))
  const removed = new Set<BoxTree>()
  if (tracks.every((track) => PLAYED.has(kinds.get(track) ?? ''))) return removed
  const fragments: TrackFragment[] = []
  for (const moof of boxesAt(boxes, 'moof')) fragments.push(...(await samplesOfFragment(handle, moof, defaultSizes)))
  for (const track of tracks) {
    const kind = kinds.get(track) ?? ''
    if (PLAYED.has(kind)) continue
    const number = await trackNumber(handle, track)
    const own = fragments.filter((fragment) => fragment.track === number)
    const parts = [...(await samplesOf(handle, track)), ...own.flatMap((fragment) => fragment.parts)]
    const samples = parts.flatMap((part) => within(part, media))
    if (CAPTIONS.has(kind) && !(await namePlace(handle, samples))) continue
    for (const part of samples) await eraser.clear(part)
    for (const box of [track, ...own.map((fragment) => fragment.box)]) {
      await eraser.free(box)
      removed.add(box)
    }
  }
  return removed
}

async function kindOf(handle: FileHandle, { inside }: BoxTree) {
  const [handler] = boxesAt(inside, 'mdia', 'hdlr')
  if (!handler) return ''
  return (await bytesOf(handle, { start: handler.start, end: Math.min(handler.end, handler.start + 12) })).toString(
    'latin1',
    8,
    12,
  )
}

/** What of a part is in the boxes with the samples: a table may not name anything else. */
function within(part: Part, media: readonly Part[]): Part[] {
  return media
    .map(({ start, end }) => ({ start: Math.max(part.start, start), end: Math.min(part.end, end) }))
    .filter(({ start, end }) => start < end)
}

/** True for captions with coordinates, as some cameras write them for every second. */
async function namePlace(handle: FileHandle, samples: readonly Part[]) {
  if (samples.reduce((sum, { start, end }) => sum + end - start, 0) > MAX_CAPTION_BYTES) return true
  for (const part of samples) if (hasCoordinates(await bytesOf(handle, part))) return true
  return false
}

function hasCoordinates(bytes: Buffer) {
  return COORDINATES.test(bytes.toString('utf8')) || COORDINATES.test(bytes.toString('utf16le'))
}

/** Cleans the boxes in `owner`, and those below them. */
async function clean(eraser: Eraser, owner: string, boxes: readonly BoxTree[], removed: ReadonlySet<BoxTree>) {
  for (const box of boxes) {
    const { type } = box
    if (removed.has(box)) continue
    if (SPACE.has(type)) await eraser.clear(box)
    else if (!stays(owner, type)) await removeBox(eraser, box)
    else if (type === 'meta') await cleanMetadata(eraser, box)
    else if (owner === 'udta') await cleanUserData(eraser, box)
    else if (type === 'udta' && box.inside.length === 0 && box.end > box.start) await eraser.free(box)
    else if (type in STAYING || type === 'udta' || type === 'traf') await clean(eraser, type, box.inside, removed)
  }
}

function stays(owner: string, type: string) {
  if (owner === 'udta') return STAYING_USER_DATA.test(type)
  if (owner === 'traf') return !NOT_IN_FRAGMENTS.has(type)
  return STAYING[owner]?.has(type) ?? true
}

async function removeBox(eraser: Eraser, box: Box) {
  if (box.type === 'gps ') await clearPlacesOf(eraser, box)
  await eraser.free(box)
}

/** The table of a dashboard camera: where its blocks of places are among the samples, and how long they are. */
async function clearPlacesOf(eraser: Eraser, { start, end }: Box) {
  const table = await bytesOf(eraser.handle, { start: start + 8, end: Math.min(end, start + MAX_TEXT_BYTES) })
  for (let at = 0; at + 8 <= table.length; at += 8) {
    const block = table.readUInt32BE(at)
    const head = await bytesOf(eraser.handle, { start: block, end: block + 12 })
    // Only free space that says so itself.
    if (head.toString('latin1', 4, 12) !== 'freeGPS ') continue
    await eraser.clear({ start: block + 8, end: block + Math.min(head.readUInt32BE(), table.readUInt32BE(at + 4)) })
  }
}

async function cleanUserData(eraser: Eraser, box: Box) {
  const { start, end } = box
  const text = await bytesOf(eraser.handle, { start, end: Math.min(end, start + MAX_TEXT_BYTES) })
  if (end - start > MAX_TEXT_BYTES || hasCoordinates(text)) await eraser.free(box)
}

/**
 * Removes the values of metadata that name a place: those in `ilst` whose name in `keys` is that of a place (QuickTime
 * File Format, Metadata), and those of iTunes. Metadata that no program can read becomes free space.
 */
async function cleanMetadata(eraser: Eraser, meta: Box) {
  const { handle } = eraser
  try {
    const inside = await boxesInMeta(handle, meta)
    for (const box of inside) {
      if (SPACE.has(box.type)) await eraser.clear(box)
      else if (!stays('meta', box.type)) await eraser.free(box)
    }
    const keys = inside.find(({ type }) => type === 'keys')
    const names = keys ? keyNames(await textOf(handle, keys)) : []
    for (const list of inside.filter(({ type }) => type === 'ilst')) {
      for (const item of await boxesIn(handle, list)) {
        // With `keys`, the type of an item is the number of its name, from 1.
        const name = keys ? names[Buffer.from(item.type, 'latin1').readUInt32BE() - 1] : undefined
        await cleanItem(eraser, item, name)
      }
    }
  } catch (error) {
    if (!(error instanceof DamagedFilm)) throw error
    await eraser.free(meta)
  }
}

async function cleanItem(eraser: Eraser, item: Box, key: string | undefined) {
  const { handle } = eraser
  if (item.type === '\xA9xyz' || item.type === 'loci') return eraser.free(item)
  if (SPACE.has(item.type)) return eraser.clear(item)
  const inside = await boxesIn(handle, item)
  const own = inside.find(({ type }) => type === 'name')
  const name = key ?? (own ? (await textOf(handle, own)).toString('latin1') : '')
  const values = inside.filter(({ type, start, end }) => type === 'data' && end - start <= MAX_TEXT_BYTES)
  let isPlace = PLACE_NAMES.test(name)
  for (const text of values) isPlace ||= hasCoordinates(await bytesOf(handle, text))
  if (isPlace) await eraser.free(item)
}

function textOf(handle: FileHandle, { start, end }: Box) {
  return bytesOf(handle, { start, end: Math.min(end, start + MAX_TEXT_BYTES) })
}

/** In MP4 the box has a version and flags before its content, in QuickTime it has none. */
async function boxesInMeta(handle: FileHandle, { start, end }: Box) {
  const head = await bytesOf(handle, { start, end: Math.min(start + 8, end) })
  const isQuickTime = head.toString('latin1', 4, 8) === 'hdlr'
  return boxesIn(handle, { start: isQuickTime ? start : Math.min(start + 4, end), end })
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
