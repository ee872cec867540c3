import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createRequestHandler as createExpressHandler } from '@remix-run/express'
import { createRequestHandler } from '@remix-run/node'
import { byArea, loadBuild, withoutStaff } from './app-build.ts'
import { createApp } from './app.ts'
import type { HostInterface } from '#app/cms/host-interface.ts'
import type { Readiness } from './lifecycle/readiness.ts'
import { collectGarbage } from './lifecycle/collect-garbage.ts'
import { runUntilStopped, stopGracefully } from './lifecycle/shutdown.ts'
import { prepareFolders, requireFolders } from './lifecycle/volumes.ts'
import { defaultLimits } from './limits.ts'
import { startMetrics, type MetricsServer } from './metrics/metrics-server.ts'
import { identify } from './middleware/access-log.ts'
import { clientOf } from './middleware/client.ts'
import { clientKey } from './middleware/connection-limits.ts'
import { createServer, listen } from './server.ts'

/** For so long (ms) a process that cannot keep its files, such as without the store, waits before it is ready. */
const KEEP_FILES_MS = 5_000

// A closed standard output must not stop the start. The log reports a failed write itself.
process.stdout.on('error', () => undefined)

try {
  // This file runs as build/host/main.js.
  await start(path.resolve(import.meta.dirname, '../..'))
} catch (error) {
  // Errors of our own have a message for people. For all others the stack is shown.
  const isOwn = error instanceof Error && error.constructor === Error
  process.stderr.write(`\n${isOwn ? error.message : inspectError(error)}\n`)
  process.exit(1)
}

async function start(root: string) {
  // Set before the app is loaded, because React and Remix read it once.
  if (!Object.hasOwn(process.env, 'NODE_ENV')) process.env.NODE_ENV = 'production'
  // Without this property, the build does the host's work itself when it is imported.
  Object.assign(globalThis, { [Symbol.for('website.hosted')]: true })
  await requireFolders(process.env)
  const { filled: filledFolders, failures } = await prepareFolders(root, process.env)
  const build = await loadBuild(path.join(root, 'build/server/index.js'))
  const host = build.entry.module.hostInterface
  const { env, log } = host
  for (const err of failures) log.warn({ err }, 'The initial files could not be copied into a folder')

  const readiness: Readiness = { isReady: false, isLeaving: false }
  const rendererOf = byArea(build, (part) =>
    createExpressHandler({
      build: part,
      getLoadContext: (request, response) => ({ ...identify(request, env), client: clientOf(response) }),
    }),
  )
  const handle = createRequestHandler(withoutStaff(build), process.env.NODE_ENV)
  const app = createApp({
    host,
    handle: (request) => handle(request),
    // Its errors are passed to next().
    render: (request, response, next) => void rendererOf(request.originalUrl)(request, response, next),
    clientFolder: path.join(root, 'build/client'),
    publicFolder: path.join(root, 'public'),
    publicOrigin: env.publicOrigin,
    allowedHosts: env.allowedHosts,
    trustProxy: env.trustProxy,
    limits: defaultLimits,
    readiness,
    health: host.health,
    log,
  })
  const { listener, respond, unread, warm, stop, traffic } = app
  const server = createServer({
    limits: defaultLimits,
    listener,
    respond,
    onUnread: (body, socket) => {
      unread.add(body, socket)
    },
    keyOf: clientKey({ ...env, ...host }),
    log,
  })

  let metrics: MetricsServer | undefined
  try {
    // The account is created last: otherwise a failed start would generate a password that is never shown.
    const port = await listen(server.tcp, env)
    if (env.metrics)
      metrics = await startMetrics({ address: env.metrics, host, traffic, connections: server.connections })
    await host.introduce()
    const where = { host: env.host, port, metricsPort: metrics?.port, origin: env.publicOrigin }
    log.info({ ...where, role: host.role(), filledFolders }, 'listening')
  } catch (error) {
    metrics?.close()
    await host.close()
    throw error
  }
  const close = () => {
    metrics?.close()
    stop()
    return host.close()
  }
  runUntilStopped({
    stop: ({ isFailed }) =>
      stopGracefully({
        server,
        readiness,
        stopDelay: isFailed ? 0 : env.stopDelay,
        requestsTimeout: defaultLimits.stopRequestsTimeout,
        stopTimeout: defaultLimits.stopTimeout,
        endStreams: host.endStreams,
        handOver: app.handOver,
        close,
      }),
    log,
  })
  const { isShared } = host
  const keepFiles = () => host.builtFiles.keep(path.join(root, 'build/client/assets'))
  // During an update, other processes are asked for the files of this build as soon as it serves pages.
  if (isShared) await Promise.race([keepFiles(), delay(KEEP_FILES_MS)])
  readiness.isReady = true
  const warmed = startInBackground(host, warm)
  const started = isShared ? warmed : warmed.then(keepFiles)
  void started.then(collectGarbage).catch((err: unknown) => {
    log.warn({ err }, 'The garbage of the start could not be collected: the process keeps more memory')
  })
}

/** Resolves when the public pages are in the cache. An error of the background work must not stop the site. */
function startInBackground({ startBackgroundWork, log }: HostInterface, warm: () => Promise<void>): Promise<void> {
  const warmed = warm().catch((err: unknown) => {
    log.error(
      { err },
      'The public pages could not be rendered for the cache. Each page is rendered when it is requested',
    )
  })
  try {
    startBackgroundWork()
  } catch (err) {
    log.error({ err }, 'The background work could not be started')
  }
  return warmed
}

function inspectError(error: unknown) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
