import { chmod, rm } from 'node:fs/promises'
import { createServer, connect, type Socket } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { hasCode, storageErrorCode, StorageError } from '#app/cms/storage/storage-error.ts'
import type { Snapshot, Storage } from '#app/cms/storage/storage.ts'
import { isInBackup, SOCKET, type BackupScope } from './archive-format.ts'

/** The longest path of a Unix domain socket that both Linux and macOS allow: sun_path without the NUL at its end. */
const MAX_PATH_BYTES = 103

const MAX_REQUEST_BYTES = 1024

const requestSchema = z.object({ publicOnly: z.boolean() })

const responseSchema = z.union([
  z.object({ folder: z.string(), leftOut: z.array(z.string()), created: z.iso.datetime() }),
  z.object({ error: z.string() }),
])

/** A snapshot that another process may read until it gives it back. */
export interface LentSnapshot {
  folder: string
  leftOut: string[]
  created: Date
  /** Rejects if the snapshot was removed while it was read. */
  giveBack: () => Promise<void>
}

/**
 * Serves snapshots of the running site to `npm run backup`, over a Unix domain socket in the data folder that only the
 * site's user can open. Request and response are one line of JSON each. The snapshot exists until the connection ends.
 * Resolves with the function that ends the service. Never rejects: the site also works without the socket.
 */
export async function serveSnapshots({
  storage,
  log,
}: {
  storage: Pick<Storage, 'snapshot' | 'pathOf' | 'refusal'>
  log: Logger
}): Promise<() => Promise<void>> {
  const file = storage.pathOf(`data/${SOCKET}`)
  const address = socketAddress(file)
  if (address === undefined) {
    log.warn(
      { file },
      'The path of the data folder is too long for a socket. Stop the site before a backup, or shorten the path',
    )
    return () => Promise.resolve()
  }
  const connections = new Map<Socket, Promise<void>>()
  let isLent = false
  const lendOne: Lending = async (scope, use) => {
    if (isLent) throw new Error('Another backup is being made. Try again when it has ended.')
    isLent = true
    try {
      const snapshot = await storage.snapshot((name) => isInBackup(name, scope))
      try {
        await use(snapshot)
      } finally {
        await snapshot.remove()
      }
    } finally {
      isLent = false
    }
  }
  // The client may close its side while the snapshot is still being removed.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const serving = respond(socket, lendOne)
      .catch((err: unknown) => {
        log.warn({ err }, 'A snapshot for a backup failed')
      })
      .finally(() => {
        socket.end(() => socket.destroy())
        connections.delete(socket)
      })
    connections.set(socket, serving)
  })
  server.on('error', (err) => {
    log.warn({ err }, 'Backups of the running site are not possible: its socket could not be opened')
  })
  if (!storage.refusal()) {
    // A killed process leaves its socket file. This process holds the owner lock, so no other process listens on it.
    await rm(file, { force: true }).catch(() => undefined)
    await new Promise<void>((resolve) => {
      server.once('error', () => {
        resolve()
      })
      server.listen(address, () => {
        resolve()
      })
    })
    await chmod(file, 0o600).catch(() => undefined)
  }
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of connections.keys()) socket.destroy()
    await Promise.all(connections.values())
    if (server.listening) await closed
  }
}

/** Makes a snapshot that exists until `use` has ended. Rejects if another one is in use. */
type Lending = (scope: BackupScope, use: (snapshot: Snapshot) => Promise<void>) => Promise<void>

async function respond(socket: Socket, lend: Lending): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    socket.once('end', resolve).once('close', resolve)
  })
  socket.on('error', () => undefined)
  const write = (response: z.input<typeof responseSchema>) => socket.write(`${JSON.stringify(response)}\n`)
  const scope = requestSchema.parse(JSON.parse(await readLine(socket)))
  try {
    await lend(scope, async ({ folder, leftOut }) => {
      write({ folder, leftOut, created: new Date().toISOString() })
      await ended
    })
  } catch (error) {
    write({ error: reasonOf(error) })
    throw error
  }
}

/**
 * Requests a snapshot from the site that runs on a data folder. Undefined if no site listens there. Rejects with an
 * Error for an operator if the site cannot make one.
 */
export async function borrowSnapshot(dataDir: string, scope: BackupScope): Promise<LentSnapshot | undefined> {
  const address = socketAddress(path.join(dataDir, SOCKET))
  const socket = address === undefined ? undefined : await connectTo(address)
  if (!socket) return undefined
  let isOver = false
  socket.once('close', () => (isOver = true))
  socket.on('error', () => undefined)
  socket.write(`${JSON.stringify({ publicOnly: scope.publicOnly })}\n`)
  const line = await readLine(socket, Infinity)
  const response = responseSchema.parse(JSON.parse(line))
  if ('error' in response) throw new Error(response.error)
  return {
    folder: response.folder,
    leftOut: response.leftOut,
    created: new Date(response.created),
    async giveBack() {
      const isGone = isOver
      socket.end()
      // The site closes its side once the snapshot has been removed.
      await text(socket).catch(() => undefined)
      if (isGone) throw new Error('The site was stopped while the backup was made. Make the backup again.')
    },
  }
}

/** The path of a socket, relative if that is shorter. Undefined if no path is short enough. */
function socketAddress(file: string): string | undefined {
  return [path.relative(process.cwd(), file), file].find((address) => Buffer.byteLength(address) <= MAX_PATH_BYTES)
}

function connectTo(address: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(address)
    socket.once('connect', () => {
      resolve(socket)
    })
    socket.once('error', (error) => {
      if (hasCode(error, 'ENOENT', 'ECONNREFUSED')) resolve(undefined)
      else reject(error)
    })
  })
}

/** The first line received. Rejects if the connection ends before it, or if the line is longer than allowed. */
function readLine(socket: Socket, maxBytes = MAX_REQUEST_BYTES): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    socket.setEncoding('utf8')
    socket.on('data', function onData(chunk: string) {
      received += chunk
      const end = received.indexOf('\n')
      if (end >= 0) {
        socket.off('data', onData)
        // Needed to receive the `end` event.
        socket.resume()
        resolve(received.slice(0, end))
      } else if (received.length > maxBytes) reject(new Error('The request is too long'))
    })
    socket.once('close', () => {
      reject(new Error('The connection ended before the response. Is the site being stopped?'))
    })
  })
}

function reasonOf(error: unknown) {
  if (!(error instanceof StorageError)) return error instanceof Error ? error.message : String(error)
  const cause = error.cause instanceof Error ? error.cause.message : error.message
  return REASONS[storageErrorCode(error)] ?? `The files could not be linked for the backup: ${cause}`
}

const REASONS: Partial<Record<ReturnType<typeof storageErrorCode>, string>> = {
  'disk-full': 'The disk of the server is full. Free some space, then try again.',
  'read-only': 'The server is not allowed to write to its folders, so the files cannot be linked for the backup.',
  'data-missing': 'The data folder of the server is missing. Mount its disk or put the folder back, then try again.',
}
