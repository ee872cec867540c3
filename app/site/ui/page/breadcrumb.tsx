import { Link } from '@remix-run/react'
import './breadcrumb.css'

export interface Crumb {
  label: string
  /** Address of the page; undefined for a step that has no page. */
  to?: string
}

interface BreadcrumbProps {
  trail: Crumb[]
  /** The last crumb. */
  current: string
}

/** The trail from the home page to the current page. */
export function Breadcrumb({ trail, current }: BreadcrumbProps) {
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <ol>
        {trail.map(({ label, to }) => (
          <li key={label}>
            {to === undefined ? (
              label
            ) : (
              <Link to={to} prefetch="intent">
                {label}
              </Link>
            )}
          </li>
        ))}
        <li>
          <span aria-current="page">{current}</span>
        </li>
      </ol>
    </nav>
  )
}
