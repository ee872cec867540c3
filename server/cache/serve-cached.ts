import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { PlainRequest, ReadyResponse, Respond, StreamedBody } from '../fast-path/fast-path.ts'
import type { HostInterface } from '#app/cms/host-interface.ts'
import type { Traffic } from '../metrics/traffic.ts'
import { beginRequestLog, identify, identifyByHeaders, logRequest, type HitCounter } from '../middleware/access-log.ts'
import { hasDataQuery, plainTarget, type RequestOrigin } from '../middleware/request-address.ts'
import { sendBody, sendBytes, sendFile } from '../middleware/send-file.ts'
import {
  headOf,
  mergeHeaders,
  type CacheableRequest,
  type CachedResponse,
  type Header,
  type Variant,
} from './cached-response.ts'
import { MAX_USUAL_BYTES, type CacheSource } from './response-cache.ts'
import type { UnreadBodies } from './unread-bodies.ts'

/**
 * Result of a cache lookup: a hit, a miss that can be loaded, a bypass (the address is not cached), or a request that
 * is ineligible because it has a body or has to be rejected.
 */
type CacheLookup =
  | { outcome: 'hit'; address: string; isFile: boolean; origin: string; response: CachedResponse }
  | {
      outcome: 'miss'
      address: string
      isFile: boolean
      origin: string
      load: () => Promise<CachedResponse | undefined>
    }
  | { outcome: 'bypass' | 'ineligible' }

/** What the header fields of a request say to the caches. */
interface ReadHeaders {
  origin: string
  /** See `needsFile`. */
  isForFiles: boolean
}

type FoundResponse = CacheLookup & { outcome: 'hit' | 'miss' }

const BYPASS: CacheLookup = { outcome: 'bypass' }
const INELIGIBLE: CacheLookup = { outcome: 'ineligible' }

/** In characters. Clients choose the unknown addresses that the log counts, so longer ones are cut. */
const MAX_ADDRESS_LENGTH = 100

/** How many files are read into memory at a time. Further ones are streamed from disk. */
const MAX_LOADING_FILES = 16

/** While slow clients hold this many bytes (see `UnreadBodies`), files that are not in memory are streamed from disk. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024

/**
 * Makes the function that looks a request up in the caches, in the order of `sources`. `origin` is set if responses must
 * be the same under each name of the site, because shared caches may store them.
 */
export function createCacheLookup({
  sources,
  unread,
  origin: ofAllNames,
  requestOrigin,
  isIneligible,
}: {
  sources: readonly CacheSource[]
  unread: Pick<UnreadBodies, 'bytes'>
  origin: string | undefined
  requestOrigin: (request: CacheableRequest) => RequestOrigin
  /** True for a request that has to be rejected now. */
  isIneligible: (request: CacheableRequest) => boolean
}) {
  /** By the headers, which the requests of a connection mostly share. */
  const readHeaders = new WeakMap<object, ReadHeaders | undefined>()

  function headersOf(request: CacheableRequest): ReadHeaders | undefined {
    const result = isBodiless(request) ? requestOrigin(request) : undefined
    if (result === undefined || 'error' in result) return undefined
    return { origin: ofAllNames ?? result.origin, isForFiles: needsFile(request) }
  }

  return function find(request: CacheableRequest): CacheLookup {
    const { method, url: target = '', headers } = request
    let read = readHeaders.get(headers)
    if (read === undefined) readHeaders.set(headers, (read = headersOf(request)))
    const isRead = method === 'GET' || method === 'HEAD'
    if (read === undefined || !isRead || isIneligible(request) || hasDataQuery(target)) return INELIGIBLE
    const { origin, isForFiles } = read
    for (const { cache, hasRanges } of sources) {
      if (hasRanges && isForFiles) continue
      const response = cache.find(target)
      if (response) return { outcome: 'hit', address: target, isFile: hasRanges, origin, response }
    }
    for (const source of sources) {
      if (source.hasRanges && isForFiles) continue
      const key = source.keyOf(target)
      if (key === undefined) continue
      if (source.cache.isUncacheable(key)) return BYPASS
      const response = source.cache.find(key)
      const address = source.isShared ? (target.split('?', 1)[0]?.slice(0, MAX_ADDRESS_LENGTH) ?? '') : key
      const isFile = source.hasRanges
      if (response) return { outcome: 'hit', address, isFile, origin, response }
      const isFull = source.cache.loading >= MAX_LOADING_FILES || unread.bytes >= MAX_UNREAD_BYTES
      return isFile && isFull
        ? BYPASS
        : {
            outcome: 'miss',
            address,
            isFile,
            origin,
            load: () => source.cache.fill(key, (earlier) => source.load(key, earlier)),
          }
    }
    return BYPASS
  }
}

