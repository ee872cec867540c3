import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { isData, requestKindOf, type CacheOutcome, type Traffic } from '../metrics/traffic.ts'

interface RequestIdentity {
  /** Identifies the request in the log, in the X-Request-Id header and on error pages. */
  requestId: string
  /** Address of the visitor; empty if the connection is closed already. */
  clientAddress: string
  /** The trace of a trusted proxy that the request belongs to (W3C Trace Context). */
  trace: { traceId: string; parentId: string } | undefined
}

const identities = new WeakMap<IncomingMessage, RequestIdentity>()

/** The identity of a request. Calls for the same request return the same object. */
export function identify(request: IncomingMessage, { trustProxy }: { trustProxy: boolean }): RequestIdentity {
  let identity = identities.get(request)
  if (identity === undefined) {
    identity = {
      ...identifyByHeaders(request.headers, { trustProxy }),
      clientAddress: clientAddressOf(request, trustProxy),
    }
    identities.set(request, identity)
  }
  return identity
}

/** A new identity for a request with these headers. */
export function identifyByHeaders(
  headers: IncomingHttpHeaders,
  { trustProxy }: { trustProxy: boolean },
): Omit<RequestIdentity, 'clientAddress'> {
  return {
    requestId: requestIdOf(headers, trustProxy),
    trace: trustProxy ? traceOf(headers['traceparent']) : undefined,
  }
}

function requestIdOf(headers: IncomingHttpHeaders, trustProxy: boolean) {
  const given = headers['x-request-id']
  // Anyone can send the header. Only a trusted proxy uses the same id in its own log.
  return trustProxy && typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID()
}

/** Version, trace-id, parent-id and flags. Later versions may have more fields; ids of zeros alone are not valid. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(?<more>-.*)?$/

function traceOf(header: string | string[] | undefined): RequestIdentity['trace'] {
  const [text, traceId, parentId, more] = TRACEPARENT.exec(typeof header === 'string' ? header : '') ?? []
  if (text === undefined || traceId === undefined || parentId === undefined) return undefined
  return more !== undefined && text.startsWith('00') ? undefined : { traceId, parentId }
}

function clientAddressOf(request: IncomingMessage, trustProxy: boolean) {
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
  if (!trustProxy) return peer
  // Each proxy appends the address it saw. Only the last one is from our proxy; clients can send the others.
  const seenByProxy = [request.headers['x-forwarded-for']].flat().at(-1)?.split(',').at(-1)?.trim() ?? ''
  return isIP(seenByProxy) ? seenByProxy : peer
}

/** Limits on the number and length of query parameter names in a log line, because the client chooses them. */
const MAX_NAMES = 20
const MAX_NAME_LENGTH = 50

/** Logs the requests that Express handles. */
export function accessLog(
  log: Logger,
  { trustProxy, traffic }: { trustProxy: boolean; traffic: Traffic },
): RequestHandler {
  return (request, response, next) => {
    logRequest(log, { request, response, identity: identify(request, { trustProxy }), traffic })
    next()
  }
}

/** Logs a request when its response has been sent or its connection is closed. */
export function logRequest(
  log: Logger,
  {
    request,
    response,
    identity,
    traffic,
  }: { request: IncomingMessage; response: ServerResponse; identity: RequestIdentity; traffic: Traffic },
): void {
  const writtenBefore = request.socket.bytesWritten
  const end = beginRequestLog(log, { request, identity, traffic })
  response.once('close', () => {
    const bytes = request.socket.bytesWritten - writtenBefore
    end({ status: response.statusCode, bytes, isCutOff: !response.writableFinished })
  })
}

/**
 * Returns a function that logs a request with its response. Never logs a body, a cookie, an Authorization header or the
 * value of a query parameter: these may be secret or personal.
 */
export function beginRequestLog(
  log: Logger,
  {
    request: { method, url = '' },
    identity: { requestId, trace },
    traffic,
  }: {
    request: Pick<IncomingMessage, 'method' | 'url'>
    identity: Omit<RequestIdentity, 'clientAddress'>
    traffic: Traffic
  },
): (response: { status: number; bytes: number; isCutOff: boolean }) => void {
  const started = performance.now()
  const [path, query] = url.split('?', 2)
  const queryNames = [...new Set(new URLSearchParams(query).keys())]
    .slice(0, MAX_NAMES)
    .map((name) => name.slice(0, MAX_NAME_LENGTH))

  return ({ status, bytes, isCutOff }) => {
    const ms = performance.now() - started
    traffic.countRequest(requestKindOf(url), status, ms / 1000)
    const line = {
      id: requestId,
      ...trace,
      method,
      path,
      ...(queryNames.length > 0 && { query: queryNames }),
      status,
      ms: Math.round(ms * 10) / 10,
      bytes,
      ...(isCutOff && { cutOff: true }),
    }
    log[status >= 500 ? 'error' : 'info'](line, 'request')
  }
}

const SUMMARY_MS = 60_000
/** Addresses in a summary, and addresses counted for one: clients can request any number of unknown addresses. */
const MAX_LOGGED = 50
const MAX_COUNTED = 1_000
const OTHERS = '(others)'

export interface HitCounter {
  count: (response: { address: string; outcome: CacheOutcome; isFile: boolean }, status: number) => void
  /** Logs the counts since the last summary, if there are any. */
  summarize: () => void
  stop: () => void
}

/**
 * Logs cache hits as one line a minute with their number by address: a line for each hit would cost as much as the
 * response, and say nothing about the visitor. With LOG_LEVEL=debug each hit also gets a line.
 */
export function countHits(log: Logger, traffic: Traffic): HitCounter {
  const isDetailed = log.isLevelEnabled('debug')
  let hits: HitCounts = new Map()
  let missing: HitCounts = new Map()
  let notModified = 0

  function summarize() {
    if (hits.size + missing.size === 0) return
    const line = { responses: sumOf(hits) + sumOf(missing), notModified, addresses: mostFrequent(hits) }
    log.info({ ...line, ...(missing.size > 0 && { notFound: mostFrequent(missing) }) }, 'served from the cache')
    hits = new Map()
    missing = new Map()
    notModified = 0
  }

  const timer = setInterval(summarize, SUMMARY_MS).unref()
  return {
    count({ address, outcome, isFile }, status) {
      traffic.countCached(isFile ? 'file' : isData(address) ? 'data' : 'page', outcome, status)
      const counts = status === 404 ? missing : hits
      const count = counts.get(address) ?? newCount(counts, address)
      count.responses += 1
      if (status === 304) notModified += 1
      if (isDetailed) log.debug({ address, status }, 'served from the cache')
    },
    summarize,
    stop() {
      clearInterval(timer)
      summarize()
    },
  }
}

/** Responses by address. */
type HitCounts = Map<string, { responses: number }>

/** The count of an address that has none yet: its own, or that of all others if there are too many. */
function newCount(counts: HitCounts, address: string) {
  const counted = counts.size < MAX_COUNTED ? address : OTHERS
  const count = counts.get(counted) ?? { responses: 0 }
  counts.set(counted, count)
  return count
}

function sumOf(counts: HitCounts) {
  return [...counts.values()].reduce((sum, { responses }) => sum + responses, 0)
}

function mostFrequent(counts: HitCounts) {
  const numbers = [...counts].map(([address, { responses }]) => [address, responses] as const)
  return Object.fromEntries(numbers.sort(([, a], [, b]) => b - a).slice(0, MAX_LOGGED))
}
