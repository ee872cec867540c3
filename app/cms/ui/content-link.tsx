import { Link } from '@remix-run/react'
import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { isOwnPage } from './own-page.ts'

interface ContentLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** The address in the content: a path of this site, a fragment, or an https, mailto or tel address. */
  to: string
  children: ReactNode
}

/**
 * A link whose target comes from content. Pages of this site are prefetched and open without a page load; files and all
 * other targets are plain links.
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

interface ButtonLinkProps {
  to: string
  variant?: 'line' | 'accent'
  children: ReactNode
}

/** A link that looks like a button, with an arrow. Without a target or a text it renders nothing. */
export function ButtonLink({ to, variant, children }: ButtonLinkProps) {
  if (to === '' || children === '') return null
  return (
    <ContentLink to={to} className={variant ? `btn btn--${variant}` : 'btn'}>
      {children} <Icon name="arrow" />
    </ContentLink>
  )
}

/** A link that dials a number. `number` is shown with no-break spaces; the link has only its digits and plus sign. */
export function PhoneLink({ number }: { number: string }) {
  return <a href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number.replaceAll(' ', '\u00a0')}</a>
}
