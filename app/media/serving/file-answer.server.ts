import path from 'node:path'
import { log } from '#app/platform/log.server.ts'
import { etagOf } from '#app/http/etag.ts'
import { isNamedByContent } from '#app/media/library/content-hash.server.ts'
import { contentTypeOf } from './content-types.ts'
import { bodyOfFile, bodyOfText, type FileBody } from './file-body.server.ts'
import { fileOutcome, type FileOutcome, type FileRequest } from './file-conditions.ts'
import { openServedFile, type ServedFile } from './open-served-file.server.ts'

/** An answer whose body is read from disk as fast as it is sent. Whoever takes it must close the body. */
export interface FileAnswer {
  status: number
  headers: [name: string, value: string][]
  /** Undefined where there is nothing to send: HEAD, 304, an error. */
  body: FileBody | undefined
}

/** Where a file is: a folder and the path below it as it stands in the address, not decoded. */
export interface FilePlace {
  folder: string
  relative: string
  /** Replaces the usual rule: a year where the name carries the hash of the content, five minutes for any other. */
  cacheControl?: string
}

/** How long a file may be kept whose name is, or is not, that of its bytes alone. */
export function fileCacheControl(isNamedByContent: boolean) {
  return isNamedByContent ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
}

/**
 * Answers GET and HEAD with a file: conditional requests, one byte range, the headers under which files that others made are
 * safe to show. 404 for whatever is not a file of a kind we serve, 405 for other methods, 503 where the system cannot read it.
 * One piece of the file is in memory at a time.
 */
export async function answerFile(request: FileRequest, place: FilePlace | undefined): Promise<FileAnswer> {
  const { method } = request
  if (method !== 'GET' && method !== 'HEAD') {
    return plainAnswer({ status: 405, text: 'Only GET and HEAD are answered here.', method })
  }
  const type = place && contentTypeOf(place.relative)
  if (!type) return notFound(method)
  let file: ServedFile | undefined
  try {
    file = await openServedFile(place.folder, place.relative)
  } catch (err) {
    log.error({ err, file: place.relative }, 'A file could not be read')
    return plainAnswer({ status: 503, text: 'This file cannot be read at the moment. Try again later.', method })
  }
  if (!file) return notFound(method)

  const version = `${file.size.toString(16)}-${Math.round(file.modified).toString(16)}`
  const outcome = fileOutcome(request, { version, size: file.size, modified: file.modified })
  const headers: FileAnswer['headers'] = [
    // As strong as nginx's: a range of an interrupted download goes on only where size and time are the same.
    ['ETag', etagOf(version)],
    ['Last-Modified', new Date(file.modified).toUTCString()],
    ['Cache-Control', place.cacheControl ?? (await usualCacheControl(place, file))],
    ...bodyHeaders(outcome, file.size, type),
    ...safetyHeaders(type),
  ]
  return { status: outcome.status, headers, body: await bodyOf(outcome, file, method) }
}

/** Answers an address without a file. */
function notFound(method: string) {
  return plainAnswer({ status: 404, text: 'There is no such file.', method })
}

function plainAnswer({ status, text, method }: { status: 404 | 405 | 503; text: string; method: string }): FileAnswer {
  return {
    status,
    headers: [
      ['Content-Type', 'text/plain; charset=utf-8'],
      ['Content-Length', String(text.length)],
      ['Cache-Control', 'no-store'],
      ...(status === 405 ? [['Allow', 'GET, HEAD'] satisfies [string, string]] : []),
    ],
    body: method === 'HEAD' ? undefined : bodyOfText(text),
  }
}

async function usualCacheControl({ folder, relative }: FilePlace, file: ServedFile) {
  return fileCacheControl(await isNamedByContent(path.join(folder, relative), file))
}

function bodyHeaders(outcome: FileOutcome, size: number, type: string): FileAnswer['headers'] {
  switch (outcome.status) {
    case 304:
      return []
    case 412:
      return [['Content-Length', '0']]
    case 416:
      return [
        ['Content-Range', `bytes */${size}`],
        ['Content-Length', '0'],
      ]
    case 200:
    case 206:
      return [
        ['Accept-Ranges', 'bytes'],
        ['Content-Type', type],
        ['Content-Length', String(outcome.end - outcome.start)],
        ...(outcome.status === 206
          ? [['Content-Range', `bytes ${outcome.start}-${outcome.end - 1}/${size}`] satisfies [string, string]]
          : []),
      ]
  }
}

function safetyHeaders(type: string): FileAnswer['headers'] {
  // Feed readers and mail show our pictures on pages of their own; documents and films are for our pages alone.
  const shownBy = type.startsWith('image/') ? 'cross-origin' : 'same-site'
  return [
    ['X-Content-Type-Options', 'nosniff'],
    ['Cross-Origin-Resource-Policy', shownBy],
    // An SVG opened by itself is a document of our origin that could run scripts.
    ...(type === 'image/svg+xml' ? [['Content-Security-Policy', SVG_POLICY] satisfies [string, string]] : []),
  ]
}

const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

async function bodyOf(outcome: FileOutcome, { handle }: ServedFile, method: string) {
  if ('start' in outcome && outcome.end > outcome.start && method === 'GET') return bodyOfFile(handle, outcome)
  await handle.close()
  return undefined
}
