import { Link, useLocation } from '@remix-run/react'
import type { MouseEvent } from 'react'
import { Icon, type IconName } from '#app/cms/editing/ui/admin-icon.tsx'

/** The dashboard is also at `/admin`. */
export const DASHBOARD = '/admin/dashboard'

/** The id of the popover, which a button of the top bar opens. */
export const SIDEBAR_ID = 'sections'

/** Links of the sidebar under one heading. */
export interface SidebarGroup {
  label: string
  links: {
    label: string
    to: string
    icon: IconName
    /** Address of another screen that belongs to it. */ also?: string
    /** Shown beside it: number of waiting items. */ count?: number
    /** If the section has a draft, or one that waits for approval. */ badge?: 'Draft' | 'Approval' | undefined
  }[]
  /** True if its links are collapsed while none of them leads to the current page. */
  isCollapsible?: boolean | undefined
}

/** The screens of the administrator area: a column on wide screens, a popover that needs no script on narrow ones. */
export function AdminSidebar({ groups }: { groups: readonly SidebarGroup[] }) {
  const { pathname } = useLocation()
  const path = pathname === '/admin' ? DASHBOARD : pathname
  const collapsibles = groups.filter(({ isCollapsible = false }) => isCollapsible)
  // The first group if the page belongs to none.
  const open = collapsibles.find(({ links }) => links.some(({ to }) => isWithin(path, to))) ?? collapsibles[0]
  return (
    <nav className="side" id={SIDEBAR_ID} popover="auto" aria-label="Sections">
      {groups.map((group) =>
        group.isCollapsible ? (
          <details key={group.label} open={group === open}>
            <summary>
              <h2>{group.label}</h2>
              <Icon name="down" />
            </summary>
            <Links links={group.links} path={path} />
          </details>
        ) : (
          <section key={group.label}>
            <h2 className="visually-hidden">{group.label}</h2>
            <Links links={group.links} path={path} />
          </section>
        ),
      )}
    </nav>
  )
}

function Links({ links, path }: { links: SidebarGroup['links']; path: string }) {
  return (
    <ul>
      {links.map(({ label, to, icon, also = to, count = 0, badge }) => (
        <li key={to}>
          <Link
            to={to}
            aria-current={isWithin(path, to) || isWithin(path, also) ? 'page' : undefined}
            onClick={closePopover}
          >
            <Icon name={icon} />
            <span>{label}</span>
            {badge && <span className="chip side__draft">{badge}</span>}
            {count > 0 && <span className="side__count">{count}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function isWithin(path: string, screen: string) {
  return path === screen || path.startsWith(`${screen}/`)
}

/** A navigation by script keeps the document, so the popover would stay open. */
function closePopover({ currentTarget }: Pick<MouseEvent<HTMLElement>, 'currentTarget'>) {
  const popover = currentTarget.closest<HTMLElement>(':popover-open')
  popover?.hidePopover()
}
