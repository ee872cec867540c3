/**
 * An uploaded file was not taken, and nothing of it is left. The message is meant for the person who sent it: it names the
 * file, the limit and the way on.
 * - 413 too many bytes
 * - 415 not a kind of file we take
 * - 422 of a right kind, but damaged, too many pixels or animated
 * - 503 too many images are being worked on
 * - 507 the disk is full or may not be written to
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
