import type { RequestListener } from 'node:http'
import express, { type Express, type RequestHandler } from 'express'
import onHeaders from 'on-headers'
import type { Logger } from 'pino'
import { startCacheWarmer } from './cache/cache-warmer.ts'
import { publicResponses, type Handle } from './cache/public-responses.ts'
import type { CacheSource } from './cache/response-cache.ts'
import { createCacheLookup, respondFromCache, serveCached } from './cache/serve-cached.ts'
import { UnreadBodies } from './cache/unread-bodies.ts'
import type { Respond } from './fast-path/fast-path.ts'
import type { HostInterface, ProcessHealth } from '#app/cms/host-interface.ts'
import { healthRoutes, type Readiness } from './lifecycle/readiness.ts'
import type { Limits } from './limits.ts'
import { Traffic } from './metrics/traffic.ts'
import { accessLog, countHits, identify } from './middleware/access-log.ts'
import { compressPublic } from './middleware/compress-public.ts'
import { askForBody } from './middleware/held-body.ts'
import { isTooOldFor, refuseIfTooOld } from './middleware/only-current.ts'
import { requestOriginOf } from './middleware/request-address.ts'
import { earlierAssets } from './middleware/earlier-assets.ts'
import { cachedStaticFiles, staticFiles } from './middleware/static-files.ts'
import { limitConcurrentRenders } from './middleware/render-queue.ts'
import { limitUnreadBodies, requestBody } from './middleware/request-body.ts'
import { requestChecks } from './middleware/request-checks.ts'
import { securityHeaderList, securityHeaders } from './middleware/security-headers.ts'
import { handleError } from './middleware/send-error.ts'
import { WriterRequests } from './middleware/writer-requests.ts'

export interface AppOptions {
  host: Pick<
    HostInterface,
    | 'role'
    | 'isShared'
    | 'release'
    | 'isForWriter'
    | 'readOnlyReason'
    | 'isCurrent'
    | 'refusedForm'
    | 'publicDocuments'
    | 'isFileAddress'
    | 'isPublicFile'
    | 'serveFile'
    | 'sharedCacheHeaders'
    | 'builtFiles'
    | 'onContentChange'
    | 'plainPage'
    | 'isSignedIn'
    | 'visitorKey'
  >
  /** The Remix app, as a function for the response cache and as Express middleware for everything else. */
  handle: Handle
  render: RequestHandler
  /** Folder of the browser's build: its `assets` are served. */
  clientFolder: string
  publicFolder: string
  publicOrigin: string
  allowedHosts: readonly string[]
  trustProxy: boolean
  limits: Limits
  readiness: Readiness
  health: ProcessHealth
  log: Logger
}

interface HostApp {
  listener: RequestListener
  /** Serves cached responses to the fast path. */
  respond: Respond
  /** The bytes of cached responses that slow clients hold. */
  unread: UnreadBodies
  /** The request counts so far. */
  traffic: Traffic
  /** Renders the public pages for the cache, in the background. Resolves when they are cached. */
  warm: () => Promise<void>
  /** See `WriterRequests`. */
  handOver: (timeout: number) => Promise<void>
  /** Stops the background work. */
  stop: () => void
}

/** Everything that handles requests: the response cache and files first, then Express and the Remix app. */
export function createApp(options: AppOptions): HostApp {
  const { host, publicOrigin, log } = options
  const headers = securityHeaderList(publicOrigin)
  const requestOrigin = requestOriginOf(options)
  const statics = cachedStaticFiles(options, { origin: publicOrigin, headers })
  const unread = new UnreadBodies()
  const { documents, files, unknown } = publicResponses({
    host,
    unread,
    handle: (request) => {
      traffic.renders.cache += 1
      return options.handle(request)
    },
    origin: publicOrigin,
    headers,
    isOwn: (target) => isHostAddress(target, statics),
  })
  const traffic = new Traffic()
  const hits = countHits(log, traffic)
  const warmer = startCacheWarmer({ documents, addresses: () => host.publicDocuments.addresses(), log })
  const stopListening = host.onContentChange(() => {
    warmer.drop()
    files.cache.drop()
  })
  const find = createCacheLookup({
    unread,
    sources: [documents, statics, files, unknown],
    origin: options.trustProxy ? publicOrigin : undefined,
    requestOrigin,
    isIneligible: (request) => !options.readiness.isReady || isTooOldFor(request, host),
  })
  const writerRequests = new WriterRequests({ host, publicOrigin })
  const rest = createExpressApp(options, { requestOrigin, traffic, writerRequests })
  return {
    unread,
    traffic,
    listener: limitUnreadBodies(
      options.limits,
      serveCached({ ...options, find, files: host, rest, headers, hits, traffic, unread }),
    ),
    respond: respondFromCache({ ...options, find, files: host, headers, hits, traffic, unread }),
    warm: () => warmer.start(),
    handOver: (timeout) => writerRequests.handOver(timeout),
    stop() {
      stopListening()
      warmer.stop()
      hits.stop()
    },
  }
}

/** The middleware that a request passes on its way to Remix, in order. */
function createExpressApp(
  options: AppOptions,
  {
    requestOrigin,
    traffic,
    writerRequests,
  }: { requestOrigin: ReturnType<typeof requestOriginOf>; traffic: Traffic; writerRequests: WriterRequests },
): Express {
  const { log, readiness, trustProxy, limits, host } = options
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', trustProxy ? 1 : false)
  app.set('query parser', 'simple')
  app.locals['plainPage'] = host.plainPage

  app.use((request, response, next) => {
    response.setHeader('X-Request-Id', identify(request, { trustProxy }).requestId)
    // A connection that is kept alive would delay the stop until its time-out.
    onHeaders(response, () => {
      if (!readiness.isReady) response.setHeader('Connection', 'close')
    })
    next()
  })
  app.use(securityHeaders(options))
  app.use(
    healthRoutes({ readiness, health: options.health, role: host.role, isWriter: () => writerRequests.isWriter() }),
  )
  app.use(accessLog(log, { trustProxy, traffic }))
  app.use(refuseIfTooOld(host))
  app.use(requestChecks({ ...options, requestOrigin }))
  app.use(requestBody(limits))
  app.use(writerRequests.handle)
  app.use((request, response, next) => {
    askForBody(request, response)
    next()
  })
  app.use(staticFiles(options))
  app.use('/assets', earlierAssets(host))
  app.use(
    limitConcurrentRenders({ limits, trustProxy, isSignedIn: host.isSignedIn, visitorKey: host.visitorKey, traffic }),
  )
  app.use(compressPublic())
  app.use((request, response, next) => {
    traffic.renders.request += 1
    options.render(request, response, next)
  })
  app.use(handleError(log, trustProxy))
  return app
}

/** True if the host itself serves the address: health routes and static files, also with escaped names. */
function isHostAddress(target: string, statics: CacheSource) {
  const [path = ''] = target.split('?', 1)
  if (/^\/(?:assets|healthz|readyz)(?:\/|$)/.test(path)) return true
  try {
    return statics.keyOf(decodeURIComponent(path)) !== undefined
  } catch {
    return true
  }
}
