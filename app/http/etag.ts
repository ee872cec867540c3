/** Strong entity tag of a content version, as an ETag header carries it. */
export function etagOf(version: string): string {
  return `"${version}"`
}

/**
 * True where an If-Match header lets a write go on (RFC 9110, 13.1.1): none was sent, `*` and there is something, or one of
 * its tags is the current version. Weak tags never match. `version` is undefined where there is nothing yet.
 */
export function matchesIfMatch(header: string | null, version: string | undefined): boolean {
  if (header === null) return true
  if (version === undefined) return false
  return header.trim() === '*' || parseEntityTags(header).some((tag) => !tag.isWeak && tag.opaque === version)
}

/**
 * True where an If-None-Match header names the current version, so that 304 is the response (RFC 9110, 13.1.2). Weak tags
 * match too: caches weaken the tags of what they compress.
 */
export function matchesIfNoneMatch(header: string | null, version: string | undefined): boolean {
  if (header === null || version === undefined) return false
  return header.trim() === '*' || parseEntityTags(header).some((tag) => tag.opaque === version)
}

interface EntityTag {
  isWeak: boolean
  opaque: string
}

/** In characters: some 50 tags of ours, where browsers and caches send one. */
const LONGEST_CONDITION = 2_048

/**
 * Tags of a list; none where any part of it is not a tag, or where it is longer than anyone needs: half-read conditions must
 * not decide anything.
 */
function parseEntityTags(header: string): EntityTag[] {
  if (header.length > LONGEST_CONDITION) return []
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
