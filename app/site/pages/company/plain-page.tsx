import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findPage } from '#app/cms/define/collection-pages.ts'
import { DocumentsProvider } from '#app/cms/media/document-info.tsx'
import { documentSizes } from '#app/site/collections/documents/page-documents.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import { PlainPageView } from '#app/site/collections/plain-pages/plain-page-view.tsx'
import { plainPages } from '#app/site/collections/plain-pages/plain-pages.ts'
import { leaveOut } from '#app/site/layout/leave-out.ts'
import { hiddenPageMeta, pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import { PageGone, PageUnavailable, PageUnknown } from '#app/site/ui/page/error-page.tsx'

const STATUS = { gone: 410, unreadable: 503, unknown: 404 }

/** A plain page. For an address without one: 308 if it has moved, 410 if it was removed, else 404. */
export function loader({ params }: Pick<LoaderFunctionArgs, 'params'>) {
  const site = currentSite()
  const found = findPage(site, plainPages, params['address'] ?? '')
  if (found.state === 'moved') throw redirect(found.to, 308)
  if (found.state !== 'shown') return data({ state: found.state }, { status: STATUS[found.state] })
  const { value, isListed } = found.entry
  return data({
    state: found.state,
    isListed,
    page: leaveOut(value, 'body', 'address', 'visibility', 'menu'),
    html: renderMarkdown(value.body, { pageBase: site.pageBase, firstHeading: 2 }),
    documents: documentSizes(value),
  })
}

const NAME = 'Page'
const TITLES = { gone: 'Page removed', unreadable: NAME, unknown: 'Page not found' }

export const meta: PageMeta<typeof loader> = (route) => {
  const { data: loaded } = route
  if (loaded?.state !== 'shown') return hiddenPageMeta(route, loaded ? TITLES[loaded.state] : NAME)
  const { title, lead } = loaded.page
  return pageMeta(route, { title, description: lead, isUnlisted: !loaded.isListed })
}

export default function PlainPageRoute() {
  const loaded = useLoaderData<typeof loader>()
  if (loaded.state !== 'shown') return <NoPage state={loaded.state} />
  return (
    <DocumentsProvider documents={loaded.documents}>
      <PlainPageView {...loaded} />
    </DocumentsProvider>
  )
}

function NoPage({ state }: { state: keyof typeof STATUS }) {
  if (state === 'unreadable') return <PageUnavailable title={NAME} />
  return state === 'gone' ? <PageGone /> : <PageUnknown />
}
