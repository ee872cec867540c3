import { Link } from '@remix-run/react'
import type { AnchorHTMLAttributes, ReactNode } from 'react'

interface ContentLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** As content holds it: an own path, a fragment, or an https, mailto or tel address. */
  to: string
  children: ReactNode
}

/**
 * A link whose target comes from content. Pages of this site are fetched ahead and open without a page load; files and
 * everything else are plain links.
 */
export function ContentLink({ to, children, ...attributes }: ContentLinkProps) {
  if (!isOwnPage(to)) {
    return (
      <a href={to} {...attributes}>
        {children}
      </a>
    )
  }
  return (
    <Link to={to} prefetch="intent" {...attributes}>
      {children}
    </Link>
  )
}

/** True for a path the router answers; false for a file such as `/policies/code-of-conduct.pdf`. */
function isOwnPage(to: string) {
  const [path = ''] = to.split(/[?#]/)
  return path.startsWith('/') && !/\.[a-z0-9]+$/i.test(path)
}
