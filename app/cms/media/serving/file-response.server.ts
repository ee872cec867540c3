import path from 'node:path'
import { bodyOfFile, bodyOfText, openServedFile, type FileBody, type ServedFile } from './served-file.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { etagOf } from '#app/cms/platform/http/etag.ts'
import { plainPage, type PlainPage } from '#app/cms/platform/http/plain-page.server.tsx'
import { fileKey, PAGES, sharedCacheHeaders } from '#app/cms/platform/http/shared-cache-headers.ts'
import { isNamedByContent } from '#app/cms/media/library/content-hash.server.ts'
import { fileOutcome, type FileOutcome, type FileRequest } from './file-conditions.ts'

/** A response whose body is read from disk as it is sent. The receiver must close the body. */
export interface FileResponse {
  status: number
  headers: [name: string, value: string][]
  /** Undefined if there is nothing to send: HEAD, 304, an error. */
  body: FileBody | undefined
}

/** The location of a file: a folder, and the path below it as it is in the URL, not decoded. */
export interface FileLocation {
  folder: string
  relative: string
  /** Path below the uploads folder: of the file itself, or of the image of which it is a variant. */
  file: string
  /** Replaces the default: a year if the name contains the content hash, else five minutes. */
  cacheControl?: string
  /** Set for an address that serves different files in the course of time: its last part. */
  fixedName?: string | undefined
  /** True for an address that one visitor got after a confirmation. */
  isConfirmed?: boolean
}

/**
 * Seconds that shared caches may serve a file without revalidation, which costs a 304. Short, also for a file that never
 * changes: a cache that could not be told that it was removed, or that a rule has closed it, must not show it for long.
 */
const FILE_MAX_AGE = 30

/** The same at a fixed address: as for pages. */
const FIXED_MAX_AGE = 10

/** Browsers ask each time whether the file at a fixed address is still the same. */
export const FIXED_CACHE_CONTROL = 'public, max-age=0, must-revalidate'

/** The Cache-Control header of a file. One whose name contains its content hash never changes. */
export function fileCacheControl(isNamedByContent: boolean) {
  return isNamedByContent ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
}

/**
 * Responds to GET and HEAD with a file: conditional requests, one byte range, and the headers that make uploaded files
 * safe to show. 404 for a missing file or a type that is not served, 405 for other methods, 503 if the system cannot
 * read it. One chunk of the file is in memory at a time.
 */
export async function respondWithFile(request: FileRequest, location: FileLocation | undefined): Promise<FileResponse> {
  const { method } = request
  if (!isRead(method)) return notAllowed(request)
  const type = location && contentTypeOf(location.relative)
  if (!type) return notFound(request)
  let file: ServedFile | undefined
  try {
    file = await openServedFile(location.folder, location.relative)
  } catch (err) {
    log.error({ err, file: location.relative }, 'A file could not be read')
    return unavailable(request)
  }
  if (!file) return notFound(request)

  const { fixedName } = location
  const state = `${file.size.toString(16)}-${Math.round(file.modified).toString(16)}`
  // Two files that an address serves one after the other may have the same size and time.
  const version = fixedName === undefined ? state : `${state}-${fileKey(location.file)}`
  const cacheControl = location.cacheControl ?? (await usualCacheControl(location, file))
  const modified = fixedName === undefined ? file.modified : Infinity
  const outcome = fileOutcome(request, { version, size: file.size, modified })
  const headers: FileResponse['headers'] = [
    // As strong as nginx's: an interrupted download continues only if size and time are the same.
    ['ETag', etagOf(version)],
    // At a fixed address an older file may follow a newer one, so that a time would not tell them apart.
    ...(fixedName === undefined
      ? [['Last-Modified', new Date(file.modified).toUTCString()] satisfies [string, string]]
      : []),
    ...dispositionHeaders(location, type),
    ['Cache-Control', cacheControl],
    ...(location.isConfirmed ? [['X-Robots-Tag', 'noindex'] satisfies [string, string]] : []),
    ...sharedHeaders(location, cacheControl),
    ...bodyHeaders(outcome, file.size, type),
    ...safetyHeaders(type),
  ]
  return { status: outcome.status, headers, body: await bodyOf(outcome, file, method) }
}

/** A file at an address that expires is saved as well: the address is of no use in the tab of a browser. */
function dispositionHeaders({ relative, fixedName, isConfirmed }: FileLocation, type: string): FileResponse['headers'] {
  const isSaved = isConfirmed === true || SAVED_TYPES.has(type)
  if (!isSaved && fixedName === undefined) return []
  const name = fixedName === undefined ? path.basename(relative) : `${fixedName}${path.extname(relative)}`
  return [['Content-Disposition', `${isSaved ? 'attachment' : 'inline'}; filename="${name}"`]]
}

