import type { ServerResponse } from 'node:http'

/**
 * Runs `act` right before the status line and headers of a response go out: the last moment to add a header, when all
 * that the app wants to set is known.
 */
export function beforeHead(response: ServerResponse, act: () => void) {
  const writeHead = response.writeHead.bind(response)
  response.writeHead = new Proxy(writeHead, {
    apply(_target, _response, head: Parameters<typeof writeHead>) {
      act()
      return writeHead(...head)
    },
  })
}
