import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { album } from '../album/album.ts'
import { Photo } from './photo.tsx'
import '../look.css'

export function loader() {
  const { content, media } = currentSite()
  const shown = content.find(album)?.value
  return { shown, images: resolveImages(shown, media.library) }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.shown?.title ?? 'Album' }]

export default function AlbumPage() {
  const { shown, images } = useLoaderData<typeof loader>()
  return (
    <main className="shop">
      <h1>{shown?.title ?? 'Album'}</h1>
      <p>{shown?.description}</p>
      {shown?.pictures.map(({ _id, title, description, image }) => (
        <figure key={_id}>
          <Photo file={image} alt={title} images={images} />
          <figcaption>{description || title}</figcaption>
        </figure>
      ))}
    </main>
  )
}
