import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler as createExpressHandler } from '@remix-run/express'
import { createRequestHandler } from '@remix-run/node'
import { banner } from './lifecycle/banner.ts'
import { clientKey } from './middleware/connection-count.ts'
import { createListener } from './create-listener.ts'
import { createServer, listen } from './create-server.ts'
import { stopGracefully } from './lifecycle/graceful-stop.ts'
import { hostInterfaceOf, isServerBuild, type HostInterface } from './host-interface.ts'
import { defaultLimits } from './limits.ts'
import { prepareFolders } from './lifecycle/prepare-folders.ts'
import type { Readiness } from './lifecycle/readiness.ts'
import { identify } from './middleware/request-identity.ts'
import { releaseMemoryInCalm } from './lifecycle/release-memory.ts'
import { runUntilStopped } from './lifecycle/run-until-stopped.ts'

/** How often a disk that did not take the first account is asked again (ms). */
const ACCOUNT_RETRY_MS = 5_000

// A banner nobody can read is no reason not to start; that the log cannot be written either is noticed by itself.
process.stdout.on('error', () => undefined)

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
  const { filled: filledFolders, failures } = await prepareFolders(root, process.env)
  const build = await loadBuild(path.join(root, 'build/server/index.js'))
  const host = hostInterfaceOf(build)
  const { env, log } = host
  for (const err of failures) log.warn({ err }, 'A folder could not be filled with what ships')

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
  const server = createServer({ limits: defaultLimits, listener, connections, keyOf: clientKey({ ...env, ...host }) })

  try {
    // In this order: a password made up for a start that then fails would be shown to nobody.
    const port = await listen(server, env)
    await introduceAdministrator(host)
    log.info({ host: env.host, port, origin: env.publicOrigin, filledFolders }, 'listening')
  } catch (error) {
    await host.close()
    throw error
  }
  readiness.isReady = true
  startInBackground(host, warm)
  const close = () => {
    stop()
    return host.close()
  }
  runUntilStopped({
    stop: () =>
      stopGracefully({
        server,
        readiness,
        requestsTimeout: defaultLimits.stopRequestsTimeout,
        stopTimeout: defaultLimits.stopTimeout,
        close,
      }),
    log,
  })
}

/**
 * Makes the first account where there is none, and tells a person how to sign in. On a disk that takes no account the site
 * is served without one, and the account follows when it does.
 */
async function introduceAdministrator(host: HostInterface): Promise<void> {
  const administrator = await host.ensureAdministrator()
  if (!('isPending' in administrator)) {
    process.stdout.write(banner(host.env.publicOrigin, administrator))
    return
  }
  setTimeout(() => void introduceAdministrator(host), ACCOUNT_RETRY_MS).unref()
}

/** What goes wrong behind the requests must not end them. */
function startInBackground({ startBackgroundWork, log }: HostInterface, warm: () => Promise<void>) {
  warm()
    .then(releaseMemoryInCalm)
    .catch((err: unknown) => {
      log.error({ err }, 'The public pages could not be made ready; each is made when it is asked for')
    })
  try {
    startBackgroundWork()
  } catch (err) {
    log.error({ err }, 'The work behind the requests could not be begun')
  }
}

async function loadBuild(file: string) {
  const build: unknown = await import(pathToFileURL(file).href)
  if (!isServerBuild(build)) throw new Error(`${file} is not a build of the app. Make one: npm run build`)
  return build
}

function inspectError(error: unknown) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
