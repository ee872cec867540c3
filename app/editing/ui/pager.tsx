import { Link } from '@remix-run/react'
import { Icon } from './icon.tsx'
import './pager.css'

interface PagerProps {
  /** From 1. */
  page: number
  pageSize: number
  total: number
  href: (page: number) => string
  /** Words of the links to the page before and after. */
  previous: string
  next: string
}

/** Which part of a long list is shown, and the way to the parts beside it. Nothing where the list fits one page. */
export function Pager({ page, pageSize, total, href, previous, next }: PagerProps) {
  if (total <= pageSize) return null
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  return (
    <nav className="pager" aria-label="Pages">
      {page > 1 && (
        <Link className="btn" to={href(page - 1)} rel="prev">
          <Icon name="back" />
          {previous}
        </Link>
      )}
      <span>
        {first.toLocaleString('en')} to {last.toLocaleString('en')} of {total.toLocaleString('en')}
      </span>
      {last < total && (
        <Link className="btn" to={href(page + 1)} rel="next">
          {next}
          <Icon name="arrow" />
        </Link>
      )}
    </nav>
  )
}
