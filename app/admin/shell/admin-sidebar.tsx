import { Link, useLocation } from '@remix-run/react'
import type { MouseEvent } from 'react'
import { Icon, type IconName } from '#app/editing/ui/icon.tsx'

/** Also answers at `/admin`. */
export const DASHBOARD = '/admin/dashboard'

export const SIDEBAR_ID = 'sections'

/** Links of the sidebar under one heading. */
export interface SidebarGroup {
  label: string
  links: { label: string; to: string; icon: IconName; /** Shown beside it: what waits there. */ count?: number }[]
  /** True where its links are folded away while none of them leads to the current page. */
  isFold?: boolean | undefined
}

/** The screens of the administrator area: a column on wide screens, a popover that needs no script on narrow ones. */
export function AdminSidebar({ groups }: { groups: readonly SidebarGroup[] }) {
  const { pathname } = useLocation()
  const path = pathname === '/admin' ? DASHBOARD : pathname
  const folds = groups.filter(({ isFold = false }) => isFold)
  // The first one while the page belongs to none.
  const open = folds.find(({ links }) => links.some(({ to }) => isWithin(path, to))) ?? folds[0]
  return (
    <nav className="side" id={SIDEBAR_ID} popover="auto" aria-label="Sections">
      {groups.map((group) =>
        group.isFold ? (
          <details key={group.label} open={group === open}>
            <summary>
              <h2>{group.label}</h2>
              <Icon name="down" />
            </summary>
            <Links links={group.links} path={path} />
          </details>
        ) : (
          <section key={group.label}>
            <h2 className="vh">{group.label}</h2>
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
      {links.map(({ label, to, icon, count = 0 }) => (
        <li key={to}>
          <Link to={to} aria-current={isWithin(path, to) ? 'page' : undefined} onClick={closePopover}>
            <Icon name={icon} />
            <span>{label}</span>
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

/** The page stays when a script changes its address, so the popover would stay as well. */
function closePopover({ currentTarget }: MouseEvent<HTMLElement>) {
  const popover = currentTarget.closest<HTMLElement>(':popover-open')
  popover?.hidePopover()
}
