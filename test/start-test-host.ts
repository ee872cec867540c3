import { mkdtempSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, constants } from 'node:zlib'
import type { RequestHandler } from 'express'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { visitorKey } from '../app/cms/platform/visitor-key.ts'
import { createApp, type AppOptions } from '../server/app.ts'
import type { Handle } from '../server/cache/public-responses.ts'
import type { UnreadBodies } from '../server/cache/unread-bodies.ts'
import { plainPage } from '#app/cms/platform/http/plain-page.server.tsx'
import { refusedForm } from '#app/cms/platform/http/refused-form.server.ts'
import type { HostInterface } from '#app/cms/host-interface.ts'
import type { Readiness } from '../server/lifecycle/readiness.ts'
import type { Traffic } from '../server/metrics/traffic.ts'
import { defaultLimits, type Limits } from '../server/limits.ts'
import { clientKey } from '../server/middleware/connection-limits.ts'
import { createServer, listen, type HostServer } from '../server/server.ts'

export interface TestHost {
  origin: string
  port: number
  server: HostServer
  readiness: Readiness
  unread: UnreadBodies
  traffic: Traffic
  /** The problems and the readiness that the app reports; tests change them. */
  health: { found: string[]; isReady: boolean }
  changeContent: () => void
  /** Renders the public documents for the cache. */
  warm: () => Promise<void>
  handOver: (timeout: number) => Promise<void>
  /** Lines of the log so far. */
  logLines: () => LogLine[]
}

const logLine = z.looseObject({
  msg: z.string(),
  id: z.string().optional(),
  path: z.string().optional(),
  query: z.array(z.string()).optional(),
  status: z.number().optional(),
})
type LogLine = z.infer<typeof logLine>

type WritingState = Pick<HostInterface, 'role' | 'isShared' | 'release' | 'isForWriter' | 'isCurrent'>

const FILE_TIME = new Date('2026-01-01T00:00:00Z')

/** A script, and a brotli copy of it that differs from the one that the host would make. */
const LIBRARY = 'export {}\n'.repeat(300)
export const LIBRARY_BROTLI = brotliCompressSync(LIBRARY, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } })

/**
 * The production host on a free port, with `render` instead of Remix and a few static files: `/assets/app-1a2b3c.js`,
 * `/assets/lib-4d5e6f.js` with its brotli copy beside it, and `/favicon.svg`. `documents` are the addresses of public
 * documents, which `handle` renders; `serveFile` serves addresses below /uploads/, of which images and PDFs are cached. With `app`, it is the host of that
 * app, whose pages `handle` and `render` render. It is stopped when the test ends.
 */
export async function startTestHost({
  render = (_request, response) => void response.send('page'),
  limits = {},
  hasFastPath = true,
  trustProxy = false,
  keyOf = clientKey({ trustProxy, visitorKey }),
  publicOrigin = 'http://localhost:3000',
  allowedHosts = [],
  documents = [],
  addressOf = (target) => documents.find((address) => address === target.split('?', 1)[0]),
  unknownAddressOf = () => undefined,
  handle = () => Promise.resolve(new Response('document', { headers: { 'Cache-Control': 'public' } })),
  serveFile = () => Promise.resolve({ status: 404, headers: [], body: undefined }),
  writing = {},
  builtFiles = { keep: () => Promise.resolve(), read: () => Promise.resolve(undefined) },
  app,
}: {
  render?: RequestHandler
  limits?: Partial<Limits>
  hasFastPath?: boolean
  trustProxy?: boolean
  keyOf?: (address: string) => string | undefined
  publicOrigin?: string
  allowedHosts?: readonly string[]
  documents?: readonly string[]
  addressOf?: HostInterface['publicDocuments']['addressOf']
  unknownAddressOf?: HostInterface['publicDocuments']['unknownAddressOf']
  handle?: Handle
  serveFile?: HostInterface['serveFile']
  /** Which process writes; by default this one, alone. */
  writing?: Partial<WritingState>
  builtFiles?: HostInterface['builtFiles']
  /** The app of a site, instead of the stand-ins of this function. */
  app?: AppOptions['host']
} = {}): Promise<TestHost> {
  const folder = mkdtempSync(path.join(tmpdir(), 'host-'))
  mkdirSync(path.join(folder, 'client/assets'), { recursive: true })
  mkdirSync(path.join(folder, 'public'))
  writeFileSync(path.join(folder, 'client/assets/app-1a2b3c.js'), 'export {}\n'.repeat(200))
  writeFileSync(path.join(folder, 'client/assets/lib-4d5e6f.js'), LIBRARY)
  writeFileSync(path.join(folder, 'client/assets/lib-4d5e6f.js.br'), LIBRARY_BROTLI)
  writeFileSync(path.join(folder, 'public/favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  // The same time for every host, because ETag and Last-Modified depend on it.
  for (const file of ['client/assets/app-1a2b3c.js', 'client/assets/lib-4d5e6f.js', 'public/favicon.svg']) {
    utimesSync(path.join(folder, file), FILE_TIME, FILE_TIME)
  }

  const log: string[] = []
  const logger = pino({ base: null }, { write: (line) => log.push(line) })
  const readiness: Readiness = { isReady: true, isLeaving: false }
  const health = { found: [] as string[], isReady: true }
  const allLimits = { ...defaultLimits, ...limits }
  const listeners = new Set<() => void>()
  const host = createApp({
    host: app ?? {
      publicDocuments: {
        addresses: () => [...documents],
        addressOf,
        unknownAddressOf,
        sharedCacheHeaders: (address) => [['Cache-Tag', `document ${address}`]],
      },
      // Replaces the app's check: only these two values count as signed in.
      isSignedIn: ({ cookie, authorization }) => cookie === 'session=open' || authorization === 'Bearer live',
      visitorKey,
      role: () => 'writer',
      isShared: false,
      release: () => Promise.resolve(),
      isForWriter: () => false,
      isCurrent: () => true,
      ...writing,
      readOnlyReason: () => undefined,
      isFileAddress: (pathname) => pathname.startsWith('/uploads/'),
      isPublicFile: (pathname) => /^\/uploads\/[^?]*\.(?:avif|png|pdf)$/.test(pathname),
      serveFile,
      sharedCacheHeaders: () => [],
      plainPage,
      refusedForm,
      builtFiles,
      onContentChange(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    handle,
    allowedHosts,
    render,
    clientFolder: path.join(folder, 'client'),
    publicFolder: path.join(folder, 'public'),
    publicOrigin,
    trustProxy,
    limits: allLimits,
    readiness,
    health: { problems: () => health.found.map((id) => ({ id })), isReady: () => health.isReady },
    log: logger,
  })
  const { listener, respond, unread } = host
  const server = createServer({
    limits: allLimits,
    listener,
    respond: hasFastPath ? respond : undefined,
    onUnread: (body, socket) => {
      unread.add(body, socket)
    },
    keyOf,
    log: logger,
  })
  const port = await listen(server.tcp, { port: 0, host: '127.0.0.1' })
  onTestFinished(() => {
    host.stop()
    server.closeAllConnections()
    server.tcp.close()
    rmSync(folder, { recursive: true })
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    server,
    readiness,
    unread,
    traffic: host.traffic,
    health,
    changeContent: () => {
      for (const listener of listeners) listener()
    },
    warm: () => host.warm(),
    handOver: host.handOver,
    logLines: () => log.map((line) => logLine.parse(JSON.parse(line))),
  }
}

/** Sends bytes unchanged and resolves with everything that is received until the host closes the connection. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}
