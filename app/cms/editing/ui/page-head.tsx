import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Icon } from './admin-icon.tsx'

interface PageHeadProps {
  title: string
  /** One line on what the page edits, usually with a {@link PublicLink} to the result. */
  children?: ReactNode
  action?: ReactNode
}

export function PageHead({ title, children, action }: PageHeadProps) {
  return (
    <header className="head">
      <div>
        {/* Gets the focus if the focused element was removed. */}
        <h1 tabIndex={-1}>{title}</h1>
        {children !== undefined && <p className="head__sub">{children}</p>}
      </div>
      {action !== undefined && <div className="head__actions">{action}</div>}
    </header>
  )
}

/** A link above the title to the screen to which this one belongs. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className="back-link">
      <Link to={to}>
        <Icon name="back" />
        {children}
      </Link>
    </p>
  )
}

/** A link to the public page that shows the result. Loads a new document: public pages have their own styles. */
export function PublicLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href}>
      {children} <Icon name="out" />
    </a>
  )
}
