import { previewSite } from '#app/cms/admin/preview/preview-site.server.ts'
import type { Section } from '#app/cms/define/define-site.ts'
import { currentSite } from '#app/cms/site.server.ts'

/**
 * The addresses of pages that are still shown once these entries are removed, because other content has the same
 * address, such as a card with this slug.
 */
export function pagesThatStay(removed: readonly Section[]): string[] {
  const site = currentSite()
  const { others } = site.definition.addresses
  if (!others) return []
  const after = previewSite(site, new Map(removed.map(({ id }) => [id, undefined])))
  return removed.flatMap(({ page }) => (others.mayHave(after, page) ? page : []))
}
