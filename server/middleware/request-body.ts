import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Request, RequestHandler, Response } from 'express'
import { refuse } from './refuse.ts'

/**
 * Bounds request bodies, by what they announce and by what arrives, and lets an answer reach a client that is still
 * sending: what nobody wants to read is drained, up to the same bound.
 */
export function requestBody({ bodyBytes }: { bodyBytes: number }): RequestHandler {
  return (request, response, next) => {
    if (Number(request.headers['content-length'] ?? 0) > bodyBytes) {
      response.setHeader('Connection', 'close')
      refuse(response, 413, tooLarge(bodyBytes))
      return
    }
    countArriving(request, response, bodyBytes)
    keepOpenForTheAnswer(request, response)
    drainAfterTheAnswer(request, response)
    next()
  }
}

/**
 * Bounds what a client goes on sending after its request has been answered, whoever answered it: beyond `bodyBytes` its
 * connection is closed. Node would take the rest of the body for as long as it comes.
 */
export function boundRests({ bodyBytes }: { bodyBytes: number }, listener: RequestListener): RequestListener {
  return (request, response) => {
    const { headers } = request
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
      boundRest(request, response, bodyBytes)
    }
    listener(request, response)
  }
}

function boundRest(request: IncomingMessage, response: ServerResponse, bodyBytes: number) {
  response.once('finish', () => {
    const { socket } = request
    let arrived = 0
    // On the socket: of a request that nobody has read, Node throws the rest away without telling its listeners.
    const count = (bytes: Buffer) => {
      arrived += bytes.byteLength
      if (request.complete) socket.off('data', count)
      else if (arrived > bodyBytes) socket.destroy()
    }
    if (!request.complete) socket.on('data', count)
  })
}

function countArriving(request: Request, response: Response, bodyBytes: number) {
  let arrived = 0
  // Paused first: a data listener would otherwise start the flow before the app has its own listener in place.
  request.pause()
  request.on('data', (chunk: Buffer) => {
    arrived += chunk.byteLength
    if (arrived <= bodyBytes) return
    if (response.headersSent) {
      request.socket.destroy()
    } else {
      response.setHeader('Connection', 'close')
      refuse(response, 413, tooLarge(bodyBytes))
    }
  })
}

/**
 * Cancelling a web stream made from a request destroys the request, and Node then destroys the connection under the
 * answer that says why. While the answer is not out, only the rest of the body is thrown away.
 */
function keepOpenForTheAnswer(request: Request, response: Response) {
  const destroy = request.destroy.bind(request)
  request.destroy = (error) => {
    const stillAnswering = !response.writableEnded && !request.readableEnded && !request.socket.destroyed
    return stillAnswering ? request.resume() : destroy(error)
  }
}

/** Once the answer is out, whoever still reads the body is told so, and what remains of it is thrown away. */
function drainAfterTheAnswer(request: Request, response: Response) {
  response.once('finish', () => {
    // Node tells only about connections that close before the answer is out. Unless it hears of the end, the reader that
    // Remix's adapter attached would also pause the draining again.
    if (!request.complete && request.listenerCount('error') > 0) {
      request.emit('error', new Error('The request was answered before it was whole'))
    }
    request.resume()
  })
}

function tooLarge(bodyBytes: number) {
  return `The request is larger than ${Math.floor(bodyBytes / 1024 / 1024)} MB.`
}
