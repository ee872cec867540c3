import type { ServerResponse } from 'node:http'

/** What a loader needs to know about the client of a response that it streams. */
interface Client {
  /** Aborted when the connection is closed before all of the response was sent. */
  gone: AbortSignal
  /** Resolves when the response accepts more data, or its connection is closed. */
  drained: () => Promise<void>
}

/**
 * The client of a response. Its signal works as long as the response exists. The signal of the web request does not:
 * undici holds it by a weak reference, so that it is lost with the request at the next garbage collection.
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
