import { checklistSite } from '#app/cms/content/checklist-site.server.ts'
import type { ChecklistItem, ChecklistPart } from '#app/cms/define/site-checklist.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** The lists of the site's checklist; none if it has no checklist. */
export function checklistParts(): readonly ChecklistPart[] {
  return currentSite().definition.checklist?.parts(checklistSite(currentSite())) ?? []
}

/** The most entries of the checklist that the dashboard names. */
const MAX_NAMED = 5

/**
 * What is missing or has a near date, for the dashboard: the first entries, and the number of the others. Undefined
 * without a checklist.
 */
export function missingOfChecklist() {
  const { checklist } = currentSite().definition
  if (!checklist) return undefined
  const missing: ChecklistItem[] = checklistParts().flatMap(({ isMissing, isOnDashboard, items }) =>
    isMissing || isOnDashboard ? items : [],
  )
  return {
    label: checklist.label,
    href: `/admin/${checklist.id}`,
    items: missing.slice(0, MAX_NAMED),
    more: Math.max(0, missing.length - MAX_NAMED),
  }
}
