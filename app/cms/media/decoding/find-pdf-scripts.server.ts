import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, inflate } from 'node:zlib'

/** How much of the file is in memory at a time. */
const WINDOW = 1024 * 1024

/** The longest dictionary of a compressed object stream. */
const MAX_DICTIONARY = 4096

/** The largest compressed object stream; those of real files have some 100 kB (bytes). */
const MAX_OBJECT_STREAM = 4 * 1024 * 1024
const MAX_OBJECTS = 32 * 1024 * 1024

const inflated = promisify(inflate)

/**
 * Searches all objects of a PDF for the name that each action with a script has, in the file itself and in its
 * compressed object streams: the library that reads PDFs does not return the actions of links and bookmarks. Undefined
 * if no script is found but an object stream cannot be read, as in an encrypted file. Objects of earlier states of the
 * file count too.
 */
export async function findPdfScripts(handle: FileHandle, size: number): Promise<boolean | undefined> {
  let isKnown = true
  for (let start = 0; start < size; start += WINDOW) {
    // The next window begins with the same bytes, so that no name is cut.
    const text = (await readBytes(handle, start, WINDOW + MAX_DICTIONARY)).toString('latin1')
    if (SCRIPT.test(text)) return true
    for (const { index } of text.matchAll(OBJECT_STREAM)) {
      if (index >= WINDOW) continue
      const objects = await readObjects(handle, start + index)
      if (objects === undefined) isKnown = false
      else if (SCRIPT.test(objects)) return true
    }
  }
  return isKnown ? false : undefined
}

const SCRIPT = nameOf('JavaScript')
const OBJECT_STREAM = new RegExp(nameOf('ObjStm'), 'g')

/** Each character of a name may be written as its number (ISO 32000-1, 7.3.5). */
function nameOf(name: string) {
  const characters = Array.from(name, (character) => `(?:${character}|#${character.charCodeAt(0).toString(16)})`)
  return new RegExp(`/${characters.join('')}(?![A-Za-z0-9])`)
}

/** The objects of a compressed object stream, by a position in its dictionary; undefined if they cannot be read. */
async function readObjects(handle: FileHandle, position: number): Promise<string | undefined> {
  const before = Math.min(position, MAX_DICTIONARY)
  const around = (await readBytes(handle, position - before, before + MAX_DICTIONARY)).toString('latin1')
  const keyword = /stream\r?\n/g
  keyword.lastIndex = before
  const opening = keyword.exec(around)
  // A stream without a compressed form was searched as a part of the file.
  if (!opening) return ''
  const dictionary = around.slice(around.lastIndexOf(' obj', before) + 1, opening.index)
  if (!dictionary.includes('/Filter')) return ''
  const bytes = await readStream(handle, position - before + keyword.lastIndex)
  try {
    const objects = await inflated(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_OBJECTS })
    return objects.toString('latin1')
  } catch {
    return undefined
  }
}

/** The bytes up to `endstream`, or up to the limit. */
async function readStream(handle: FileHandle, start: number): Promise<Buffer> {
  for (let length = 64 * 1024; ; length = Math.min(MAX_OBJECT_STREAM, length * 4)) {
    const bytes = await readBytes(handle, start, length)
    const end = bytes.indexOf('endstream')
    if (end !== -1) return bytes.subarray(0, end)
    if (bytes.length < length || length === MAX_OBJECT_STREAM) return bytes
  }
}

/** Fewer bytes at the end of the file. */
async function readBytes(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}
