import type { ServerResponse } from 'node:http'

/** What a loader that streams its response needs to know of its client. */
export interface Client {
  /** Aborted when the connection is closed before all of the response was sent. */
  gone: AbortSignal
  /** Resolves once the client has taken enough of what was written, or its connection is closed. */
  drained: () => Promise<void>
}

/**
 * The client of a response. Its signal holds for as long as the response does. That of the web request does not: undici keeps it
 * by a weak reference, so that it is lost with the request at the next collection of garbage.
 */
export function clientOf(response: ServerResponse): Client {
  const leaving = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort()
  })
  return {
    gone: leaving.signal,
    drained: () =>
      new Promise((resolve) => {
        if (!response.writableNeedDrain) {
          resolve()
          return
        }
        const settle = () => {
          response.off('drain', settle).off('close', settle)
          resolve()
        }
        response.on('drain', settle).on('close', settle)
      }),
  }
}
