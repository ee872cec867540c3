import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { RequestHandler } from 'express'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { createApp } from '../server/create-app.ts'
import { createServer, listen } from '../server/create-server.ts'
import { defaultLimits, type Limits } from '../server/limits.ts'
import type { Readiness } from '../server/readiness.ts'

export interface TestHost {
  origin: string
  port: number
  server: Server
  readiness: Readiness
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

/**
 * The production host on a free port, with `render` in Remix's place and one file in each of the static folders:
 * `/assets/app-1a2b3c.js` and `/favicon.svg`. Stopped when the test ends.
 */
export async function startTestHost({
  render = (_request, response) => void response.send('page'),
  limits = {},
  trustProxy = false,
  publicOrigin = 'http://localhost:3000',
}: {
  render?: RequestHandler
  limits?: Partial<Limits>
  trustProxy?: boolean
  publicOrigin?: string
} = {}): Promise<TestHost> {
  const folder = mkdtempSync(path.join(tmpdir(), 'host-'))
  mkdirSync(path.join(folder, 'client/assets'), { recursive: true })
  mkdirSync(path.join(folder, 'public'))
  writeFileSync(path.join(folder, 'client/assets/app-1a2b3c.js'), 'export {}\n')
  writeFileSync(path.join(folder, 'public/favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')

  const log: string[] = []
  const readiness: Readiness = { isReady: true }
  const allLimits = { ...defaultLimits, ...limits }
  const app = createApp({
    render,
    clientFolder: path.join(folder, 'client'),
    publicFolder: path.join(folder, 'public'),
    publicOrigin,
    trustProxy,
    limits: allLimits,
    readiness,
    log: pino({ base: null }, { write: (line) => log.push(line) }),
  })
  const server = createServer(allLimits, app)
  const port = await listen(server, { port: 0, host: '127.0.0.1' })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true })
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    server,
    readiness,
    logLines: () => log.map((line) => logLine.parse(JSON.parse(line))),
  }
}

/** Sends bytes as they are and resolves with everything that comes back until the host closes the connection. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}
