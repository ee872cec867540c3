import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { OFFER_STAGES, type Offer } from './offer.ts'
import './offer-notice.css'

/** What a page says of a proposed issue. */
export interface ProposedIssue {
  sentence: string
  linkText: string
}

/** The pages below these addresses are public communications of the company. Pages of products are none. */
const PLACES = ['/investors', '/events', '/news']

/** It has a disclaimer of its own, which visitors confirm first. */
const DISCLAIMED = '/investors/Drhp'

/** What the page at `pathname` says of a proposed issue; undefined if it need not. */
export function proposedIssueOn(pathname: string, content: Offer | undefined): ProposedIssue | undefined {
  if (!content || !OFFER_STAGES[content.stage].isProposed) return undefined
  const isPlace = PLACES.some((place) => pathname === place || pathname.startsWith(`${place}/`))
  if (!isPlace || pathname === DISCLAIMED) return undefined
  const { sentence, linkText } = content
  return { sentence, linkText }
}

/** The sentence that an issue is proposed, at the top of a page. */
export function OfferNotice({ issue: { sentence, linkText } }: { issue: ProposedIssue }) {
  return (
    <aside className="offer-notice on-ink" aria-label="Proposed public issue">
      <p className="wrap">
        {sentence} <ContentLink to={DISCLAIMED}>{linkText}</ContentLink>
      </p>
    </aside>
  )
}
