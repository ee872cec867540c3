import { isUtf8 } from 'node:buffer'
import { FileUnreadable, type Storage } from '#app/cms/storage/storage.ts'
import { MAX_YAML_BYTES, type Position } from '#app/cms/content/format/yaml-document.ts'

/**
 * The result of reading a content file: its text; its bytes if they are not UTF-8; or why there is neither. `transient`
 * is a fault that a retry may not meet. `modified` is in milliseconds since 1970.
 */
export type FileRead =
  | { kind: 'text'; text: string; modified?: number }
  | { kind: 'bytes'; bytes: Uint8Array; problem: string; position: Position }
  | { kind: 'missing' | 'unreadable' | 'transient'; problem: string }

export const MISSING = 'The file is missing'

/** Reads a text file of at most {@link MAX_YAML_BYTES} from the local disk. Synchronous; a read fault is a result. */
export function readContentFile(storage: Storage, name: string): FileRead {
  try {
    const stored = storage.readSync(name, { maxBytes: MAX_YAML_BYTES })
    if (!stored) return { kind: 'missing', problem: MISSING }
    const read = decodeContent(stored.bytes)
    return read.kind === 'text' ? { ...read, modified: stored.modified } : read
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error
    return { kind: error.isTransient ? 'transient' : 'unreadable', problem: error.message }
  }
}

/** The bytes of a content file as text, if they are UTF-8. */
export function decodeContent(content: Uint8Array): FileRead {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (isUtf8(bytes)) return { kind: 'text', text: bytes.toString('utf8') }
  const problem = 'The file has a character that is not UTF-8. Save the file as UTF-8'
  return { kind: 'bytes', bytes, problem, position: firstFault(bytes) }
}

/** True if two reads found the same. */
export function isSameRead(one: FileRead, other: FileRead): boolean {
  if (one.kind === 'text') return other.kind === 'text' && one.text === other.text
  if (one.kind === 'bytes') return other.kind === 'bytes' && Buffer.compare(one.bytes, other.bytes) === 0
  return one.kind === other.kind && one.problem === other.problem
}

/** The text that was read, to show to a person. Bytes that are not UTF-8 are decoded as Windows-1252. */
export function readableText(read: FileRead): string | undefined {
  if (read.kind === 'text') return read.text
  return read.kind === 'bytes' ? new TextDecoder('windows-1252').decode(read.bytes) : undefined
}

/** The text or bytes that were read, for history; undefined if there are none. */
export function readBytes(read: FileRead): string | Uint8Array | undefined {
  if (read.kind === 'text') return read.text
  return read.kind === 'bytes' ? read.bytes : undefined
}

/** The position of the first byte that is not UTF-8. */
function firstFault(bytes: Buffer): Position {
  let valid = 0
  for (let invalid = bytes.length + 1; invalid - valid > 1;) {
    const middle = (valid + invalid) >> 1
    if (textBefore(bytes, middle) === undefined) invalid = middle
    else valid = middle
  }
  const lines = (textBefore(bytes, valid) ?? '').split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/** The first `length` bytes as text, without a character cut off at the end; undefined if they are not UTF-8. */
function textBefore(bytes: Buffer, length: number) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, length), {
      stream: true,
    })
  } catch {
    return undefined
  }
}
