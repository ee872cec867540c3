import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs'
import { hasCode } from '#app/storage/has-code.ts'
import { MAX_YAML_BYTES, type Position } from './yaml-document.ts'

/**
 * What reading a content file gave: its text; its bytes where they are not UTF-8; or why there is neither. `transient` is
 * true for what may be over in a moment (too many open files, a fault of the disk).
 */
export type FileRead =
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; bytes: Uint8Array; problem: string; position: Position }
  | { kind: 'missing' | 'unreadable' | 'transient'; problem: string }

/** A read file that is still open. Whoever opened it closes the descriptor. */
export interface OpenFile {
  descriptor: number
  stats: Stats
}

/** Reads a text file of at most {@link MAX_YAML_BYTES}. Never throws and never waits for another program. */
export function readTextSync(file: string): FileRead {
  const { read, open } = openTextSync(file)
  if (open) closeSync(open.descriptor)
  return read
}

/** As {@link readTextSync}, and leaves a regular file open. */
export function openTextSync(file: string): { read: FileRead; open?: OpenFile } {
  let descriptor: number
  try {
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch (error) {
    return { read: isDanglingLink(file, error) ? DANGLING_LINK : unreadable(error) }
  }
  try {
    const stats = fstatSync(descriptor)
    if (stats.isFile()) return { read: readDescriptorSync(descriptor), open: { descriptor, stats } }
    closeSync(descriptor)
    return { read: NOT_A_FILE }
  } catch (error) {
    closeSync(descriptor)
    return { read: unreadable(error) }
  }
}

/** Reads an open regular file from its beginning. Never throws. */
export function readDescriptorSync(descriptor: number): FileRead {
  try {
    const { size } = fstatSync(descriptor)
    if (size > MAX_YAML_BYTES) return TOO_LARGE
    // One byte more than it has: where that stays empty, this was the end.
    let bytes = Buffer.allocUnsafe(size + 1)
    let length = 0
    for (;;) {
      length += readSync(descriptor, bytes, length, bytes.length - length, length)
      if (length > MAX_YAML_BYTES) return TOO_LARGE
      if (length < bytes.length) return decode(bytes.subarray(0, length))
      bytes = Buffer.concat([bytes, Buffer.alloc(Math.max(length, 4_096))])
    }
  } catch (error) {
    return unreadable(error)
  }
}

/** Tells whether two reads found the same. */
export function isSameRead(one: FileRead, other: FileRead): boolean {
  if (one.kind === 'text') return other.kind === 'text' && one.text === other.text
  if (one.kind === 'bytes') return other.kind === 'bytes' && Buffer.compare(one.bytes, other.bytes) === 0
  return one.kind === other.kind && one.problem === other.problem
}

/** The text or bytes that were read, for history; undefined where there are none. */
export function readBytes(read: FileRead): string | Uint8Array | undefined {
  if (read.kind === 'text') return read.text
  return read.kind === 'bytes' ? read.bytes : undefined
}

const TOO_LARGE = { kind: 'unreadable', problem: `The file is larger than ${MAX_YAML_BYTES / 1e6} MB` } as const
const NOT_A_FILE = { kind: 'unreadable', problem: 'This is not a regular file but a folder, a pipe or a device' } as const
const DANGLING_LINK = { kind: 'unreadable', problem: 'The file is a link that leads nowhere' } as const

function decode(bytes: Buffer): FileRead {
  if (isUtf8(bytes)) return { kind: 'text', text: bytes.toString('utf8') }
  const problem = 'The file has a character that is not UTF-8. Save it as UTF-8'
  return { kind: 'bytes', bytes, problem, position: firstFault(bytes) }
}

/** Where text ends to be UTF-8. */
function firstFault(bytes: Buffer): Position {
  let valid = 0
  for (let invalid = bytes.length + 1; invalid - valid > 1; ) {
    const middle = (valid + invalid) >> 1
    if (textBefore(bytes, middle) === undefined) invalid = middle
    else valid = middle
  }
  const lines = (textBefore(bytes, valid) ?? '').split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/** The first `length` bytes as text, without a character that is cut off at the end; undefined where they are not UTF-8. */
function textBefore(bytes: Buffer, length: number) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, length), { stream: true })
  } catch {
    return undefined
  }
}

function isDanglingLink(file: string, error: unknown) {
  if (!hasCode(error, 'ENOENT', 'ELOOP')) return false
  try {
    return lstatSync(file).isSymbolicLink()
  } catch {
    return false
  }
}

function unreadable(error: unknown): FileRead {
  if (hasCode(error, 'ENOENT', 'ENOTDIR')) return { kind: 'missing', problem: 'The file is missing' }
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  const isLasting = hasCode(error, 'EACCES', 'EPERM', 'ELOOP', 'ENXIO', 'ENODEV', 'EISDIR')
  return { kind: isLasting ? 'unreadable' : 'transient', problem: `The file cannot be read (${code})` }
}
