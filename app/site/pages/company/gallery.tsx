import type { LoaderFunctionArgs } from '@remix-run/node'
import { data, useLoaderData } from '@remix-run/react'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { GalleryPictures } from '#app/site/sections/gallery/gallery-page.tsx'
import { gallery } from '#app/site/sections/gallery/gallery.ts'
import { galleryPart } from '#app/site/sections/gallery/gallery-part.ts'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { PageUnavailable } from '#app/site/ui/page/missing-page.tsx'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import { currentSite } from '#app/cms/site.server.ts'

const NAME = 'Gallery'

export function loader({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const found = currentSite().content.find(gallery)?.value
  const content = found && {
    title: found.title,
    description: found.description,
    part: galleryPart(found.items, new URL(request.url).searchParams.get('page')),
  }
  return data({ content, images: resolveImages(content, currentSite().media.library) }, { status: content ? 200 : 503 })
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
      <GalleryPictures key={content.part.page} part={content.part} />
    </ImagesProvider>
  )
}
