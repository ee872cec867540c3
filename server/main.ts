import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler as createExpressHandler } from '@remix-run/express'
import { createRequestHandler } from '@remix-run/node'
import { banner } from './banner.ts'
import { createListener } from './create-listener.ts'
import { createServer, listen } from './create-server.ts'
import { stopGracefully } from './graceful-stop.ts'
import { hostInterfaceOf, isServerBuild } from './host-interface.ts'
import { defaultLimits } from './limits.ts'
import { prepareFolders } from './prepare-folders.ts'
import type { Readiness } from './readiness.ts'
import { identify } from './request-identity.ts'
import { releaseMemoryInCalm } from './release-memory.ts'
import { runUntilStopped } from './run-until-stopped.ts'

try {
  // This file runs as build/host/main.js.
  await start(path.resolve(import.meta.dirname, '../..'))
} catch (error) {
  // What we throw ourselves is a sentence that helps; the stack helps where something else broke.
  const isOwn = error instanceof Error && error.constructor === Error
  process.stderr.write(`\n${isOwn ? error.message : inspectError(error)}\n`)
  process.exit(1)
}

async function start(root: string) {
  // Before the app is loaded: React and Remix look at it once.
  if (!Reflect.has(process.env, 'NODE_ENV')) process.env.NODE_ENV = 'production'
  const filledFolders = await prepareFolders(root, process.env)
  const build = await loadBuild(path.join(root, 'build/server/index.js'))
  const host = hostInterfaceOf(build)
  const { env, log } = host

  const readiness: Readiness = { isReady: false }
  const handleRequest = createExpressHandler({ build, getLoadContext: (request) => ({ ...identify(request, env) }) })
  const handle = createRequestHandler(build, process.env.NODE_ENV)
  const { listener, connections, warm, stop } = createListener({
    host,
    handle: (request) => handle(request),
    // What goes wrong in there is handed to next().
    render: (request, response, next) => void handleRequest(request, response, next),
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
  const server = createServer(defaultLimits, listener, connections)

  try {
    // In this order: a password made up for a start that then fails would be shown to nobody.
    const port = await listen(server, env)
    const administrator = await host.ensureAdministrator()
    process.stdout.write(banner(env.publicOrigin, administrator))
    log.info({ host: env.host, port, origin: env.publicOrigin, filledFolders }, 'listening')
  } catch (error) {
    await host.close()
    throw error
  }
  readiness.isReady = true
  void warm().then(releaseMemoryInCalm)
  host.startBackgroundWork()
  const close = () => {
    stop()
    return host.close()
  }
  runUntilStopped({
    stop: () => stopGracefully({ server, readiness, stopTimeout: defaultLimits.stopTimeout, close }),
    log,
  })
}

async function loadBuild(file: string) {
  const build: unknown = await import(pathToFileURL(file).href)
  if (!isServerBuild(build)) throw new Error(`${file} is not a build of the app. Make one: npm run build`)
  return build
}

function inspectError(error: unknown) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
