import { DASHBOARD, type SidebarGroup } from '#app/ui/admin/admin-sidebar.tsx'
import { registry, type MenuGroup } from './registry.ts'

/** The sidebar: what needs a look every day, then the sections in the order of the registry, then what serves them all. */
export function sidebarGroups(unreadMessages = 0): SidebarGroup[] {
  const folds = [...new Set<MenuGroup>(registry.map(({ group }) => group))].filter((group) => group !== 'Website')
  return [
    {
      label: 'Overview',
      links: [
        { label: 'Dashboard', to: DASHBOARD, icon: 'dashboard' },
        { label: 'Inbox', to: '/admin/inbox', icon: 'mail', count: unreadMessages },
      ],
    },
    ...folds.map((label) => ({ label, links: linksOf(label), isFold: true })),
    {
      label: 'Website',
      links: [
        ...linksOf('Website'),
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
