import { data as answer, useLoaderData } from '@remix-run/react'
import {
  AboutHero,
  AboutProfile,
  AboutPurpose,
  AboutValues,
  HeritageSection,
  LeadershipSection,
} from '#app/sections/about/about-page.tsx'
import { PageUnavailable } from '#app/ui/page/page-unavailable.tsx'
import { ImagesProvider } from '#app/media/pictures/picture.tsx'
import { readAbout } from './about.server.ts'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'

const NAME = 'About Us'

export function loader() {
  const page = readAbout()
  return answer(page, { status: page.content ? 200 : 503 })
}

export const meta: PageMeta<typeof loader> = (page) =>
  pageMeta(page, { title: NAME, description: page.data?.content?.about })

export default function AboutPage() {
  const { content, profileHtml, images, year } = useLoaderData<typeof loader>()
  if (!content) return <PageUnavailable title={NAME} />
  return (
    <ImagesProvider images={images}>
      <AboutHero crumb={NAME} content={content} />
      <AboutProfile content={content} profileHtml={profileHtml} />
      <AboutPurpose content={content} />
      <HeritageSection heritage={content.heritage} year={year} />
      <AboutValues title={content.valuesTitle} values={content.values} />
      <LeadershipSection title={content.leadersTitle} leaders={content.leaders} />
    </ImagesProvider>
  )
}
