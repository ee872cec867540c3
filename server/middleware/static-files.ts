import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import express, { Router } from 'express'
import { ResponseCache } from '../cache/response-cache.ts'
import type { AnswerSource } from '../cache/answer-source.ts'
import { mergeHeaders, type Header } from '../cache/buffered-response.ts'

export interface StaticFolders {
  /** Folder of the browser's build: its `assets`, whose names carry a hash, are served under /assets/. */
  clientFolder: string
  /** Folder of files served at the root, whose names do not. */
  publicFolder: string
}

const MB = 1024 * 1024
const LARGEST_KEPT = MB

const YEAR = 'public, max-age=31536000, immutable'
const HOUR = 'public, max-age=3600'

/** The static files as they are kept in memory, each from its first use on. Which there are is read at the start. */
export function keptStaticFiles(
  { clientFolder, publicFolder }: StaticFolders,
  { origin, headers }: { origin: string; headers: readonly Header[] },
): AnswerSource {
  const files = new Map([
    ...listFiles(path.join(clientFolder, 'assets'), '/assets/', YEAR),
    ...listFiles(publicFolder, '/', HOUR),
  ])
  const cache = new ResponseCache({ origin, entries: 1_000, bytes: 16 * MB })
  return {
    cache,
    hasRanges: true,
    addressOf: (target) => {
      const [address = ''] = target.split('?', 1)
      return files.has(address) ? address : undefined
    },
    async make(address) {
      const file = files.get(address)
      const type = file && TYPES[path.extname(address)]
      if (!type) return undefined
      const [body, br] = await Promise.all([
        readFile(file.path),
        file.hasBrotli ? readFile(file.path + BROTLI) : undefined,
      ])
      if (body.length > LARGEST_KEPT) return undefined
      const own = [
        ['Content-Type', type],
        ['Cache-Control', file.cacheControl],
        ['Accept-Ranges', 'bytes'],
      ] as const
      return { headers: mergeHeaders(own, headers), body, ...(br && { compressed: { br } }) }
    },
  }
}

/** The same files from disk, for what is not answered from memory: parts of a file, large ones, unknown names. */
export function staticFiles({ clientFolder, publicFolder }: StaticFolders) {
  const router = Router({ caseSensitive: true })
  // Not handed on: an unknown asset is a page of an older build asking, and rendering a 404 page for it helps nobody.
  router.use(
    '/assets',
    express.static(path.join(clientFolder, 'assets'), {
      immutable: true,
      maxAge: '1y',
      index: false,
      redirect: false,
      fallthrough: false,
    }),
  )
  router.use(express.static(publicFolder, { maxAge: '1h', index: false, redirect: false }))
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

/** Ending of the brotli form that the build puts beside a file. */
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
