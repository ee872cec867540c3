import { previewSite, withRedirects } from '#app/cms/admin/preview/preview-site.server.ts'
import { checklistSite } from '#app/cms/content/checklist-site.server.ts'
import { isOpen, type Release } from '#app/cms/publishing/releases/release-format.ts'
import type { ReleaseNote } from '#app/cms/define/site-checklist.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** What the site asks its staff to look at before an open release is published, by what it changes. */
export function notesOfRelease(release: Release): readonly ReleaseNote[] {
  const site = currentSite()
  const { notesOfRelease: notesOf } = site.definition.checklist ?? {}
  if (!notesOf || !isOpen(release)) return []
  const changed = new Map(site.releases.forecast.changes(release).map(({ section, next }) => [section.id, next]))
  const after = previewSite(site, withRedirects(site, changed, new Map()))
  return notesOf(checklistSite(site), checklistSite(after), release.time)
}
