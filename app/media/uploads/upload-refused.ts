import { StorageError, toStorageError } from '#app/storage/storage-error.ts'

/**
 * An uploaded file was not taken and nothing of it is left, or a file was not deleted or brought back. The message is meant for
 * the person who asked for it: it names the file, the limit and the way on.
 * - 413 too many bytes
 * - 415 not a kind of file we take
 * - 422 of a right kind, but damaged, too many pixels or animated
 * - 503 too many files are being checked, or the disk does not take the change
 * - 507 the disk is full
 */
export class UploadRefused extends Error {
  override name = 'UploadRefused'
  constructor(
    readonly status: 413 | 415 | 422 | 503 | 507,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/**
 * What to say where the system did not take a change of the uploads folder. `outcome` is the first half of the sentence:
 * `“a.pdf” was not stored`. Any other error stays as it is.
 */
export function uploadsFailure(error: unknown, outcome: string): unknown {
  if (!(error instanceof StorageError) && !isSystemError(error)) return error
  const { code, message } = error instanceof StorageError ? error : toStorageError(error)
  const words = code === 'disk-full' || code === 'read-only' || code === 'io' ? `${outcome}: ${REASONS[code]}` : message
  return new UploadRefused(code === 'disk-full' ? 507 : 503, words, { cause: error })
}

const REASONS = {
  'disk-full': 'the disk of the server is full. Free some space, then try again.',
  'read-only': 'the server may not write to its uploads folder. Correct its permissions, then try again.',
  io: 'the disk of the server reported a fault. Try again, and have the disk checked if it stays.',
}

/** Node's own errors have longer codes, such as ERR_INVALID_ARG_TYPE. */
export function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z\d]+$/.test(error.code)
}
