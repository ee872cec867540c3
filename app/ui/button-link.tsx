import type { ReactNode } from 'react'
import { ContentLink } from './content-link.tsx'
import { Icon } from './icon.tsx'

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
