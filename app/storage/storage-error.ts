/** The storage refused a write. Nothing was changed, except for the code `not-put-back`. The message is for staff. */
export class StorageError extends Error {
  override name = 'StorageError'
  constructor(
    readonly code: keyof typeof MESSAGES,
    options?: ErrorOptions,
  ) {
    super(MESSAGES[code], options)
  }

  /** The HTTP status of a response that reports this error. */
  get status() {
    return this.code === 'disk-full' ? 507 : 503
  }
}

const MESSAGES = {
  'disk-full': 'Nothing was saved: the disk of the server is full. Free some space, then save again.',
  'read-only':
    'Nothing was saved: the server may not write to its disk. Make the disk writable, or correct the permissions of its folders, then save again.',
  'lock-lost': 'Nothing was saved: another process has taken over the content. Use that one.',
  reader: 'Nothing was saved: this server only shows the site, and another one takes changes. Try again in a moment.',
  io: 'Nothing was saved: the disk of the server reported a fault. Try again, and have the disk checked if it stays.',
  'not-put-back':
    'Nothing was saved, but the disk of the server reported a fault so late that the file holds the new text. Visitors see the old one, and the file is put right once the disk takes writes again. Have the disk checked.',
  'file-unreadable':
    'Nothing was saved: the file of this section cannot be read at the moment, and saving would replace what it holds. Try again, and have the disk checked if it stays.',
  'file-changing':
    'Nothing was saved: another program keeps changing the file of this section. Save again when it has finished.',
  'store-unreachable':
    'Nothing was saved: the store of the site cannot be reached. The website goes on. Save again in a moment, and have the network and the store checked if it stays.',
  'cut-off':
    'This server cannot reach the store of the site, so it does not know who is still signed in. The website goes on. Try again in a moment, and have the network and the store checked if it stays.',
  'store-refused':
    'Nothing was saved: the store of the site refuses it. Have its keys, its rights and its free space checked.',
  'content-missing':
    'Nothing was saved: the content folder is not there. Mount or restore it, then save again. The website goes on from memory.',
}

/** The error of a write as a StorageError. A StorageError is returned unchanged. */
export function toStorageError(cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause
  return new StorageError(storageErrorCode(cause), { cause })
}

/** Why the system or the store refused a write, or that this process does not hold the owner lock. */
export function storageErrorCode(
  error: unknown,
): 'disk-full' | 'read-only' | 'lock-lost' | 'store-unreachable' | 'store-refused' | 'io' {
  if (error instanceof StorageError) {
    const { code, cause } = error
    const isNamed = code === 'lock-lost' || code === 'store-unreachable' || code === 'store-refused'
    return isNamed ? code : storageErrorCode(cause)
  }
  if (hasCode(error, 'ENOSPC', 'EDQUOT')) return 'disk-full'
  return hasCode(error, 'EROFS', 'EACCES', 'EPERM') ? 'read-only' : 'io'
}

/** True if an error is a system error with one of these codes, such as ENOENT. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
}