/**
 * True for ranges, and for conditions that only files support: the code that reads files evaluates them. If-None-Match
 * takes precedence over If-Modified-Since (RFC 9110, 13.2.2).
 */
function needsFile({ headers }: CacheableRequest) {
  return (
    headers.range !== undefined ||
    headers['if-match'] !== undefined ||
    headers['if-unmodified-since'] !== undefined ||
    (headers['if-modified-since'] !== undefined && headers['if-none-match'] === undefined)
  )
}

/** A body that is sent with a GET all the same is subject to the limits on bodies. */
function isBodiless({ headers }: CacheableRequest) {
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
}

interface ServeOptions {
  find: (request: CacheableRequest) => CacheLookup
  hits: HitCounter
  log: Logger
  unread: UnreadBodies
}

/** Undefined if the response cannot be cached or could not be rendered: the app then responds itself. */
function loadOrLog({ load, address }: CacheLookup & { outcome: 'miss' }, log: Logger) {
  return load().catch((err: unknown) => {
    log.error({ err, address }, 'a response could not be rendered for the cache')
    return undefined
  })
}

type ServedFiles = Pick<HostInterface, 'isFileAddress' | 'serveFile' | 'role' | 'isForWriter'>

/** What the responses of files need besides. */
interface FileOptions {
  files: ServedFiles
  /** Headers that every response gets unless it sets them itself. */
  headers: readonly Header[]
  trustProxy: boolean
  traffic: Traffic
}

/** Serves cached responses and files to the fast path. */
export function respondFromCache(options: ServeOptions & FileOptions): Respond {
  const { find, hits, log, unread } = options
  const ready = (variant: Variant, found: FoundResponse): ReadyResponse => {
    hits.count(found, variant.status)
    const { head, body } = variant
    return body && body.length > MAX_USUAL_BYTES ? { head, body: bodyInPieces(body, unread) } : variant
  }
  const variantOf = (request: PlainRequest, response: CachedResponse, found: FoundResponse) => {
    const variant = response.variantFor(request, found.origin)
    if (!(variant instanceof Promise)) return ready(variant, found)
    return variant.then(
      (made) => ready(made, found),
      (err: unknown) => {
        log.error({ err, address: found.address }, 'a response could not be compressed')
        return undefined
      },
    )
  }
  return (request) => {
    const lookup = find(request)
    switch (lookup.outcome) {
      case 'hit':
        return variantOf(request, lookup.response, lookup)
      case 'miss':
        return loadOrLog(lookup, log).then((response) =>
          response ? variantOf(request, response, lookup) : streamFile(request, options),
        )
      case 'bypass':
        return streamFile(request, options)
      case 'ineligible':
        return undefined
    }
  }
}

function bodyInPieces(body: Buffer, unread: UnreadBodies): StreamedBody {
  return { send: (socket) => sendBytes(socket, body), close: unread.hold(body) }
}

/**
 * The response of a file that is not in memory. Undefined if the address is none of a file, or if it fails: Node's
 * server then gets the request.
 */
function streamFile(
  request: PlainRequest,
  { files, headers, trustProxy, log, traffic }: FileOptions & Pick<ServeOptions, 'log'>,
): Promise<ReadyResponse | undefined> | undefined {
  const pathname = filePathOf(request, files)
  return pathname === undefined ? undefined : open(pathname).catch(() => undefined)

  async function open(pathname: string): Promise<ReadyResponse> {
    const identity = identifyByHeaders(request.headers, { trustProxy })
    const header = (name: string) => [request.headers[name]].flat()[0]
    const end = beginRequestLog(log, { request, identity, traffic })
    const { status, headers: own, body } = await files.serveFile(pathname, { method: request.method, header })
    traffic.outcomes.bypass += 1
    const head = headOf(status, mergeHeaders(own, [...headers, ['X-Request-Id', identity.requestId]]))
    if (!body) {
      end({ status, bytes: head.length, isCutOff: false })
      return { head, body }
    }
    let sent = 0
    let isWhole = false
    return {
      head,
      body: {
        async send(socket) {
          const before = socket.bytesWritten
          try {
            isWhole = await sendBody(socket, body)
          } catch (err) {
            log.error({ id: identity.requestId, err }, 'a file could not be sent')
          }
          sent = socket.bytesWritten - before
          return isWhole
        },
        close() {
          end({ status, bytes: head.length + sent, isCutOff: !isWhole })
          body.close().catch((err: unknown) => {
            log.error({ id: identity.requestId, err }, 'a file could not be closed')
          })
        },
      },
    }
  }
}

