/** The body of a request is larger than it may be, or holds more parts. Nothing of it was used. */
export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
  readonly status = 413
}

/** The body of a request cannot be read: 400 where it is broken, 415 where it is of another kind than asked for. */
export class MalformedBody extends Error {
  override name = 'MalformedBody'
  constructor(
    message: string,
    readonly status: 400 | 415 = 400,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
