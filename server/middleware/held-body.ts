import type { IncomingMessage, ServerResponse } from 'node:http'

const held = new WeakSet<IncomingMessage>()

/**
 * Notes that the client waits with the body of a request (`Expect: 100-continue`) until it is asked for. Node would ask
 * for it at once, also if the request is refused.
 */
export function holdBody(request: IncomingMessage): void {
  held.add(request)
}

/** True while the client waits with the body. */
export function isBodyHeld(request: IncomingMessage): boolean {
  return held.has(request)
}

/** Asks the client for the body if it waits with it. */
export function askForBody(request: IncomingMessage, response: ServerResponse): void {
  if (held.delete(request)) response.writeContinue()
}
