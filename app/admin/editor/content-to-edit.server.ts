import type { ContentOf, SectionDefinition } from '#app/schema/define-section.ts'
import type { Snapshot } from '#app/content/store/store.types.ts'
import type { UnreadableSection } from '#app/admin/shell/admin-page.tsx'
import { currentSite } from '#app/site.server.ts'

/**
 * The content of a section for a page that edits a part of it. Throws the page that names file, line and column where the
 * file never could be read, with 503.
 */
export function contentToEdit<Section extends SectionDefinition>(section: Section): Snapshot<ContentOf<Section>> {
  const snapshot = currentSite().content.find(section)
  if (snapshot) return snapshot
  const { id, label } = section
  const fault = currentSite().content.unreadable(section)?.fault
  throw Response.json({ unreadable: { id, label, fault } } satisfies UnreadableSection, { status: 503 })
}
