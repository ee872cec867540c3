import { ButtonLink } from '#app/cms/ui/content-link.tsx'
import { REGISTER_PAGE } from '#app/site/addresses/document-selection.ts'
import { ErrorPage } from '#app/site/ui/page/error-page.tsx'
import { PageUnknown } from '#app/site/ui/page/missing-page.tsx'
import { withdrawalText } from './withdrawal-text.ts'

/** Why there is no document at a fixed address, or below it. */
type NoDocumentState = { state: 'unknown' } | ({ state: 'withdrawn' } & Parameters<typeof withdrawalText>[0])

/** The title of the page for that. */
export function noDocumentTitle({ state }: NoDocumentState): string {
  return state === 'withdrawn' ? WITHDRAWN : 'Page not found'
}

const WITHDRAWN = 'Document withdrawn'

/** Shown instead of a document that there is not, or that was withdrawn. */
export function NoDocument(page: NoDocumentState) {
  if (page.state === 'unknown') return <PageUnknown />
  return (
    <ErrorPage code={410} title={WITHDRAWN} text={withdrawalText(page)}>
      <ButtonLink to={REGISTER_PAGE}>All documents</ButtonLink>
      <ButtonLink to="/investors" variant="line">
        Investor Relations
      </ButtonLink>
      <ButtonLink to="/contactus" variant="line">
        Contact us
      </ButtonLink>
    </ErrorPage>
  )
}
