import { NavLink } from '@remix-run/react'
import type { MouseEvent } from 'react'
import { Icon, type IconName } from '#app/ui/icon.tsx'

/** Every address of the administrator area lies below it. */
const DASHBOARD = '/admin'

export const SIDEBAR_ID = 'sections'

/** Links of the sidebar under one heading. */
export interface SidebarGroup {
  label: string
  links: { label: string; to: string; icon: IconName; /** Shown beside it: what waits there. */ count?: number }[]
}

/** The screens of the administrator area: a column on wide screens, a popover that needs no script on narrow ones. */
export function AdminSidebar({ groups }: { groups: readonly SidebarGroup[] }) {
  return (
    <nav className="side" id={SIDEBAR_ID} popover="auto" aria-label="Sections">
      {groups.map(({ label, links }) => (
        <section key={label}>
          <h2>{label}</h2>
          <ul>
            {links.map(({ label: words, to, icon, count = 0 }) => (
              <li key={to}>
                <NavLink to={to} end={to === DASHBOARD} onClick={closePopover}>
                  <Icon name={icon} />
                  <span>{words}</span>
                  {count > 0 && <span className="side__count">{count}</span>}
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** The page stays when a script changes its address, so the popover would stay as well. */
function closePopover({ currentTarget }: MouseEvent<HTMLElement>) {
  const popover = currentTarget.closest<HTMLElement>(':popover-open')
  popover?.hidePopover()
}
