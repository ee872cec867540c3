import { ApiError } from '#app/auth/guard/api-error.ts'
import type { EditBy, RecordSection } from '#app/content/store/edit-entry.ts'
import type { Snapshot } from '#app/content/store/store.types.ts'
import { etagOf, matchesIfMatch, matchesIfNoneMatch } from '#app/http/etag.ts'
import { currentSite } from '#app/site.server.ts'
import type { Payload } from './payload.server.ts'

/**
 * What an If-Match header demands of a write, as an option of the store: a request with If-Match changes only a version it
 * names. Throws ApiError (412) if that is not the current one.
 */
export function expectedVersion(section: RecordSection, request: Request): Pick<EditBy, 'expectedVersion'> {
  const { version } = currentSite().content.read(section)
  const ifMatch = request.headers.get('if-match')
  if (!matchesIfMatch(ifMatch, version)) {
    throw new ApiError(
      412,
      'stale-version',
      'This was changed in the meantime. Read it again, then send your change.',
      { headers: { etag: etagOf(version) } },
    )
  }
  return ifMatch === null ? {} : { expectedVersion: version }
}

/** The response to a read: the part of the content that `view` selects, or 304 if the client has this version. */
export function contentResponse(
  request: Request,
  { value, version }: Snapshot<Payload>,
  view: (content: Payload) => unknown = (content) => content,
): Response {
  // Caches may store it but must revalidate it each time, so that a save is visible at once.
  const headers = { etag: etagOf(version), 'cache-control': 'public, no-cache' }
  if (matchesIfNoneMatch(request.headers.get('if-none-match'), version)) {
    return new Response(null, { status: 304, headers })
  }
  return Response.json(view(value), { headers })
}

/** The response to a write: the new content, and its version for the next write. */
export function savedResponse(
  { version }: Snapshot<Payload>,
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return Response.json(body, { status, headers: { ...writeHeaders(version), ...headers } })
}

/** The response to a removal. */
export function removedResponse({ version }: Snapshot<Payload>): Response {
  return new Response(null, { status: 204, headers: writeHeaders(version) })
}

function writeHeaders(version: string) {
  return { etag: etagOf(version), 'cache-control': 'no-store' }
}
