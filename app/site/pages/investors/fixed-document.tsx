import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { addressOf } from '#app/cms/media/media-address.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { ButtonLink } from '#app/cms/ui/content-link.tsx'
import { documentRegister } from '#app/site/collections/documents/register.server.ts'
import { hiddenPageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import { ErrorPage, PageUnknown } from '#app/site/ui/page/error-page.tsx'

/**
 * The fixed address of a document whose file the host does not serve: 410 with the reason if it was withdrawn, a
 * redirect if its file is elsewhere, 404 if the register has no such document.
 */
export function loader({ params }: Pick<LoaderFunctionArgs, 'params'>) {
  const register = currentSite().service(documentRegister)
  const slug = params['slug'] ?? ''
  const document = register.find(slug)
  if (!document) return data({ title: undefined }, { status: 404 })
  const { title, withdrawn, fileUrl } = document
  if (withdrawn) return data({ title, ...withdrawn }, { status: 410 })
  // Temporary: the document may get another file.
  const file = register.fileOf(slug)
  throw redirect(file === undefined ? fileUrl : addressOf(file), 302)
}

const WITHDRAWN = 'Document withdrawn'

export const meta: PageMeta<typeof loader> = (page) =>
  hiddenPageMeta(page, page.data?.title === undefined ? 'Page not found' : WITHDRAWN)

export default function FixedDocument() {
  const page = useLoaderData<typeof loader>()
  if (page.title === undefined) return <PageUnknown />
  const { title, on, because } = page
  return (
    <ErrorPage
      code={410}
      title={WITHDRAWN}
      text={`${title} was withdrawn${on === '' ? '' : ` on ${formatDay(on)}`}. Reason: ${because}`}
    >
      <ButtonLink to="/investors">Investor Relations</ButtonLink>
      <ButtonLink to="/contactus" variant="line">
        Contact us
      </ButtonLink>
    </ErrorPage>
  )
}
