import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { checkPayload, withId, withStoredEntries, type Payload } from '#app/cms/api/content/payload.server.ts'
import { noSuchAddress, type Endpoint, type Write } from '#app/cms/api/content/endpoint.server.ts'
import { readPayload } from '#app/cms/api/content/read-payload.server.ts'
import type { RecordSection } from '#app/cms/content/store/edit-entry.ts'
import { DraftConflict, DraftNotFound, type EffectiveDraft } from '#app/cms/publishing/drafts/draft.ts'
import { etagOf, matchesIfMatch } from '#app/cms/platform/http/etag.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { discardDraft, publishDraft } from '#app/cms/publishing/releases/end-draft.server.ts'
import { askBeforeRemoval, askFirst } from '#app/cms/publishing/releases/ask-first.server.ts'
import type { Release } from '#app/cms/publishing/releases/release-format.ts'
import { refusalToChangeRelease } from '#app/cms/publishing/releases/release-format.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { draftVersion, toDraft, toDraftInList } from './representation.server.ts'

/** Identifies a draft by its section, and by its release if it belongs to one. */
export interface DraftAddress {
  section: RecordSection
  release: string | undefined
}

/** The section with an id. Throws a 404 ExpectedError if there is none. */
export function requireSection(id: string | undefined): RecordSection {
  const section = currentSite().sections.resolve(id)
  if (!section) throw noSuchAddress()
  return section
}

/** The release with an id. Throws a 404 ExpectedError if there is none. */
export function requireRelease(id: string | undefined): Release {
  const release = currentSite().releases.find(id ?? '')
  if (!release) throw new ExpectedError(404, 'There is no such release.')
  return release
}

/** `/api/drafts`: every draft, including those of releases. */
export const draftsEndpoint: Endpoint = {
  GET: () => {
    const { drafts } = currentSite()
    const all = drafts.list().flatMap(({ section, release }) => drafts.effective(section, release) ?? [])
    return Response.json(all.map(toDraftInList))
  },
}

/** The endpoint of one draft: to read, save and discard it. */
export function draftEndpoint(address: DraftAddress): Endpoint {
  return {
    GET: () => draftResponse(requireDraft(address)),
    PUT: (write) => saveDraft(address, write),
    DELETE: async (write) => {
      requireChangeable(address, write)
      const effective = requireDraft(address)
      requireSeen(write.request, effective)
      askBeforeRemoval(write.author, currentSite().releases.find(address.release ?? ''), address.section.label)
      const { drafts, media } = currentSite()
      const { author, request } = write
      const { revision } = effective.draft
      await staleIfConditional(request, address, () =>
        discardDraft({ drafts, stagedFiles: media.staged, log }, address, { author, revision }),
      )
      return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
    },
  }
}

/** `/api/drafts/{section}/publish`. */
export function publishEndpoint(section: RecordSection): Endpoint {
  return {
    async POST({ request, author }) {
      const address = { section, release: undefined }
      const effective = requireDraft(address)
      requireSeen(request, effective)
      const { revision } = effective.draft
      const published = await staleIfConditional(request, address, () =>
        publishDraft({ ...currentSite(), log }, section, { author, revision }),
      )
      const noStore = { 'cache-control': 'no-store' }
      // The draft has removed an entry of a collection.
      if (published.version === undefined) return new Response(null, { status: 204, headers: noStore })
      const headers = { ...noStore, etag: etagOf(published.version) }
      return Response.json(published.value, { headers })
    },
  }
}

/** Throws ExpectedError: 404 if there is no such release, 403 and 409 if this person may not change its drafts. */
export function requireChangeable({ release: id }: Pick<DraftAddress, 'release'>, { mayPublish }: Write): void {
  if (id === undefined) return
  const release = requireRelease(id)
  const why = refusalToChangeRelease(release, { mayPublish })
  if (why === undefined) return
  throw release.state === 'scheduled' ? new ExpectedError(403, why, { code: 'forbidden' }) : new ExpectedError(409, why)
}

async function saveDraft(address: DraftAddress, write: Write): Promise<Response> {
  const { section, release } = address
  const { request, author } = write
  requireChangeable(address, write)
  const payload = await readPayload({ request, author }, section.schema)
  // There is no await from here to the call of `save`, so the checks apply to the current state.
  const { content, drafts } = currentSite()
  const current = drafts.effective(section, release)
  const published = content.find(section)
  if (current) requireNamed(request, current)
  else if (!matchesIfMatch(request.headers.get('if-match'), published?.version)) throw stale(published?.version)
  const value = checkPayload(section.schema, completed(payload, section, current?.value ?? published?.value), {
    by: 'staff',
  })
  const version = current?.version ?? published?.version ?? ''
  const expectedRevision = current?.draft.revision ?? null
  if (release !== undefined) {
    const base = current || !published ? {} : { base: { version: published.version, content: published.value } }
    askFirst(author, currentSite().releases, { draft: { section, release, content: value, ...base } })
  }
  const saved = await staleIfConditional(request, address, () =>
    drafts.save(section, { release, content: value, author, version, expectedRevision }),
  )
  const effective = saved && drafts.effective(section, release)
  // The content is the same as the published content: there is no draft to store.
  if (!effective) return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  return draftResponse(effective, current ? 200 : 201)
}

/** Adds each `_id` that the body may leave out, from the stored content. */
function completed(payload: Payload, { schema }: RecordSection, stored: unknown): Payload {
  if (!isFields(stored)) return payload
  return withStoredEntries(withId(payload, stored['_id']), stored, schema)
}

function isFields(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null
}

function draftResponse(effective: EffectiveDraft, status = 200): Response {
  const headers = { 'cache-control': 'no-store', etag: etagOf(draftVersion(effective)) }
  return Response.json(toDraft(effective), { status, headers })
}

function requireDraft({ section, release }: DraftAddress): EffectiveDraft {
  if (release !== undefined) requireRelease(release)
  const effective = currentSite().drafts.effective(section, release)
  if (!effective) throw new DraftNotFound(section.id)
  return effective
}

/**
 * Requires If-Match, so that no client replaces a draft that it has not seen. Throws ExpectedError: 428 without the header,
 * 412 if it names another version.
 */
function requireNamed(request: Request, effective: EffectiveDraft) {
  if (request.headers.has('if-match')) {
    requireSeen(request, effective)
    return
  }
  throw new ExpectedError(428, 'There is a draft already. Read it, then send your change with its ETag in If-Match.', {
    code: 'precondition-required',
    headers: { etag: etagOf(draftVersion(effective)) },
  })
}

function requireSeen(request: Request, effective: EffectiveDraft) {
  const version = draftVersion(effective)
  if (!matchesIfMatch(request.headers.get('if-match'), version)) throw stale(version)
}

function stale(version: string | undefined) {
  const headers = version === undefined ? {} : { etag: etagOf(version) }
  return new ExpectedError(412, 'The content was changed after you read it. Read it again, then send your change.', {
    code: 'stale-version',
    headers,
  })
}

/**
 * Runs `change`. If the draft was changed meanwhile, throws ExpectedError (412) if the request has If-Match, otherwise
 * rethrows the DraftConflict.
 */
async function staleIfConditional<Result>(
  request: Request,
  { section, release }: DraftAddress,
  change: () => Promise<Result>,
): Promise<Result> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof DraftConflict) || !request.headers.has('if-match')) throw error
    const effective = currentSite().drafts.effective(section, release)
    throw stale(effective && draftVersion(effective))
  }
}
