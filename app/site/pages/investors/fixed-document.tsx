import { data, redirect, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { publicAction } from '#app/cms/guard.server.ts'
import { addressOf } from '#app/cms/media/media-address.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { documentAt } from '#app/site/sections/document-register/document-at-address.server.ts'
import { confirmedFileAddress, gatedDocument, termsOf, UNCACHED } from './gated-document.server.ts'
import { fixedAddress } from '#app/site/collections/documents/fixed-address.ts'
import { NoDocument, noDocumentTitle } from '#app/site/sections/document-register/no-document.tsx'
import { documentRegister } from '#app/site/sections/document-register/register.server.ts'
import { hiddenPageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import { CONFIRMED, DocumentGate } from '#app/site/sections/offer/document-gate.tsx'
import { PageUnavailable } from '#app/site/ui/page/missing-page.tsx'
import { offerDocumentTrail } from './investors-trail.ts'

export const handle = { isForCustomers: false } satisfies SiteHandle

/**
 * The fixed address of a document whose file the host does not serve: the text that visitors confirm first if it is
 * gated, 403 if they come from an address that is not valid any more; 410 with the reason if it was withdrawn; a redirect
 * if its file is elsewhere; 404 if the register has no such document.
 */
export function loader({ params, request }: Pick<LoaderFunctionArgs, 'params' | 'request'>) {
  const { document, instead } = documentAt(params['slug'])
  if (!document) return instead
  const { slug, title, fileUrl } = document
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
  const file = currentSite().service(documentRegister).fileOf(slug)
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

export const meta: PageMeta<typeof loader> = (page) => hiddenPageMeta(page, titleOf(page.data))

function titleOf(page: ReturnType<typeof loader>['data'] | undefined) {
  switch (page?.state) {
    case 'gated':
      return page.document.title
    case 'unavailable':
      return page.title
    default:
      return noDocumentTitle(page ?? { state: 'unknown' })
  }
}

export default function FixedDocument() {
  const page = useLoaderData<typeof loader>()
  switch (page.state) {
    case 'unavailable':
      return <PageUnavailable title={page.title} />
    case 'gated': {
      const { document, terms, isAgain } = page
      return <DocumentGate document={document} terms={terms} trail={offerDocumentTrail} isAgain={isAgain} />
    }
    default:
      return <NoDocument {...page} />
  }
}
