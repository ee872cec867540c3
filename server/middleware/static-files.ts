import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import express, { Router } from 'express'
import { mergeHeaders, type Header } from '../cache/cached-response.ts'
import { ResponseCache, type CacheSource } from '../cache/response-cache.ts'
import type { HostInterface } from '#app/cms/host-interface.ts'

interface StaticFolders {
  /** Folder of the browser's build. Its `assets`, whose names carry a hash, are served under /assets/. */
  clientFolder: string
  /** Folder of the files served at the root. Their names have no hash. */
  publicFolder: string
  host: Pick<HostInterface, 'sharedCacheHeaders'>
}

const MB = 1024 * 1024
const MAX_CACHED_BYTES = MB

export const YEAR = 'public, max-age=31536000, immutable'
const HOUR = 'public, max-age=3600'

/** Seconds that shared caches may serve these files without revalidation. */
export const SHARED_MAX_AGE = 3600

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
      return { headers: mergeHeaders(own, headers), body, ...(br && { compressed: br }) }
    },
  }
}

/** Serves the same files from disk if they are not cached: ranges, large files, unknown names. */
export function staticFiles({ clientFolder, publicFolder, host }: StaticFolders) {
  const router = Router({ caseSensitive: true })
  const setHeaders = (response: ServerResponse) => {
    for (const header of host.sharedCacheHeaders(SHARED_MAX_AGE)) response.setHeader(...header)
  }
  router.use(
    '/assets',
    express.static(path.join(clientFolder, 'assets'), {
      immutable: true,
      maxAge: '1y',
      index: false,
      redirect: false,
      setHeaders,
    }),
  )
  router.use(express.static(publicFolder, { maxAge: '1h', index: false, redirect: false, setHeaders }))
  return router
}

export const TYPES: { [extension: string]: string | undefined } = {
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
export const BROTLI = '.br'

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
