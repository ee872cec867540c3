import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DocumentsProvider } from '#app/cms/media/document-info.tsx'
import { documentSizes } from '#app/site/sections/document-register/page-documents.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { inLatinLetters } from '#app/cms/platform/format/latin-letters.ts'
import { renderGroups, renderMarkdown, renderParts } from '#app/cms/ui/render-markdown.ts'
import { PlainPageView, type PlainPageBody } from '#app/site/collections/plain-pages/plain-page-view.tsx'
import { plainPages, type PlainPage } from '#app/site/collections/plain-pages/plain-pages.ts'
import { about } from '#app/site/sections/about/about.ts'
import { findEntry, noEntry } from '#app/site/layout/entry-page.server.ts'
import { leaveOut } from '#app/site/sections/shared/leave-out.ts'
import { noEntryMeta, pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import { NoEntryPage } from '#app/site/ui/page/missing-page.tsx'

export const handle = { isForCustomers: false } satisfies SiteHandle

/** A plain page. For an address without one: 308 if it has moved, 410 if it was removed, else 404. */
export function loader({ params, request }: Pick<LoaderFunctionArgs, 'params' | 'request'>) {
  const site = currentSite()
  const found = findEntry(plainPages, params['address'], request)
  if (found.state !== 'shown') return noEntry(found.state)
  const { value, isListed } = found.entry
  return data({
    state: found.state,
    isListed,
    titlePicture: site.media.library.titlePictures.addressOf({
      file: site.content.find(about)?.value.image ?? '',
      title: value.title,
    }),
    page: leaveOut(value, 'body', 'address', 'visibility', 'menu', 'layout'),
    ...bodyOf(value, site.pageBase),
    documents: documentSizes(value),
  })
}

/** The text as a whole, in its questions, or in parts if it has enough of them for a list of contents. */
function bodyOf({ body, layout }: Pick<PlainPage, 'body' | 'layout'>, pageBase: string | undefined): PlainPageBody {
  const options = { pageBase, firstHeading: 2 } as const
  if (layout === 'questions') {
    const { before, groups } = renderGroups(body, options)
    return { html: before, questions: withIds(groups) }
  }
  const { before, parts } = renderParts(body, options)
  return parts.length < MIN_PARTS
    ? { html: renderMarkdown(body, options) }
    : {
        html: before,
        parts: withIds(parts).map(({ id, title, heading, html }) => ({ id, title, html: heading + html })),
      }
}

const MIN_PARTS = 3

/** Each with the fragment that links to it, from the words of its title. */
function withIds<Part extends { title: string }>(parts: readonly Part[]): (Part & { id: string })[] {
  const taken = new Set<string>(TAKEN_IDS)
  return parts.map((part, index) => {
    const words = inLatinLetters(part.title).words
    const id = words === '' || taken.has(words) ? `part-${index + 1}` : words
    taken.add(id)
    return { ...part, id }
  })
}

/** Ids of every page. */
const TAKEN_IDS = ['main', 'menu', 'page-title', 'contents-title', 'documents-title']

const NAME = 'Page'

export const meta: PageMeta<typeof loader> = (route) => {
  const { data: loaded } = route
  if (loaded?.state !== 'shown') return noEntryMeta(route, loaded?.state, NAME)
  const { title, lead } = loaded.page
  const { titlePicture, isListed } = loaded
  return pageMeta(route, { title, description: lead, titlePicture, isUnlisted: !isListed })
}

export default function PlainPageRoute() {
  const loaded = useLoaderData<typeof loader>()
  if (loaded.state !== 'shown') return <NoEntryPage state={loaded.state} name={NAME} />
  return (
    <DocumentsProvider documents={loaded.documents}>
      <PlainPageView {...loaded} />
    </DocumentsProvider>
  )
}
