import type { Snapshot } from '#app/content/store/store.types.ts'
import { etagOf, matchesIfNoneMatch } from '#app/http/etag.ts'
import type { Payload } from './payload.server.ts'

/** Answers a read with the part of the content that `view` picks; 304 where the client has this version. */
export function answerRead(
  request: Request,
  { value, version }: Snapshot<Payload>,
  view: (content: Payload) => unknown = (content) => content,
): Response {
  // Caches may keep it, but must ask each time: a save is visible at once.
  const headers = { etag: etagOf(version), 'cache-control': 'public, no-cache' }
  if (matchesIfNoneMatch(request.headers.get('if-none-match'), version)) {
    return new Response(null, { status: 304, headers })
  }
  return Response.json(view(value), { headers })
}

/** Answers a write with what stands now, and its version for the next one. */
export function answerWrite(
  { version }: Snapshot<Payload>,
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return Response.json(body, { status, headers: { ...writeHeaders(version), ...headers } })
}

/** Answers a removal: 204. */
export function answerRemoval({ version }: Snapshot<Payload>): Response {
  return new Response(null, { status: 204, headers: writeHeaders(version) })
}

function writeHeaders(version: string) {
  return { etag: etagOf(version), 'cache-control': 'no-store' }
}
