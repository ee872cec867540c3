import { hasRole, type Role } from '#app/cms/people/roles.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { IconName } from '#app/cms/editing/ui/icon.tsx'
import { about } from '#app/site/sections/about/about.ts'
import { careers } from '#app/site/sections/careers/careers.ts'
import { certifications } from '#app/site/sections/certifications/certifications.ts'
import { clientsSection } from '#app/site/sections/clients/clients.ts'
import { contactContent } from '#app/site/sections/contact-content/contact-content.ts'
import { drhp } from '#app/site/sections/drhp/drhp.ts'
import { gallery } from '#app/site/sections/gallery/gallery.ts'
import { globalExpansion } from '#app/site/sections/global-expansion/global-expansion.ts'
import { globalPresence } from '#app/site/sections/global-presence/global-presence.ts'
import { heroSlides } from '#app/site/sections/hero-slides/hero-slides.ts'
import { industryReport } from '#app/site/sections/industry-report/industry-report.ts'
import { financials, governance, investors, management } from '#app/site/sections/investors/investors.ts'
import { newsSection } from '#app/site/sections/news-section/news-section.ts'
import { news } from '#app/site/sections/news/news.ts'
import { pipeCoating } from '#app/site/sections/pipe-coating/pipe-coating.ts'
import { powerCables } from '#app/site/sections/power-cables/power-cables.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { productRange } from '#app/site/sections/product-range/product-range.ts'
import { productsOverview } from '#app/site/sections/products-overview/products-overview.ts'
import { products } from '#app/site/sections/products/products.ts'
import { qualityControl } from '#app/site/sections/quality-control/quality-control.ts'
import { reports } from '#app/site/sections/reports/reports.ts'
import { services } from '#app/site/sections/services/services.ts'
import { site } from '#app/site/sections/site/site.ts'
import { stats } from '#app/site/sections/stats/stats.ts'
import { DASHBOARD, type SidebarGroup } from './admin-shell.tsx'

type SidebarLink = SidebarGroup['links'][number]

/**
 * The sidebar: daily screens, then the sections, then the screens for the whole website. A new section needs one line
 * here.
 */
export function sidebarGroups({
  role,
  unreadMessages = 0,
  drafts = new Set(),
  waiting = new Set(),
}: {
  role: Role
  unreadMessages?: number | undefined
  /** Ids of the sections that have a draft. */
  drafts?: ReadonlySet<string>
  /** Ids of the sections whose draft waits for approval. */
  waiting?: ReadonlySet<string>
}): SidebarGroup[] {
  const groups = groupsFor(role, unreadMessages)
  const marks = new Map([
    ...[...drafts].map((id): [string, SidebarLink['mark']] => [`/admin/${id}`, 'Draft']),
    ...[...waiting].map((id): [string, SidebarLink['mark']] => [`/admin/${id}`, 'Approval']),
  ])
  return groups.map((group) => ({
    ...group,
    links: group.links.map((link) => (marks.has(link.to) ? { ...link, mark: marks.get(link.to) } : link)),
  }))
}

function groupsFor(role: Role, unreadMessages: number): SidebarGroup[] {
  return [
    {
      label: 'Overview',
      links: [
        { label: 'Dashboard', to: DASHBOARD, icon: 'dashboard' },
        ...linksFor('publisher', role, { label: 'Inbox', to: '/admin/inbox', icon: 'mail', count: unreadMessages }),
        { label: 'Releases', to: '/admin/releases', icon: 'clock' },
      ],
    },
    collapsible('Home page and reports', [
      linkTo(heroSlides, 'slides'),
      linkTo(globalExpansion, 'expand'),
      linkTo(productRange, 'range'),
      linkTo(stats, 'stats'),
      linkTo(powerCables, 'cable'),
      linkTo(pipeCoating, 'pipe'),
      linkTo(products, 'fibre'),
      linkTo(qualityControl, 'quality'),
      linkTo(clientsSection, 'logos'),
      linkTo(newsSection, 'news'),
      linkTo(globalPresence, 'globe'),
      linkTo(reports, 'report'),
    ]),
    collapsible('Investors', [
      linkTo(investors, 'news'),
      linkTo(financials, 'stats'),
      linkTo(management, 'person'),
      linkTo(governance, 'shield'),
      linkTo(industryReport, 'report'),
      linkTo(drhp, 'report'),
    ]),
    collapsible('Pages', [
      linkTo(about, 'years'),
      linkTo(certifications, 'quality'),
      linkTo(productsOverview, 'range'),
      linkTo(services, 'swap'),
      linkTo(news, 'news'),
      linkTo(gallery, 'image'),
      linkTo(careers, 'person'),
      linkTo(contactContent, 'pin'),
    ]),
    collapsible(
      'Product pages',
      productPages.map((section) => linkTo(section, 'cable')),
    ),
    {
      label: 'Website',
      links: [
        linkTo(site, 'sliders'),
        { label: 'Files', to: '/admin/files', icon: 'folder' },
        { label: 'History', to: '/admin/history', icon: 'history' },
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

function collapsible(label: string, links: SidebarLink[]): SidebarGroup {
  return { label, links, isCollapsible: true }
}

function linkTo({ id, label }: SectionDefinition, icon: IconName): SidebarLink {
  return { label, to: `/admin/${id}`, icon }
}
