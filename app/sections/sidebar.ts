import type { SidebarGroup } from '#app/ui/admin/admin-sidebar.tsx'
import { registry, type MenuGroup } from './registry.ts'

/** The sidebar's links to the sections, grouped, in the order of the registry. */
export function sidebarGroups(): SidebarGroup[] {
  const groups = [...new Set<MenuGroup>(registry.map(({ group }) => group))]
  return groups.map((label) => ({
    label,
    links: registry
      .filter(({ group }) => group === label)
      .map(({ section: { id, label: words }, icon }) => ({ label: words, to: `/admin/${id}`, icon })),
  }))
}
