import type { SidebarGroup } from '#app/ui/admin/admin-sidebar.tsx'
import { registry, type MenuGroup } from './registry.ts'

/** The sidebar: what needs a look every day, then the sections in the order of the registry, then the tools. */
export function sidebarGroups(unreadMessages = 0): SidebarGroup[] {
  const groups = [...new Set<MenuGroup>(registry.map(({ group }) => group))]
  return [
    {
      label: 'Overview',
      links: [
        { label: 'Dashboard', to: '/admin', icon: 'dashboard' },
        { label: 'Inbox', to: '/admin/inbox', icon: 'mail', count: unreadMessages },
      ],
    },
    ...groups.map((label) => ({ label, links: linksOf(label) })),
    {
      label: 'Tools',
      links: [
        { label: 'Files', to: '/admin/files', icon: 'folder' },
        { label: 'History', to: '/admin/history', icon: 'history' },
        { label: 'Account', to: '/admin/account', icon: 'person' },
      ],
    },
  ]
}

function linksOf(wanted: MenuGroup): SidebarGroup['links'] {
  return registry
    .filter(({ group }) => group === wanted)
    .map(({ section: { id, label }, icon }) => ({ label, to: `/admin/${id}`, icon }))
}
