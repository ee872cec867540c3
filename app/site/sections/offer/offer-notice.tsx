import { ContentLink } from '#app/cms/ui/content-link.tsx'
import './offer-notice.css'

/** What a page says of a proposed issue. */
export interface ProposedIssue {
  sentence: string
  linkText: string
  /** Where the document of the present stage is. */
  to: string
  /** At the end of the page, so that it is no part of what the page reports. */
  isLast: boolean
}

/** It has a disclaimer of its own, which visitors confirm first. */
export const DISCLAIMED = '/investors/Drhp'

/** The sentence that an issue is proposed, at the top or the end of a page. */
export function OfferNotice({ issue: { sentence, linkText, to } }: { issue: ProposedIssue }) {
  return (
    <aside className="offer-notice on-ink" aria-label="Proposed public issue">
      <p className="wrap">
        {sentence} <ContentLink to={to}>{linkText}</ContentLink>
      </p>
    </aside>
  )
}
