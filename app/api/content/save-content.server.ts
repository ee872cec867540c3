import type { z } from 'zod'
import type { SectionDefinition } from '#app/schema/define-section.ts'
import type { Snapshot } from '#app/content/store/store.types.ts'
import { ApiError } from '#app/auth/guard/api-error.ts'
import { etagOf, matchesIfMatch } from '#app/http/etag.ts'
import type { Payload } from './payload.server.ts'
import { currentSite } from '#app/site.server.ts'

interface Edit {
  author: string
  reason: string
  change: (content: Payload) => Record<string, unknown>
}

/**
 * Saves what `edit.change` makes of a section's content. A request with If-Match changes only a version it names, else it is
 * refused with 412. Rejects with what the store or `change` threw.
 */
export async function saveContent(
  section: SectionDefinition<z.ZodObject>,
  request: Request,
  edit: Edit,
): Promise<Snapshot<Payload>> {
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
  return currentSite().content.update(section, { ...edit, ...(ifMatch !== null && { expectedVersion: version }) })
}
