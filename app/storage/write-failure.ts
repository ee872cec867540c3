import { hasCode } from './has-code.ts'

/** The system would not take the write; nothing was changed. */
export class ContentWriteFailed extends Error {
  override name = 'ContentWriteFailed'
  constructor(
    readonly code: keyof typeof WRITE_FAILURES,
    options?: ErrorOptions,
  ) {
    super(WRITE_FAILURES[code], options)
  }

  /** HTTP status that belongs to it. */
  get status() {
    return this.code === 'disk-full' ? 507 : 503
  }
}

const WRITE_FAILURES = {
  'disk-full': 'Nothing was saved: the disk of the server is full. Free some space, then save again.',
  'read-only':
    'Nothing was saved: the server may not write to its disk. Make the disk writable, or correct the permissions of its folders, then save again.',
  'lock-lost': 'Nothing was saved: another process has taken over the content. Use that one.',
  io: 'Nothing was saved: the disk of the server reported a fault. Try again, and have the disk checked if it stays.',
  'not-put-back':
    'Nothing was saved, but the disk of the server reported a fault so late that the file holds the new text. Visitors see the old one, and the file is put right once the disk takes writes again. Have the disk checked.',
  'file-unreadable':
    'Nothing was saved: the file of this section cannot be read at the moment, and saving would replace what it holds. Try again, and have the disk checked if it stays.',
  'file-changing':
    'Nothing was saved: another program keeps changing the file of this section. Save again when it has finished.',
  'content-missing':
    'Nothing was saved: the content folder is not there. Mount or restore it, then save again. The website goes on from memory.',
}

/** The failure that a system error of a write is. One that is told already stays as it is. */
export function contentWriteFailure(cause: unknown): ContentWriteFailed {
  if (cause instanceof ContentWriteFailed) return cause
  return new ContentWriteFailed(writeFailureCode(cause), { cause })
}

/** Tells which failure a system error of a write is, or the refusal of a process without the owner lock. */
export function writeFailureCode(error: unknown): 'disk-full' | 'read-only' | 'lock-lost' | 'io' {
  if (error instanceof ContentWriteFailed)
    return error.code === 'lock-lost' ? error.code : writeFailureCode(error.cause)
  if (hasCode(error, 'ENOSPC', 'EDQUOT')) return 'disk-full'
  return hasCode(error, 'EROFS', 'EACCES', 'EPERM') ? 'read-only' : 'io'
}
