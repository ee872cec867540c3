import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findPage } from '#app/cms/define/collection-pages.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { Prose } from '#app/cms/ui/prose.tsx'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import { textPages } from '../text-pages/text-pages.ts'
import '../look.css'

const STATUS = { gone: 410, unreadable: 503, unknown: 404 }

/** A page of text directly below the root. */
export function loader({ params }: LoaderFunctionArgs) {
  const found = findPage(currentSite(), textPages, params['address'] ?? '')
  if (found.state === 'moved') throw redirect(found.to, 308)
  if (found.state !== 'shown') return data({ page: undefined }, { status: STATUS[found.state] })
  const { title, lead, body } = found.entry.value
  return data({ page: { title, lead, html: renderMarkdown(body, currentSite()) } })
}

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [{ title: loaded?.page?.title ?? 'No page' }]

export default function TextPage() {
  const { page } = useLoaderData<typeof loader>()
  return (
    <main className="shop">
      <h1>{page?.title ?? 'There is no such page.'}</h1>
      {page && (
        <>
          {page.lead !== '' && <p>{page.lead}</p>}
          <Prose html={page.html} />
        </>
      )}
      <a href="/">To the shop</a>
    </main>
  )
}
