import { ExpectedError } from '#app/cms/platform/expected-error.ts'

/**
 * The storage refused a write. Nothing was changed, except for the code `not-put-back`, and perhaps for
 * `outcome-unknown`. The message is for staff.
 */
export class StorageError extends ExpectedError {
  override name = 'StorageError'
  declare readonly code: keyof typeof MESSAGES

  constructor(code: keyof typeof MESSAGES, options?: ErrorOptions) {
    super(code === 'disk-full' ? 507 : 503, MESSAGES[code], { code, ...options })
  }

  /** True if the storage takes no changes at all, now and later: the site is only shown, and others change it. */
  get isReadOnly(): boolean {
    return this.code === 'reader' || this.code === 'lock-lost'
  }

  /** True if the stored files may be changed without this storage: then no memory may stand for them. */
  get mayHideChanges(): boolean {
    return this.isReadOnly || HIDING.has(this.code)
  }
}

const HIDING: ReadonlySet<string> = new Set(['store-unreachable', 'outcome-unknown', 'opening-anew', 'store-refused'])

const MESSAGES = {
  'disk-full': 'Nothing was saved: the disk of the server is full. Free some space, then save again.',
  'read-only':
    'Nothing was saved: the server is not allowed to write to its disk. Make the disk writable, or correct the permissions of its folders, then save again.',
  'lock-lost': 'Nothing was saved: another process of the site has taken over the content. Make your change there.',
  reader:
    'Nothing was saved: this server only shows the site, and another server saves the changes. Try again in a moment.',
  io: 'Nothing was saved: the disk of the server reported a fault. Try again. If the fault continues, have the disk checked.',
  'not-put-back':
    'Nothing was saved, but the disk of the server reported a fault so late that the file contains the new text. Visitors see the old text. The server corrects the file when the disk accepts writes again. Have the disk checked.',
  'file-unreadable':
    'Nothing was saved: the file of this section cannot be read at the moment, and saving would replace its content. Try again. If the fault continues, have the disk checked.',
  'file-changing':
    'Nothing was saved: another program keeps changing the file of this section. Save again when it has finished.',
  'store-unreachable':
    'Nothing was saved: the store of the site cannot be reached. The website continues to work. Save again in a moment. If the fault continues, have the network and the store checked.',
  'outcome-unknown':
    'It is not known whether your change was saved: the connection to the store of the site was lost during the save. Open the page again in a moment to see what was saved. If your change is missing, make it again.',
  'opening-anew':
    'Nothing was saved: the outcome of an earlier change is not known, so the server is reading the site again from its store. Save again in a moment.',
  'store-refused':
    'Nothing was saved: the store of the site refuses the save. Have its keys, its permissions and its free space checked.',
  'content-missing':
    'Nothing was saved: the content folder is missing. Mount or restore the folder, then save again. The website continues from memory.',
  'uploads-missing':
    'Nothing was saved: the uploads folder is missing. Mount or restore the folder, then save again. The website continues without its files.',
  'data-missing':
    'Nothing was saved: the data folder of the server is missing, or another folder is in its place. Mount its disk or put the folder back, then save again. The website continues from memory.',
}

/** The error of a write as a StorageError. A StorageError is returned unchanged. */
export function toStorageError(cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause
  return new StorageError(storageErrorCode(cause), { cause })
}

/** Codes that say more than the cause of the error. */
const KEPT_CODES = [
  'lock-lost',
  'data-missing',
  'store-unreachable',
  'store-refused',
  'outcome-unknown',
  'opening-anew',
] as const

/** Why the system or the store refused a write, or that this process does not hold the owner lock. */
export function storageErrorCode(error: unknown): 'disk-full' | 'read-only' | 'io' | (typeof KEPT_CODES)[number] {
  if (error instanceof StorageError) {
    const { code, cause } = error
    return KEPT_CODES.find((kept) => kept === code) ?? storageErrorCode(cause)
  }
  if (hasCode(error, 'ENOSPC', 'EDQUOT')) return 'disk-full'
  return hasCode(error, 'EROFS', 'EACCES', 'EPERM') ? 'read-only' : 'io'
}

/** True if a change may have happened or not. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof StorageError && error.code === 'outcome-unknown'
}

/** True if an error is a system error with one of these codes, such as ENOENT. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
}
