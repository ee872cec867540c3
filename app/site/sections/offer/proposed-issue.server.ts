import { mainDocument } from './offer-documents.server.ts'
import { OFFER_STAGES } from './offer-stages.ts'
import type { Offer } from './offer.ts'
import { DISCLAIMED, type ProposedIssue } from './offer-notice.tsx'

/** The sentence is no part of what the pages below these addresses report: it stands at their end. */
const NEWS = ['/events', '/news']

/** The home page, and the pages below the other addresses, are public communications of the company. Pages of products are none. */
const PATHS = ['/', '/investors', ...NEWS]

/** The pages of films, such as those of calls. */
const FILMS = /^\/documents\/[^/]+\/watch$/

/** What the page at `pathname` says of a proposed issue; undefined if it need not. */
export function proposedIssueOn(pathname: string, content: Offer | undefined): ProposedIssue | undefined {
  if (!content || !OFFER_STAGES[content.stage].isProposed) return undefined
  const isBelow = (paths: readonly string[]) =>
    paths.some((path) => pathname === path || pathname.startsWith(`${path}/`))
  if (!(isBelow(PATHS) || FILMS.test(pathname)) || pathname === DISCLAIMED) return undefined
  const { sentence, linkText, stage } = content
  return { sentence, linkText, to: mainDocument(stage)?.to ?? DISCLAIMED, isLast: isBelow(NEWS) }
}
