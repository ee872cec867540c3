import {
  Agent,
  request as requestHttp,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { Writer } from '#app/cms/host-interface.ts'
import { askForBody } from '../middleware/held-body.ts'
import { VISITOR_HEADER } from './forwarded-visitor.ts'

/**
 * `responded`: the response is the writer's, or the client is gone. `unsent`: the writer has not begun, so the request
 * can be passed on to another one. `unknown`: the writer may have carried it out.
 */
export type Outcome = 'responded' | 'unsent' | 'unknown'

/** The header of the response with which a process refuses a forwarded request because it is not the writer. */
export const NOT_WRITER_HEADER = 'x-not-the-writer'

/** Time for a connection to the writer (ms): it is in the same network. */
const CONNECT_MS = 2_000

/** Time for the response of a process that has stopped being the writer, and has the whole request (ms). */
const FORMER_WRITER_MS = 5_000

interface PassOnOptions {
  request: IncomingMessage
  response: ServerResponse
  writer: Writer
  /** The value of the header that names the visitor. */
  visitor: string
  /** Until when the writer has to ask for the body (`performance.now()`). */
  deadline: number
  /** The longest silence of the writer (ms). */
  silenceTimeout: number
  /** True as long as the writer is the writer. */
  isWriter: () => boolean
  /** Calls the listener when `isWriter` may have changed. Returns a function to unsubscribe. */
  onWriterChange: (listener: () => void) => () => void
  /** Gets the function that ends the response if it is one that never ends otherwise. */
  onStream: (end: () => void) => void
  /** Resolves when this process shows what the writer has changed. Never rejects. */
  catchUp: () => Promise<void>
  onError: (err: Error) => void
}

/**
 * Passes a request on to the writer, and its response back. The body is sent when the writer asks for it
 * (`Expect: 100-continue`): a writer that is halted or just ending never gets it, so another one can.
 *
 * This is Node's client and no library: those that forward requests start to read the body before there is a connection,
 * and `fetch` decodes the responses.
 */
export function passOn(options: PassOnOptions): Promise<Outcome> {
  const { request, response, writer, deadline, silenceTimeout, isWriter, onWriterChange, onStream, catchUp, onError } =
    options
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method ?? '')
  const isSecure = writer.origin.startsWith('https:')
  const upstream = (isSecure ? requestHttps : requestHttp)(writer.origin, {
    method: request.method,
    path: request.url,
    headers: headersFor(options, hasBody),
    // A change gets a connection of its own. The writer may be just closing one that is kept, and then it is
    // unknown whether it has read the request.
    agent: isRead ? (isSecure ? readAgents.https : readAgents.http) : false,
  })
  /** True once the writer can carry the request out. */
  let isSent = false
  let incoming: IncomingMessage | undefined
  let timer: NodeJS.Timeout | undefined
  const destroyAfter = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => upstream.destroy(), Math.max(0, ms))
  }

  return new Promise((resolve) => {
    const settle = (outcome: Outcome) => {
      clearTimeout(timer)
      unsubscribe()
      response.off('close', leave)
      resolve(response.destroyed || response.headersSent ? 'responded' : outcome)
    }
    const leave = () => {
      upstream.destroy()
      settle('responded')
    }
    const end = (stream: IncomingMessage) => {
      stream.unpipe(response)
      response.end()
    }
    const unsubscribe = onWriterChange(() => {
      if (isWriter()) return
      if (incoming === undefined) destroyAfter(isRead || !isSent ? 0 : FORMER_WRITER_MS)
      else if (isEventStream(incoming)) end(incoming)
    })
    response.once('close', leave)

    destroyAfter(CONNECT_MS)
    upstream.once('socket', (socket) => {
      const connected = () => {
        clearTimeout(timer)
        if (hasBody) destroyAfter(deadline - performance.now())
        else isSent = true
      }
      if (socket.connecting) socket.once('connect', connected)
      else connected()
    })
    upstream.setTimeout(silenceTimeout, () => upstream.destroy(new Error('The writer does not respond')))
    upstream.once('continue', () => {
      clearTimeout(timer)
      isSent = true
      askForBody(request, response)
      // Its end is that of the response. stream.pipeline() would take the socket away from the request.
      request.on('error', () => undefined).pipe(upstream)
    })
    upstream.on('error', (err) => {
      if (incoming === undefined && !response.destroyed) onError(err)
    })
    upstream.once('close', () => {
      // The rest of the body is drained, so that the visitor gets a response.
      request.unpipe(upstream)
      if (isSent && hasBody) request.resume()
      if (incoming === undefined) settle(isRead || !isSent ? 'unsent' : 'unknown')
    })
    upstream.once('response', (given) => {
      clearTimeout(timer)
      const isRefused = given.headers[NOT_WRITER_HEADER] !== undefined
      if (isRefused) isSent = false
      if (isRefused || response.headersSent) {
        upstream.destroy()
        return
      }
      incoming = given
      if (!isRead) {
        // Who has made a change sees it at the next request, also on this process.
        endTogether(given, response)
        void catchUp().then(() => {
          // The body may have turned out too large meanwhile.
          if (!response.destroyed && !response.headersSent) sendBack(given, response)
        })
        return
      }
      endTogether(given, response)
      sendBack(given, response)
      if (isEventStream(given)) {
        response.flushHeaders()
        onStream(() => {
          end(given)
        })
      }
    })
    if (hasBody) upstream.flushHeaders()
    else upstream.end()
  })
}

/** For requests that can be repeated. They follow one another while staff work. */
const readAgents = { http: new Agent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) }

/** Ends the response too early if the one of the writer does. */
function endTogether(given: IncomingMessage, response: ServerResponse) {
  // Its `close` says whether it is complete.
  given.on('error', () => undefined)
  given.once('close', () => {
    if (!given.complete && !response.writableEnded) response.destroy()
  })
}

/** Sends the response back as it arrives. */
function sendBack(given: IncomingMessage, response: ServerResponse) {
  response.statusCode = given.statusCode ?? 502
  response.statusMessage = given.statusMessage ?? ''
  const isDropped = connectionHeaders(given)
  const names = new Set<string>()
  for (let index = 0; index + 1 < given.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = given.rawHeaders.slice(index, index + 2)
    if (isDropped(name.toLowerCase())) continue
    if (!names.has(name.toLowerCase())) response.removeHeader(name)
    names.add(name.toLowerCase())
    response.appendHeader(name, value)
  }
  given.pipe(response)
}

function headersFor({ request, visitor }: PassOnOptions, hasBody: boolean): OutgoingHttpHeaders {
  const isDropped = connectionHeaders(request)
  const passedOn = Object.entries(request.headers).filter(([name]) => !isDropped(name))
  return {
    ...Object.fromEntries<string | string[] | undefined>(passedOn),
    [VISITOR_HEADER]: visitor,
    // The writer then reads the rest of a body that it has refused. Otherwise the system might drop the response.
    Connection: 'keep-alive',
    ...(request.headers['transfer-encoding'] !== undefined && { 'Transfer-Encoding': 'chunked' }),
    ...(hasBody && { Expect: '100-continue' }),
  }
}

/** The headers for one connection only (RFC 9110, 7.6.1), also those that `Connection` names. */
function connectionHeaders({ headers }: IncomingMessage) {
  const named = new Set(headers.connection?.split(',').map((name) => name.trim().toLowerCase()))
  return (name: string) => named.has(name) || OF_CONNECTION.has(name)
}

const OF_CONNECTION = new Set([
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

function isEventStream({ headers }: IncomingMessage) {
  return headers['content-type']?.startsWith('text/event-stream') === true
}
