import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { Icon, type IconName } from '#app/cms/ui/icon.tsx'
import './investor-links.css'

/** A link to a page, with a fact on what is there. */
export interface InvestorLink {
  to: string
  title: string
  fact: string
  /** Set for a file. */
  icon?: IconName | undefined
}

/** The ways from the investors page to what investors look for, side by side. */
export function InvestorLinks({ links }: { links: readonly InvestorLink[] }) {
  return (
    <nav className="investor-links" aria-label="Investor information">
      <ul className="wrap">
        {links.map(({ to, title, fact, icon = 'arrow' }) => (
          <li key={to}>
            <ContentLink to={to}>
              <span className="investor-links__title">
                {title} <Icon name={icon} />
              </span>{' '}
              <span className="investor-links__fact">{fact}</span>
            </ContentLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The parts of the page that visitors unfold, which are far below on a phone. Hidden on wider screens. */
export function SectionLinks() {
  return (
    <nav className="section-links" aria-labelledby="section-links-title">
      <h2 id="section-links-title">On this page</h2>
      <ul>
        {SECTIONS.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const SECTIONS = [
  { id: 'financial-highlights', title: 'Financial Highlights' },
  { id: 'financial-results', title: 'Financial results' },
  { id: 'reports', title: 'Reports' },
  { id: 'offer-documents', title: 'Offer Documents' },
  { id: 'management', title: 'Management' },
  { id: 'governance', title: 'Governance' },
  { id: 'investor-grievance', title: 'Investor Grievance' },
  { id: 'material-contracts', title: 'Material Contracts' },
]
