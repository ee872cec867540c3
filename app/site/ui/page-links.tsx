import type { ReactNode } from 'react'
import { Link } from '@remix-run/react'
import { Icon } from '#app/cms/ui/icon.tsx'
import './page-links.css'

interface PageLinksProps {
  /** Names the links to screen readers: `Pages of the gallery`. */
  label: string
  /** From 1. */
  page: number
  pageCount: number
  hrefOf: (page: number) => string
  /** Which part of the list is shown. */
  children: ReactNode
}

/** The links to the previous and the next page of a long list. Nothing if one page has all of it. */
export function PageLinks({ label, page, pageCount, hrefOf, children }: PageLinksProps) {
  if (pageCount <= 1) return null
  return (
    <nav className="page-links" aria-label={label}>
      {page > 1 && (
        <Link className="btn btn--line" to={hrefOf(page - 1)} rel="prev">
          <Icon name="back" />
          Previous page
        </Link>
      )}
      <p>{children}</p>
      {page < pageCount && (
        <Link className="btn btn--line" to={hrefOf(page + 1)} rel="next">
          Next page
          <Icon name="arrow" />
        </Link>
      )}
    </nav>
  )
}
