import { data, redirect, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { publicAction } from '#app/cms/guard.server.ts'
import { addressOf } from '#app/cms/media/media-address.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { ButtonLink } from '#app/cms/ui/content-link.tsx'
import { confirmedFileAddress, gatedDocument, termsOf } from '#app/site/collections/documents/gated-document.server.ts'
import { fixedAddress } from '#app/site/collections/documents/fixed-address.ts'
import { documentRegister } from '#app/site/collections/documents/register.server.ts'
import { withdrawalText } from '#app/site/collections/documents/withdrawal.ts'
import { hiddenPageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import { CONFIRMED, DocumentGate } from '#app/site/sections/offer-terms/document-gate.tsx'
import { ErrorPage, PageUnavailable, PageUnknown } from '#app/site/ui/page/error-page.tsx'
import { offerDocumentTrail } from './investors-trail.ts'

export const handle = { isForCustomers: false } satisfies SiteHandle

/** No cache has what a visitor must confirm first, or the address that follows. */
const UNCACHED = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }

/**
 * The fixed address of a document whose file the host does not serve: the text that visitors confirm first if it is
 * gated, 403 if they come from an address that is not valid any more; 410 with the reason if it was withdrawn; a redirect
 * if its file is elsewhere; 404 if the register has no such document.
 */
export function loader({ params, request }: Pick<LoaderFunctionArgs, 'params' | 'request'>) {
  const register = currentSite().service(documentRegister)
  const slug = params['slug'] ?? ''
  const document = register.find(slug)
  if (!document) return data({ state: 'unknown' as const }, { status: 404 })
  const { title, withdrawn, fileUrl } = document
  if (withdrawn) return data({ state: 'withdrawn' as const, title, ...withdrawn }, { status: 410 })
  const { searchParams } = new URL(request.url)
  const gated = gatedDocument(slug, searchParams.get('file') ?? '')
  if (gated) {
    const terms = termsOf(document)
    if (!terms) return data({ state: 'unavailable' as const, title }, { status: 503, headers: UNCACHED })
    const isAgain = searchParams.has('again')
    return data(
      { state: 'gated' as const, document: gated, terms, isAgain },
      { status: isAgain ? 403 : 200, headers: UNCACHED },
    )
  }
  // Temporary: the document may get another file.
  const file = register.fileOf(slug)
  throw redirect(file === undefined ? fileUrl : addressOf(file), 302)
}

export const headers: HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders

/** The confirmation of the text: redirects to an address of the file that is valid for ten minutes. */
export const action = publicAction(async ({ params, request }) => {
  const { fields } = await readSmallForm(request)
  const slug = params['slug'] ?? ''
  const document = currentSite().service(documentRegister).find(slug)
  const gated = gatedDocument(slug, textOf(fields['file']))
  // It was withdrawn meanwhile, or needs no confirmation any more; or the form was not sent by its button.
  if (!document || !gated || fields['answer'] !== CONFIRMED) return toPage(slug)
  const address = termsOf(document) && (await confirmedFileAddress(slug, gated))
  if (address === undefined)
    throw new ExpectedError(503, 'This document cannot be sent at the moment. Try again in a minute.', {
      retryAfter: 60,
    })
  return redirect(address, { status: 303, headers: UNCACHED })
})

function toPage(slug: string) {
  return redirect(fixedAddress(encodeURIComponent(slug)), { status: 303, headers: UNCACHED })
}

const WITHDRAWN = 'Document withdrawn'

export const meta: PageMeta<typeof loader> = (page) => hiddenPageMeta(page, titleOf(page.data))

function titleOf(page: ReturnType<typeof loader>['data'] | undefined) {
  switch (page?.state) {
    case 'gated':
      return page.document.title
    case 'unavailable':
      return page.title
    case 'withdrawn':
      return WITHDRAWN
    default:
      return 'Page not found'
  }
}

export default function FixedDocument() {
  const page = useLoaderData<typeof loader>()
  switch (page.state) {
    case 'unknown':
      return <PageUnknown />
    case 'unavailable':
      return <PageUnavailable title={page.title} />
    case 'gated': {
      const { document, terms, isAgain } = page
      return <DocumentGate document={document} terms={terms} trail={offerDocumentTrail} isAgain={isAgain} />
    }
    case 'withdrawn':
      return (
        <ErrorPage code={410} title={WITHDRAWN} text={withdrawalText(page)}>
          <ButtonLink to="/investors">Investor Relations</ButtonLink>
          <ButtonLink to="/contactus" variant="line">
            Contact us
          </ButtonLink>
        </ErrorPage>
      )
  }
}
