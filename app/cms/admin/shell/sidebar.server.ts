import { hasRole, type Role } from '#app/cms/people/roles.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { SiteDefinition } from '#app/cms/define/define-site.ts'
import { DASHBOARD, type SidebarGroup } from './admin-sidebar.tsx'

type SidebarSite = Pick<SiteDefinition, 'groups' | 'details' | 'checklist'>
type SidebarLink = SidebarGroup['links'][number]

/** The sidebar: daily screens, then the sections in their groups, then the screens for the whole website. */
export function sidebarGroups({
  definition,
  role,
  unreadMessages = 0,
  drafts = new Set(),
  waiting = new Set(),
}: {
  definition: SidebarSite
  role: Role
  unreadMessages?: number | undefined
  /** Ids of the sections that have a draft, and of the collections with an entry that has one. */
  drafts?: ReadonlySet<string>
  /** Ids of those whose draft waits for approval. */
  waiting?: ReadonlySet<string>
}): SidebarGroup[] {
  const groups = groupsFor(definition, role, unreadMessages)
  const badges = new Map([
    ...[...drafts].map((id): [string, SidebarLink['badge']] => [`/admin/${id}`, 'Draft']),
    ...[...waiting].map((id): [string, SidebarLink['badge']] => [`/admin/${id}`, 'Approval']),
  ])
  return groups.map((group) => ({
    ...group,
    links: group.links.map((link) => (badges.has(link.to) ? { ...link, badge: badges.get(link.to) } : link)),
  }))
}

function groupsFor({ groups, details, checklist }: SidebarSite, role: Role, unreadMessages: number): SidebarGroup[] {
  return [
    {
      label: 'Overview',
      links: [
        { label: 'Dashboard', to: DASHBOARD, icon: 'dashboard' },
        ...linksFor('publisher', role, { label: 'Inbox', to: '/admin/inbox', icon: 'mail', count: unreadMessages }),
        { label: 'Releases', to: '/admin/releases', icon: 'clock' },
        ...(checklist ? [linkTo(checklist)] : []),
      ],
    },
    ...groups.map(({ label, items }) => ({ label, links: items.map(linkTo), isCollapsible: true })),
    {
      label: 'Website',
      links: [
        linkTo(details),
        { label: 'Files', to: '/admin/files', icon: 'folder' },
        { label: 'History', to: '/admin/history', icon: 'history', also: '/admin/site-view' },
        ...linksFor('administrator', role, { label: 'Personal data', to: '/admin/privacy', icon: 'person' }),
        ...linksFor('administrator', role, { label: 'Backup', to: '/admin/backup', icon: 'download' }),
        ...linksFor('administrator', role, { label: 'Audit log', to: '/admin/audit', icon: 'shield' }),
        ...linksFor('administrator', role, { label: 'People', to: '/admin/people', icon: 'people' }),
        { label: 'Account', to: '/admin/account', icon: 'person' },
      ],
    },
  ]
}

/** The link if `role` has access to its screen, otherwise none. */
function linksFor(needed: Role, role: Role, link: SidebarLink): SidebarLink[] {
  return hasRole(role, needed) ? [link] : []
}

function linkTo({ id, label, icon }: Pick<SectionDefinition, 'id' | 'label' | 'icon'>): SidebarLink {
  return { label, to: `/admin/${id}`, icon }
}
