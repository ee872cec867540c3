import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { StorageError, toStorageError } from '#app/cms/storage/storage-error.ts'

/**
 * An uploaded file was refused and nothing of it is stored, or a file was not deleted or brought back. The message is
 * for the person who requested it: it names the file, the limit and what to do.
 * - 413 too many bytes
 * - 415 not a kind of file that is accepted
 * - 422 of a right kind, but damaged, too many pixels or animated
 * - 503 too many files are being checked, it takes too long, or the disk refuses the change
 * - 507 the disk is full
 */
export class UploadRefused extends ExpectedError {
  override name = 'UploadRefused'
}

/**
 * Converts the error of a failed change of the uploads folder to UploadRefused. `outcome` begins its message: `“a.pdf”
 * was not stored`. Any other error is returned unchanged.
 */
export function uploadsFailure(error: unknown, outcome: string): unknown {
  if (!(error instanceof StorageError) && !isSystemError(error)) return error
  const { code, message } = error instanceof StorageError ? error : toStorageError(error)
  const words = code === 'disk-full' || code === 'read-only' || code === 'io' ? `${outcome}: ${REASONS[code]}` : message
  return new UploadRefused(code === 'disk-full' ? 507 : 503, words, { cause: error })
}

const REASONS = {
  'disk-full': 'the disk of the server is full. Free some space, then try again.',
  'read-only':
    'the server does not have permission to write to its uploads folder. Correct the permissions of the folder, then try again.',
  io: 'the disk of the server reported an error. Try again. If the error repeats, have the disk checked.',
}

/** Node's own errors have longer codes, such as ERR_INVALID_ARG_TYPE. */
export function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z\d]+$/.test(error.code)
}
