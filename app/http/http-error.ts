/** An expected failure that knows its HTTP status; its message is written for the person who caused it. */
export interface HttpError extends Error {
  status: number
  /** For programs; without one the status tells. */
  code?: string
}

/** Errors of ours that answer a request with their own status say it in `status`: too large, malformed, not an image … */
export function isHttpError(error: unknown): error is HttpError {
  return (
    error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status >= 400 &&
    error.status <= 599
  )
}

/** 400 for a form whose `intent` the route does not know, as of a page that is older than the server. To be thrown. */
export function unknownIntent(): Response {
  return new Response('This action is not known. Load the page again and repeat it.', { status: 400 })
}
