import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { Prose } from '#app/cms/ui/prose.tsx'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import { MAP } from '../addresses.ts'
import { courses } from '../courses/courses.ts'
import { suppliers } from '../home/suppliers.ts'
import { team } from '../team/team.ts'
import { Photo } from './photo.tsx'
import '../look.css'

export function loader() {
  const { content, media } = currentSite()
  const shown = content.find(team)?.value
  const farms = content.find(suppliers)?.value
  return {
    shown,
    html: renderMarkdown(shown?.body ?? '', currentSite()),
    farms,
    courses: pagesOf(currentSite(), courses)
      .listed()
      .map(({ key, value: { title, day, places } }) => ({ key, title, day, places })),
    images: resolveImages([shown, farms], media.library),
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: 'The team' },
  { name: 'description', content: data?.shown?.lead ?? '' },
]

export default function TeamPage() {
  const { shown, farms, courses: dates, html, images } = useLoaderData<typeof loader>()
  return (
    <main className="shop">
      <h1>The team</h1>
      <iframe title="Map" src={MAP} loading="lazy" />
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
          <p>{shown.applyLead}</p>
          <ol>
            {shown.steps.map(({ title, text }) => (
              <li key={title}>
                {title}: {text}
              </li>
            ))}
          </ol>
        </>
      )}
      {farms && (
        <section id="suppliers" aria-labelledby="suppliers-title">
          <h2 id="suppliers-title">{farms.title}</h2>
          {farms.suppliers.map(({ image, alt }) => (
            <Photo key={image} file={image} alt={alt} images={images} />
          ))}
        </section>
      )}
      {dates.length > 0 && (
        <section id="courses" aria-labelledby="courses-title">
          <h2 id="courses-title">Courses</h2>
          <ul>
            {dates.map(({ key, title, day, places }) => (
              <li key={key}>
                {title}, {day}, {places} places
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  )
}
