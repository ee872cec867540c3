/** An expected failure that knows its HTTP status; its message is written for the person who caused it. */
export interface Refusal extends Error {
  status: number
  /** For programs; without one the status tells. */
  code?: string
}

/** Errors of ours that answer a request with their own status say it in `status`: too large, malformed, not an image … */
export function isRefusal(error: unknown): error is Refusal {
  return (
    error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status >= 400 &&
    error.status <= 599
  )
}
