import { NavLink } from '@remix-run/react'
import type { MouseEvent } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { adminLinks } from './admin-links.ts'

export const SIDEBAR_ID = 'sections'

/** The sections that can be edited: a column on wide screens, a popover that needs no script on narrow ones. */
export function AdminSidebar() {
  return (
    <nav className="side" id={SIDEBAR_ID} popover="auto" aria-label="Sections">
      <ul>
        {adminLinks.map(({ label, to, icon }) => (
          <li key={to}>
            <NavLink to={to} onClick={closePopover}>
              <Icon name={icon} />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The page stays when a script changes its address, so the popover would stay as well. */
function closePopover({ currentTarget }: MouseEvent<HTMLElement>) {
  const popover = currentTarget.closest<HTMLElement>(':popover-open')
  popover?.hidePopover()
}
