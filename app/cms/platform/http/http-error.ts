/** An expected failure with its HTTP status; its message is written for the person who caused it. */
export interface HttpError extends Error {
  status: number
  /** For programs; if absent, it is derived from the status. */
  code?: string
}

/**
 * True for expected errors, which carry the status of their response in `status`: too large, malformed, not an image …
 */
export function isHttpError(error: unknown): error is HttpError {
  return (
    error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status >= 400 &&
    error.status <= 599
  )
}

/** 400 for a form whose `intent` the route does not know, such as one of a page older than the server. To be thrown. */
export function unknownIntent(): Response {
  return new Response('Unknown action. Reload the page and try again.', { status: 400 })
}

/** The body of a request is larger than it may be, or holds more parts. No part of it was used. */
export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
  readonly status = 413
}

/** The body of a request cannot be read: 400 if it is broken, 415 if it is of another type. */
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
