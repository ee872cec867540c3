/** Strong entity tag of a content version, as an ETag header carries it. */
export function etagOf(version: string): string {
  return `"${version}"`
}

/**
 * True if an If-Match header allows a write (RFC 9110, 13.1.1): it is absent, it is `*` and there is a version, or one
 * of its tags is the current version. Weak tags never match. `version` is undefined if nothing exists yet.
 */
export function matchesIfMatch(header: string | null, version: string | undefined): boolean {
  if (header === null) return true
  if (version === undefined) return false
  return header.trim() === '*' || parseEntityTags(header).some((tag) => !tag.isWeak && tag.opaque === version)
}

/**
 * True if an If-None-Match header names the current version, so that the response is 304 (RFC 9110, 13.1.2). Weak tags
 * match too: caches weaken the tags of responses that they compress. The host, which knows only the build of the app,
 * does the same for the responses that it caches (`server/cache/cached-response.ts`): one table of cases tests both.
 */
export function matchesIfNoneMatch(header: string | null, version: string | undefined): boolean {
  if (header === null || version === undefined) return false
  return header.trim() === '*' || parseEntityTags(header).some((tag) => tag.opaque === version)
}

interface EntityTag {
  isWeak: boolean
  opaque: string
}

/** In characters: some 50 of our entity tags. Browsers and caches send one tag. */
const MAX_CONDITION_LENGTH = 2_048

/**
 * The tags of a list; none if any part of it is no tag, or if it is too long: a condition that is only partly
 * understood must not decide anything.
 */
function parseEntityTags(header: string): EntityTag[] {
  if (header.length > MAX_CONDITION_LENGTH) return []
  const tags: EntityTag[] = []
  const member = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y
  while (member.lastIndex < header.length) {
    const match = member.exec(header)
    if (!match) return []
    const [, weak, opaque] = match
    if (opaque !== undefined) tags.push({ isWeak: weak !== undefined, opaque })
  }
  return tags
}
