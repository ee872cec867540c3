import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import { bindLastWords } from '#app/site/ui/text.tsx'
import './beside-links.css'

interface BesideLink {
  /** How it relates to the page: `Newer`, `Previous product`. */
  way: string
  title: string
  href: string
}

interface BesideLinksProps {
  /** Names the links: `More news`. */
  label: string
  before: BesideLink | undefined
  after: BesideLink | undefined
}

/** Links at the end of a page to the pages before and after it. Nothing if there are none. */
export function BesideLinks({ label, before, after }: BesideLinksProps) {
  if (!before && !after) return null
  return (
    <nav className="beside on-mist" aria-label={label}>
      <div className="wrap">
        {before && (
          <ContentLink to={before.href}>
            <span className="beside__way">
              <Icon name="back" /> {before.way}
            </span>{' '}
            <span className="beside__title">{bindLastWords(before.title)}</span>
          </ContentLink>
        )}
        {after && (
          <ContentLink className="beside__after" to={after.href}>
            <span className="beside__way">
              {after.way} <Icon name="arrow" />
            </span>{' '}
            <span className="beside__title">{bindLastWords(after.title)}</span>
          </ContentLink>
        )}
      </div>
    </nav>
  )
}
