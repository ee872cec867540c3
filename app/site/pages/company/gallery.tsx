import type { LoaderFunctionArgs } from '@remix-run/node'
import { data, useLoaderData } from '@remix-run/react'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { eventsOn } from '#app/site/collections/events/event-lists.ts'
import { cardsWithEvents, eventsPage } from '#app/site/sections/events-page/events-page.ts'
import { GalleryPictures, type NextExhibition } from '#app/site/sections/gallery/gallery-page.tsx'
import { gallery } from '#app/site/sections/gallery/gallery.ts'
import { galleryPart } from '#app/site/sections/gallery/gallery-part.ts'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { PageUnavailable } from '#app/site/ui/page/missing-page.tsx'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** It ends with the next exhibition. */
export const handle = { isForCustomers: false } satisfies SiteHandle

const NAME = 'Gallery'

export function loader({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const found = currentSite().content.find(gallery)?.value
  const content = found && {
    title: found.title,
    description: found.description,
    part: galleryPart(found.items, new URL(request.url).searchParams.get('page')),
    next: nextExhibition(),
  }
  return data({ content, images: resolveImages(content, currentSite().media.library) }, { status: content ? 200 : 503 })
}

/** The next trade fair of the page of news and events. */
function nextExhibition(): NextExhibition | undefined {
  const page = currentSite().content.find(eventsPage)?.value
  if (!page) return undefined
  const fairs = cardsWithEvents(page, eventsOn(today(), currentSite()).upcoming).filter(
    ({ card }) => card.kind === 'fair',
  )
  return fairs.flatMap(({ card, next }) => {
    if (!next) return []
    const { title, from, to, place } = next
    return [{ title, from, to, place, href: `/events#${card._id}` }]
  })[0]
}

export const meta: PageMeta<typeof loader> = (page) => {
  const content = page.data?.content
  const number = content?.part.page ?? 1
  return pageMeta(page, {
    share: 'gallery',
    title: number === 1 ? NAME : `${NAME}, page ${number}`,
    description: content && `${content.title}. ${content.description}`,
  })
}

export default function Gallery() {
  const { content, images } = useLoaderData<typeof loader>()
  if (!content) return <PageUnavailable title={NAME} />
  return (
    <ImagesProvider images={images}>
      <PageIntro title={content.title} lead={content.description} crumb={NAME} />
      {/* The key closes the enlarged picture when another page is shown. */}
      <GalleryPictures key={content.part.page} part={content.part} next={content.next} />
    </ImagesProvider>
  )
}
