import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { Prose } from '#app/cms/ui/prose.tsx'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import { team } from '../team/team.ts'
import { Photo } from './photo.tsx'
import '../look.css'

export function loader() {
  const { content, media } = currentSite()
  const shown = content.find(team)?.value
  return {
    shown,
    html: renderMarkdown(shown?.body ?? '', currentSite()),
    images: resolveImages(shown, media.library),
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: 'The team' },
  { name: 'description', content: data?.shown?.lead ?? '' },
]

export default function TeamPage() {
  const { shown, html, images } = useLoaderData<typeof loader>()
  return (
    <main className="shop">
      <h1>The team</h1>
      {shown && (
        <>
          <p>{shown.lead}</p>
          <Photo file={shown.image} alt={shown.imageAlt} images={images} />
          <Prose html={html} />
          {shown.benefits.map(({ _id, title, description }) => (
            <section key={_id}>
              <h2>{title}</h2>
              <p>{description}</p>
            </section>
          ))}
          <h2>How to apply</h2>
          <ol>
            {shown.steps.map(({ title, text }) => (
              <li key={title}>
                {title}: {text}
              </li>
            ))}
          </ol>
        </>
      )}
    </main>
  )
}
