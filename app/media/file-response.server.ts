import path from 'node:path'
import { createFileResponse } from '@remix-run/response/file'
import { contentTypeOf } from './content-types.ts'
import { openServedFile } from './open-served-file.server.ts'
import { carriesContentHash } from './stored-name.ts'

/**
 * Answers GET and HEAD with one file of `folder`: conditional requests, one byte range, the headers under which files that
 * others made are safe to show. `relative` is the path below the folder as it stands in the address, not decoded.
 *
 * 404 for whatever is not a file of a kind we serve, 405 for other methods. `cacheControl` replaces the usual rule: a year
 * for a name with a content hash, five minutes for any other.
 */
export async function fileResponse(
  request: Request,
  folder: string,
  relative: string,
  { cacheControl = usualCacheControl(relative) } = {},
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response('Only GET and HEAD are answered here.', { status: 405, headers: { Allow: 'GET, HEAD' } })
  }
  const type = contentTypeOf(relative)
  const file = type && (await openServedFile(folder, relative, type))
  if (!file) return notFound()
  try {
    const response = await createFileResponse(file, withSingleRange(request), {
      cacheControl,
      // As strong as nginx's: a range of an interrupted download goes on only where size and time are the same.
      etag: 'strong',
      digest: ({ size, lastModified }) =>
        Promise.resolve(`${size.toString(16)}-${Math.round(lastModified).toString(16)}`),
    })
    response.headers.set('Cache-Control', cacheControl)
    setSafetyHeaders(response.headers, type)
    return response
  } finally {
    await file.release()
  }
}

/** Answer for an address without a file. */
export function notFound() {
  return new Response('There is no such file.', { status: 404, headers: { 'Cache-Control': 'no-store' } })
}

function usualCacheControl(relative: string) {
  return carriesContentHash(path.basename(relative)) ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
}

function setSafetyHeaders(headers: Headers, type: string) {
  headers.set('X-Content-Type-Options', 'nosniff')
  // Our subdomains may show the files, other sites may not: they would use our bandwidth for their pages.
  headers.set('Cross-Origin-Resource-Policy', 'same-site')
  // An SVG opened by itself is a document of our origin that could run scripts.
  if (type === 'image/svg+xml') {
    headers.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  }
}

/**
 * RFC 9110, 14.2 lets a server ignore a Range header. We do where it is anything but one range of bytes, and answer the
 * whole file; `createFileResponse` would answer 400 or 416.
 */
function withSingleRange(request: Request) {
  const range = request.headers.get('Range')
  if (range === null || /^bytes=(?:\d+-\d*|-\d+)$/.test(range.trim())) return request
  const headers = new Headers(request.headers)
  headers.delete('Range')
  return new Request(request.url, { method: request.method, headers })
}
