import { data, useLoaderData } from '@remix-run/react'
import { resolveImages } from '#app/media/library/used-files.server.ts'
import { GalleryPictures } from '#app/sections/gallery/gallery-page.tsx'
import { gallery } from '#app/sections/gallery/gallery.ts'
import { PageIntro } from '#app/sections/shared/page-intro.tsx'
import { PageUnavailable } from '#app/ui/page/error-page.tsx'
import { ImagesProvider } from '#app/media/pictures/picture.tsx'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import { currentSite } from '#app/site.server.ts'

const NAME = 'Gallery'

export function loader() {
  const content = currentSite().content.find(gallery)?.value
  return data({ content, images: resolveImages(content, currentSite().media.library) }, { status: content ? 200 : 503 })
}

export const meta: PageMeta<typeof loader> = (page) => {
  const content = page.data?.content
  return pageMeta(page, { title: NAME, description: content && `${content.title}. ${content.description}` })
}

export default function Gallery() {
  const { content, images } = useLoaderData<typeof loader>()
  if (!content) return <PageUnavailable title={NAME} />
  return (
    <ImagesProvider images={images}>
      <PageIntro title={content.title} lead={content.description} crumb={NAME} />
      <GalleryPictures items={content.items} />
    </ImagesProvider>
  )
}