/** A fixed address is purged with the pages too: a change of content may give it another file. */
function sharedHeaders({ file, fixedName }: FileLocation, cacheControl: string): FileResponse['headers'] {
  if (!cacheControl.startsWith('public')) return []
  if (fixedName === undefined) return sharedCacheHeaders(FILE_MAX_AGE, [fileKey(file)])
  return sharedCacheHeaders(FIXED_MAX_AGE, [PAGES, fileKey(file)])
}

/** True for the methods that files respond to. */
export function isRead(method: string) {
  return method === 'GET' || method === 'HEAD'
}

/** The response to another method: 405. */
export function notAllowed(request: FileRequest) {
  return refusal({ status: 405, message: 'Only GET and HEAD are allowed here.', request })
}

/** The response of an address without a file: 404. */
export function notFound(request: FileRequest) {
  return refusal({ status: 404, message: 'There is no such file.', request })
}

/** Seconds after which a program may ask again for a file that cannot be read. */
const RETRY_AFTER = 60

/** The response while a file cannot be read: 503, with the seconds after which to ask again. */
export function unavailable(request: FileRequest, retryAfter = RETRY_AFTER) {
  const response = refusal({
    status: 503,
    message: 'This file cannot be read at the moment. Try again later.',
    request,
  })
  response.headers.push(['Retry-After', String(retryAfter)])
  return response
}

/** A sentence instead of the file: as a page for browsers that open the address, otherwise in plain text. */
export function refusal({
  status,
  message,
  request: { method, header },
}: {
  status: 404 | 405 | 410 | 503
  message: string
  request: FileRequest
}): FileResponse {
  const { headers, body }: PlainPage = plainPage(header('accept'), { message, isTemporary: status === 503 }) ?? {
    headers: [['Content-Type', 'text/plain; charset=utf-8']],
    body: message,
  }
  return {
    status,
    headers: [
      ...headers,
      ['Content-Length', String(Buffer.byteLength(body))],
      ['Cache-Control', 'no-store'],
      ...(status === 405 ? [['Allow', 'GET, HEAD'] satisfies [string, string]] : []),
    ],
    body: method === 'HEAD' ? undefined : bodyOfText(body),
  }
}

/** Leads visitors to the page on which they confirm a text before they get a file. */
export function toConfirmation(page: string): FileResponse {
  return {
    status: 303,
    headers: [
      ['Location', page],
      ['Content-Length', '0'],
      ['Cache-Control', 'no-store'],
      ['X-Robots-Tag', 'noindex'],
    ],
    body: undefined,
  }
}

async function usualCacheControl({ folder, relative }: FileLocation, file: ServedFile) {
  return fileCacheControl(await isNamedByContent(path.join(folder, relative), file))
}

function bodyHeaders(outcome: FileOutcome, size: number, type: string): FileResponse['headers'] {
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

function safetyHeaders(type: string): FileResponse['headers'] {
  // Feed readers and mail programs embed our images. Documents and videos are embedded by our own pages only.
  const shownBy = type.startsWith('image/') ? 'cross-origin' : 'same-site'
  return [
    ['X-Content-Type-Options', 'nosniff'],
    ['Cross-Origin-Resource-Policy', shownBy],
    // An SVG that is opened directly is a document of our origin and could run scripts.
    ...(type === 'image/svg+xml' || SAVED_TYPES.has(type)
      ? [['Content-Security-Policy', SANDBOX_POLICY] satisfies [string, string]]
      : []),
  ]
}

const SANDBOX_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

async function bodyOf(outcome: FileOutcome, { handle }: ServedFile, method: string) {
  if ('start' in outcome && outcome.end > outcome.start && method === 'GET') return bodyOfFile(handle, outcome)
  await handle.close()
  return undefined
}

/** Every kind of file that may be served from the uploads folder. */
const CONTENT_TYPES: { [extension: string]: string | undefined } = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.svg': 'image/svg+xml',
  '.pdf': 'application/pdf',
  '.mp4': 'video/mp4',
  '.vtt': 'text/vtt',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.csv': 'text/csv; charset=utf-8',
  '.xml': 'application/xml',
}

/** Types that are saved, never shown in the tab: a browser would show text of another program as a page of ours. */
const SAVED_TYPES = new Set(['.xlsx', '.csv', '.xml'].map((ending) => CONTENT_TYPES[ending]))

/** Media type by the extension of a file name, ignoring case; undefined for a kind that is not served. */
export function contentTypeOf(name: string) {
  return CONTENT_TYPES[path.extname(name).toLowerCase()]
}