/**
 * The path of a request target that is the address of a file, in its own spelling; otherwise undefined. A file that only
 * staff may see is served by the process that writes.
 */
function filePathOf({ method = '', url: target = '', headers }: CacheableRequest, files: ServedFiles) {
  const [pathname = ''] = target.split('?', 1)
  if (!files.isFileAddress(pathname) || plainTarget(pathname) !== pathname) return undefined
  return files.role() !== 'writer' && files.isForWriter(method, target, headers.cookie) ? undefined : pathname
}

interface ServeCachedOptions extends ServeOptions, FileOptions {
  /** Handles everything else, and rejects what has to be rejected. */
  rest: RequestListener
}

/**
 * Serves cached responses and streams files without entering Express, which takes longer than the response itself. All
 * other requests go to `rest`.
 */
export function serveCached(options: ServeCachedOptions): RequestListener {
  const { find, files, rest, headers, hits, log, traffic, unread } = options

  function serve(request: IncomingMessage, response: ServerResponse) {
    const lookup = find(request)
    const sendVariant = ({ status, fields, body }: Variant, found: FoundResponse) => {
      if (response.destroyed) return
      hits.count(found, status)
      response.writeHead(status, fields)
      if (request.method === 'HEAD' || body === undefined) {
        response.end()
      } else if (body.length <= MAX_USUAL_BYTES) {
        unread.add(body, response)
        response.end(body)
      } else {
        void sendInPieces(request, response, body)
      }
    }
    const send = (cached: CachedResponse, found: FoundResponse) => {
      const variant = cached.variantFor(request, found.origin)
      if (variant instanceof Promise) return variant.then((made) => sendVariant(made, found))
      sendVariant(variant, found)
      return undefined
    }
    const orFail = (sending: Promise<void> | undefined) => {
      sending?.catch((err: unknown) => {
        fail(request, response, err)
      })
    }
    // The fast path hands a connection over together with the request that it has not responded to.
    if (lookup.outcome === 'bypass' || lookup.outcome === 'ineligible') traffic.outcomes[lookup.outcome] += 1
    switch (lookup.outcome) {
      case 'hit':
        orFail(send(lookup.response, lookup))
        break
      case 'miss':
        orFail(
          loadOrLog(lookup, log).then((cached) => {
            if (response.destroyed) return
            if (cached) return send(cached, lookup)
            traffic.outcomes.bypass += 1
            serveUncached(request, response)
          }),
        )
        break
      case 'bypass':
        serveUncached(request, response)
        break
      case 'ineligible':
        rest(request, response)
    }
  }

  async function sendInPieces({ socket }: IncomingMessage, response: ServerResponse, body: Buffer) {
    const release = unread.hold(body)
    if (await sendBytes(socket, body, response)) response.end()
    release()
  }

  function serveUncached(request: IncomingMessage, response: ServerResponse) {
    const pathname = filePathOf(request, files)
    if (pathname === undefined) rest(request, response)
    else sendUncached(pathname, request, response)
  }

  function sendUncached(pathname: string, request: IncomingMessage, response: ServerResponse) {
    const identity = identify(request, options)
    const { requestId } = identity
    logRequest(log, { request, response, identity, traffic })
    const header = (name: string) => [request.headers[name]].flat()[0]
    files
      .serveFile(pathname, { method: request.method ?? '', header })
      .then((file) => sendFile(response, file, [...headers, ['X-Request-Id', requestId]]))
      .catch((err: unknown) => {
        log.error({ id: requestId, err }, 'a file could not be sent')
        response.destroy()
      })
  }

  /** An error outside the app and Express fails only its own request. Rethrown, it would end the process. */
  function fail(request: IncomingMessage, response: ServerResponse, err: unknown) {
    const { requestId } = identify(request, options)
    log.error({ id: requestId, err }, 'request failed')
    if (response.headersSent) {
      response.destroy()
      return
    }
    const body = `Something went wrong.\nRequest ${requestId}\n`
    const own: Header[] = [
      ['Content-Type', 'text/plain; charset=utf-8'],
      ['Content-Length', String(body.length)],
      ['Cache-Control', 'no-store'],
      ['X-Request-Id', requestId],
    ]
    response.writeHead(500, mergeHeaders(own, headers).flat()).end(body)
  }

  return (request, response) => {
    try {
      serve(request, response)
    } catch (error) {
      fail(request, response, error)
    }
  }
}
