import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import path from 'node:path'
import type { Writable } from 'node:stream'
import express, { Router } from 'express'
import { mergeHeaders, type Header } from '../cache/cached-response.ts'
import { ResponseCache, type CacheSource } from '../cache/response-cache.ts'
import type { FileBody, FileResponse, HostInterface } from '../host-interface.ts'

export interface StaticFolders {
  /** Folder of the browser's build. Its `assets`, whose names carry a hash, are served under /assets/. */
  clientFolder: string
  /** Folder of the files served at the root. Their names have no hash. */
  publicFolder: string
  host: Pick<HostInterface, 'sharedCacheHeaders'>
}

const MB = 1024 * 1024
const MAX_CACHED_BYTES = MB

const YEAR = 'public, max-age=31536000, immutable'
const HOUR = 'public, max-age=3600'

/** Seconds that shared caches may serve these files without revalidation. */
const SHARED_MAX_AGE = 3600

/** The static files that are cached, each from its first use on. The folders are read once, at the start. */
export function cachedStaticFiles(
  { clientFolder, publicFolder, host }: StaticFolders,
  { origin, headers }: { origin: string; headers: readonly Header[] },
): CacheSource {
  const files = new Map([
    ...listFiles(path.join(clientFolder, 'assets'), '/assets/', YEAR),
    ...listFiles(publicFolder, '/', HOUR),
  ])
  const cache = new ResponseCache({ origin, entries: 1_000, bytes: 16 * MB })
  return {
    cache,
    hasRanges: true,
    keyOf: (target) => {
      const [address = ''] = target.split('?', 1)
      return files.has(address) ? address : undefined
    },
    async load(address) {
      const file = files.get(address)
      const type = file && TYPES[path.extname(address)]
      if (!type) return undefined
      const [body, br] = await Promise.all([
        readFile(file.path),
        file.hasBrotli ? readFile(file.path + BROTLI) : undefined,
      ])
      if (body.length > MAX_CACHED_BYTES) return undefined
      const own = [
        ['Content-Type', type],
        ['Cache-Control', file.cacheControl],
        ['Accept-Ranges', 'bytes'],
        ...host.sharedCacheHeaders(SHARED_MAX_AGE),
      ] as const
      return { headers: mergeHeaders(own, headers), body, ...(br && { compressed: { br } }) }
    },
  }
}

/** Serves the same files from disk if they are not cached: ranges, large files, unknown names. */
export function staticFiles({ clientFolder, publicFolder, host }: StaticFolders) {
  const router = Router({ caseSensitive: true })
  const setHeaders = (response: ServerResponse) => {
    for (const header of host.sharedCacheHeaders(SHARED_MAX_AGE)) response.setHeader(...header)
  }
  // No fallthrough: an unknown asset is requested by a page of an older build, which cannot use the 404 page.
  router.use(
    '/assets',
    express.static(path.join(clientFolder, 'assets'), {
      immutable: true,
      maxAge: '1y',
      index: false,
      redirect: false,
      fallthrough: false,
      setHeaders,
    }),
  )
  router.use(express.static(publicFolder, { maxAge: '1h', index: false, redirect: false, setHeaders }))
  return router
}

const TYPES: { [extension: string]: string | undefined } = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Extension of the brotli copy that the build writes beside a file. */
const BROTLI = '.br'

function listFiles(folder: string, prefix: string, cacheControl: string) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.join(entry.parentPath, entry.name))
  const present = new Set(files)
  return files
    .filter((file) => !file.endsWith(BROTLI))
    .map((file) => {
      const address = prefix + path.relative(folder, file).replaceAll(path.sep, '/')
      return [address, { path: file, cacheControl, hasBrotli: present.has(file + BROTLI) }] as const
    })
}

/**
 * In bytes, per download. One core sends a file of 5 MB 230 times a second, 180 times in chunks of 64 kB, 250 times in
 * chunks of 256 kB.
 */
const CHUNK_SIZE = 128 * 1024

/** Free chunks: the next download reuses one instead of allocating memory. */
const bufferPool: Buffer[] = []
const MAX_POOLED = 32

/**
 * Sends a file no faster than the client reads it, so that a slow download holds a chunk in memory and not the file:
 * Remix's own writer ignores backpressure. Resolves when all is sent or the connection is closed. Rejects if the file
 * cannot be read to its end.
 */
export async function sendFile(
  response: ServerResponse,
  { status, headers, body }: FileResponse,
  ownHeaders: readonly Header[],
): Promise<void> {
  try {
    if (response.destroyed || response.req.socket.destroyed) return
    response.writeHead(status, mergeHeaders(headers, ownHeaders).flat())
    if (body && !(await sendBody(response.req.socket, body, response))) return
    response.end()
  } finally {
    await body?.close()
  }
}

/**
 * Sends a body no faster than the client reads it, over a socket or a response on it. Resolves with true if all is
 * sent, with false if the connection was closed. Rejects if the body cannot be read. One chunk serves the whole file: it
 * is refilled after the system has sent it.
 */
export async function sendBody(socket: Socket, body: FileBody, out: Writable = socket): Promise<boolean> {
  const chunk = bufferPool.pop() ?? Buffer.allocUnsafeSlow(CHUNK_SIZE)
  for (let bytes = await body.read(chunk); bytes > 0; bytes = await body.read(chunk)) {
    await write(socket, out, chunk.subarray(0, bytes))
    // The system may still read from the chunk, so it must not be used again.
    if (socket.destroyed) return false
  }
  if (bufferPool.length < MAX_POOLED) bufferPool.push(chunk)
  return true
}

/** In bytes. A client gets the more time to read, the more is written at once: see `cutSlowReaders`. */
const PIECE_SIZE = MB

/** Like `sendBody`, for a large body that is in memory. */
export async function sendBytes(socket: Socket, bytes: Buffer, out: Writable = socket): Promise<boolean> {
  for (let start = 0; start < bytes.length; start += PIECE_SIZE) {
    await write(socket, out, bytes.subarray(start, start + PIECE_SIZE))
    if (socket.destroyed) return false
  }
  return true
}

/** Resolves when the bytes were passed to the system, or the connection is closed. */
function write(socket: Socket, out: Writable, bytes: Buffer) {
  return new Promise<void>((resolve) => {
    // The callback of write() is not called for a response that is queued behind an earlier one when the connection
    // closes.
    const settle = () => {
      socket.off('close', settle)
      resolve()
    }
    socket.once('close', settle)
    out.write(bytes, settle)
  })
}
