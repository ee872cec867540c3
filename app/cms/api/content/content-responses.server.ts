import type { EditBy, RecordSection } from '#app/cms/content/store/edit-entry.ts'
import { ApprovalRequired } from '#app/cms/content/store/errors.ts'
import type { Snapshot } from '#app/cms/content/store/store.types.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { etagOf, matchesIfMatch, matchesIfNoneMatch } from '#app/cms/platform/http/etag.ts'
import { currentSite } from '#app/cms/site.server.ts'
import type { Payload } from './payload.server.ts'

/** What the history says of a change. */
export const CHANGED = 'Changed by a program'
export const DELETED = 'Deleted by a program'

/**
 * Throws ApprovalRequired if the section needs approval. To be called before the body is read, because a file in it is
 * public as soon as it is stored.
 */
export function refuseUnapproved(section: RecordSection): void {
  if (currentSite().approvals.isNeeded(section)) throw new ApprovalRequired(section)
}

/**
 * The condition of an If-Match header, as an option of the store: a write with If-Match changes only a version that the
 * header names. Throws ExpectedError (412) if that is not the current one, or if the program asks with If-None-Match that
 * nothing is replaced or removed.
 */
export function expectedVersion(section: RecordSection, request: Request): Pick<EditBy, 'expectedVersion'> {
  const { version } = currentSite().content.read(section)
  const ifMatch = request.headers.get('if-match')
  requireMatch(ifMatch, version)
  if (request.method !== 'POST' && matchesIfNoneMatch(request.headers.get('if-none-match'), version))
    throw staleVersion('There is content at this address, and If-None-Match excludes it. Nothing was changed.', version)
  return ifMatch === null ? {} : { expectedVersion: version }
}

/** Throws ExpectedError (412) if an If-Match header names none of these versions. The first one is the current version. */
export function requireMatch(ifMatch: string | null, version: string, ...others: string[]): void {
  if ([version, ...others].some((one) => matchesIfMatch(ifMatch, one))) return
  throw staleVersion('The content was changed after you read it. Read it again, then send your change.', version)
}

function staleVersion(message: string, version: string): ExpectedError {
  return new ExpectedError(412, message, { code: 'stale-version', headers: { etag: etagOf(version) } })
}

/** The response to a read: the part of the content that `view` selects, or 304 if the client has this version. */
export function contentResponse(
  request: Request,
  { value, version }: Snapshot<Payload>,
  view: (content: Payload) => unknown = (content) => content,
): Response {
  return versionedResponse(request, version, () => view(value))
}

/** The response to a read of what has this version, or 304 if the client has it. */
export function versionedResponse(
  request: Request,
  version: string,
  body: () => unknown,
  own: Record<string, string> = {},
): Response {
  // Caches may store it but must revalidate it each time, so that a save is visible at once.
  const headers = { etag: etagOf(version), 'cache-control': 'public, no-cache', ...own }
  if (matchesIfNoneMatch(request.headers.get('if-none-match'), version)) {
    return new Response(null, { status: 304, headers })
  }
  return Response.json(body(), { headers })
}

/** The response to a write: the new content, and its version for the next write. */
export function savedResponse(
  { version }: Snapshot<Payload>,
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return Response.json(body, { status, headers: { ...writeHeaders(version), ...headers } })
}

export function removedResponse({ version }: Snapshot<Payload>): Response {
  return new Response(null, { status: 204, headers: writeHeaders(version) })
}

function writeHeaders(version: string) {
  return { etag: etagOf(version), 'cache-control': 'no-store' }
}
