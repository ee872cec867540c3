import { data, useLoaderData } from '@remix-run/react'
import {
  AboutHero,
  AboutProfile,
  AboutPurpose,
  AboutValues,
  HeritageSection,
  LeadershipSection,
} from '#app/site/sections/about/about-page.tsx'
import { PageUnavailable } from '#app/site/ui/page/missing-page.tsx'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { leaveOut } from '#app/site/sections/shared/leave-out.ts'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { shownFactRows } from '#app/site/collections/facts/fact-row.ts'
import { certifications, certifiedStandards } from '#app/site/sections/certifications/certifications.ts'
import { about, type About } from '#app/site/sections/about/about.ts'
import { leadersOf } from '#app/site/sections/management/board.ts'
import { management } from '#app/site/sections/management/management.ts'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { today } from '#app/cms/platform/site-time.ts'

const NAME = 'About Us'

export function loader() {
  const page = readAbout()
  return data(page, { status: page.content ? 200 : 503 })
}

export const meta: PageMeta<typeof loader> = (page) =>
  pageMeta(page, { share: 'about', title: NAME, description: page.data?.content?.about })

export default function AboutPage() {
  const { content, leaders, hasMoreDirectors, profileHtml, images, year } = useLoaderData<typeof loader>()
  if (!content) return <PageUnavailable title={NAME} />
  return (
    <ImagesProvider images={images}>
      <AboutHero crumb={NAME} content={content} />
      <AboutProfile content={content} profileHtml={profileHtml} />
      <AboutPurpose content={content} />
      <HeritageSection heritage={content.heritage} year={year} />
      <AboutValues
        title={content.valuesTitle}
        values={content.values}
        picture={{ file: content.purposeImage, alt: content.purposeImageAlt }}
      />
      <LeadershipSection title={content.leadersTitle} leaders={leaders} hasMoreDirectors={hasMoreDirectors} />
    </ImagesProvider>
  )
}

/** The facts of the page, and the names of the certificates that are valid. */
function factsOf({ facts }: About) {
  const rows = shownFactRows(currentSite(), facts, 'text').map(({ _id, name, text }) => ({ _id, name, text }))
  const certified = certifiedStandards(currentSite().content.find(certifications)?.value, today())
  const text = certified.map(({ name }) => name).join(', ')
  return text === '' ? rows : [...rows, { _id: 'certified', name: 'Certified', text }]
}

/** The data of the about page, from memory. `content` is undefined if its file has never been readable. */
function readAbout() {
  const content = currentSite().content.find(about)?.value
  const board = currentSite().content.find(management)?.value
  const leading = leadersOf(board)
  const leaders = [...leading, ...(content?.leaders ?? [])]
  return {
    content: content && { ...leaveOut(content, 'body', 'leaders'), facts: factsOf(content) },
    leaders,
    hasMoreDirectors: (board?.directors.length ?? 0) > leading.length,
    profileHtml: renderMarkdown(content?.body ?? '', currentSite()),
    images: resolveImages([content, leaders], currentSite().media.library),
    year: Number(today().slice(0, 4)),
  }
}
