import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { redirectFrom } from '#app/cms/define/collection-pages.ts'
import { withQueryOf } from '#app/cms/platform/http/redirect-target.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { PageGone, PageUnknown } from '#app/site/ui/page/missing-page.tsx'
import { hiddenPageMeta, type PageMeta } from './page-meta.ts'

/** Every address without another route: 308 if its page has moved, 410 if it was removed, else 404 in the site's layout. */
export function loader({ request }: LoaderFunctionArgs) {
  const to = redirectFrom(currentSite(), new URL(request.url).pathname)
  if (to) throw redirect(withQueryOf(request, to), 308)
  const isGone = to === ''
  return data({ isGone }, { status: isGone ? 410 : 404 })
}

export const meta: PageMeta<typeof loader> = (page) =>
  hiddenPageMeta(page, page.data?.isGone ? 'Page removed' : 'Page not found')

export default function NotFound() {
  const { isGone } = useLoaderData<typeof loader>()
  return isGone ? <PageGone /> : <PageUnknown />
}
