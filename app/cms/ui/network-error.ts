/**
 * True for the error of a request that got no response, as while the browser is offline. Browsers do not distinguish it
 * from other errors of type TypeError except by its message: Chromium, Firefox, Safari.
 */
export function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && /^(?:Failed to fetch|NetworkError when|Load failed)/.test(error.message)
}
