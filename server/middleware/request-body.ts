import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Request, RequestHandler, Response } from 'express'
import { sendError } from './send-error.ts'

/**
 * Limits request bodies, by Content-Length and by the bytes that arrive, and lets a response reach a client that is
 * still sending: the unread rest is drained, up to the same limit.
 */
export function requestBody({ bodyBytes }: { bodyBytes: number }): RequestHandler {
  return (request, response, next) => {
    if (Number(request.headers['content-length'] ?? 0) > bodyBytes) {
      response.setHeader('Connection', 'close')
      sendError(response, 413, tooLarge(bodyBytes))
      return
    }
    countArriving(request, response, bodyBytes)
    keepOpenForResponse(request, response)
    drainAfterResponse(request, response)
    next()
  }
}

/**
 * Limits what a client sends after it got its response: beyond `bodyBytes` its connection is closed. Node would read
 * the rest of the body without any limit.
 */
export function limitUnreadBodies({ bodyBytes }: { bodyBytes: number }, listener: RequestListener): RequestListener {
  return (request, response) => {
    const { headers } = request
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
      limitUnreadBody(request, response, bodyBytes)
    }
    listener(request, response)
  }
}

function limitUnreadBody(request: IncomingMessage, response: ServerResponse, bodyBytes: number) {
  response.once('finish', () => {
    const { socket } = request
    let arrived = 0
    // Counted on the socket, because Node drains an unread request without emitting 'data' on it.
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
  // Paused first, because a data listener would start the flow before the app has added its own.
  request.pause()
  request.on('data', (chunk: Buffer) => {
    arrived += chunk.byteLength
    if (arrived <= bodyBytes) return
    if (response.headersSent) {
      request.socket.destroy()
    } else {
      response.setHeader('Connection', 'close')
      sendError(response, 413, tooLarge(bodyBytes))
    }
  })
}

/**
 * Cancelling a web stream made from a request destroys the request, and Node then destroys the connection before the
 * response is sent. Until the response is sent, the rest of the body is only drained.
 */
function keepOpenForResponse(request: Request, response: Response) {
  const destroy = request.destroy.bind(request)
  request.destroy = (error) => {
    const isResponding = !response.writableEnded && !request.readableEnded && !request.socket.destroyed
    return isResponding ? request.resume() : destroy(error)
  }
}

/** After the response, the body's reader gets an error, and the rest of the body is drained. */
function drainAfterResponse(request: Request, response: Response) {
  response.once('finish', () => {
    // Node reports only connections that close before the response. Without an error, the reader that Remix's adapter
    // attached would pause the draining again.
    if (!request.complete && request.listenerCount('error') > 0) {
      request.emit('error', new Error('The response was sent before the request was complete'))
    }
    request.resume()
  })
}

function tooLarge(bodyBytes: number) {
  return `The request is larger than ${Math.floor(bodyBytes / 1024 / 1024)} MB.`
}
