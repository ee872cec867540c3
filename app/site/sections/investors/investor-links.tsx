import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import './investor-links.css'

/** A link to a page, with a fact on what is there. */
export interface InvestorLink {
  to: string
  title: string
  fact: string
}

/** The ways from the investors page to what investors look for, side by side. */
export function InvestorLinks({ links }: { links: readonly InvestorLink[] }) {
  return (
    <nav className="investor-links" aria-label="Investor information">
      <ul className="wrap">
        {links.map(({ to, title, fact }) => (
          <li key={to}>
            <ContentLink to={to}>
              <span className="investor-links__title">
                {title} <Icon name="arrow" />
              </span>{' '}
              <span className="investor-links__fact">{fact}</span>
            </ContentLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
