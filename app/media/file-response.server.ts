import { createFileResponse } from '@remix-run/response/file'
import { contentTypeOf } from './content-types.ts'
import { openServedFile } from './open-served-file.server.ts'
import { carriesContentHash } from './stored-name.ts'

/**
 * Answers GET and HEAD with one file of `folder`: conditional requests, one byte range, the headers under which files that
 * others made are safe to show. `relative` is the path below the folder as it stands in the address, not decoded.
 *
 * 404 for whatever is not a file of a kind we serve, 405 for other methods. `cacheControl` replaces the usual rule: a year
 * where a name on the way carries a content hash, five minutes for any other.
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
    const response = await createFileResponse(file, conditionsOf(request), {
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
  return relative.split('/').some(carriesContentHash) ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
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
 * The request as `createFileResponse` reads it rightly. It answers 400 or 416 to a Range header that is not one range of
 * bytes, which RFC 9110, 14.2 lets us ignore: then the whole file is the answer. And it compares the tags of If-None-Match
 * letter for letter, where 13.1.2 wants those match too that a cache has weakened.
 */
function conditionsOf({ url, method, headers: sent }: Request) {
  const headers = new Headers(sent)
  if (!/^bytes=(?:\d+-\d*|-\d+)$/.test(headers.get('Range') ?? '')) headers.delete('Range')
  const tags = headers.get('If-None-Match')
  if (tags !== null) headers.set('If-None-Match', tags.replaceAll('W/"', '"'))
  return new Request(url, { method, headers })
}
