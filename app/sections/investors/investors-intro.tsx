import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { ContentLink } from '#app/ui/content-link.tsx'
import { formatDay } from '#app/media/documents/document-row-format.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { Investors } from './investors.ts'
import './investors.css'

/** What a shareholder finds on the page, and beside it the way to the document everybody asks for. */
export function InvestorsIntro({ investors }: { investors: Investors }) {
  const offer = investors.offerDocuments[0]
  return (
    <div className="investors__intro">
      <p className="lead">{bindLastWords(investors.intro)}</p>
      {offer && (
        <p className="offer">
          <ContentLink to={offer.link}>
            <span>Offer document</span> <strong>{bindLastWords(offer.title)}</strong>{' '}
            <span>
              <time dateTime={offer.date}>{formatDay(offer.date)}</time> <Icon name="arrow" />
            </span>
          </ContentLink>
        </p>
      )}
    </div>
  )
}
