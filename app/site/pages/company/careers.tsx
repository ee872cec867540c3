import { data, useLoaderData } from '@remix-run/react'
import { openJobs } from '#app/site/collections/jobs/open-jobs.ts'
import { OpenPositions } from '#app/site/collections/jobs/open-positions.tsx'
import { ApplySection, DaySection, SoughtPeople, WhySection } from '#app/site/sections/careers/careers-page.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { PageUnavailable } from '#app/site/ui/page/missing-page.tsx'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { leaveOut } from '#app/site/sections/shared/leave-out.ts'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { careers } from '#app/site/sections/careers/careers.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import { currentSite } from '#app/cms/site.server.ts'

const NAME = 'Careers'

export const handle = { isForCustomers: false } satisfies SiteHandle

export function loader() {
  const page = readCareers()
  return data(page, { status: page.content ? 200 : 503 })
}

export const meta: PageMeta<typeof loader> = (page) =>
  pageMeta(page, { share: 'careers', title: NAME, description: page.data?.content?.intro })

export default function CareersPage() {
  const { companyName, email, content, whyHtml, images, jobs } = useLoaderData<typeof loader>()
  if (!content) return <PageUnavailable title={NAME} />
  return (
    <ImagesProvider images={images}>
      <PageIntro
        title={companyName === undefined ? NAME : `Working at ${companyName}`}
        lead={content.lead}
        crumb={NAME}
        picture={{ file: content.image, alt: content.imageAlt }}
      />
      <OpenPositions jobs={jobs} />
      <SoughtPeople content={content} />
      <DaySection title={content.dayTitle} day={content.day} />
      <WhySection content={content} whyHtml={whyHtml} />
      <ApplySection content={content} email={email} />
    </ImagesProvider>
  )
}

/** The data of the careers page, from memory. `content` is undefined if its file has never been readable. */
function readCareers() {
  const content = currentSite().content.find(careers)?.value
  const about = currentSite().content.find(siteDetails)?.value
  return {
    companyName: about?.companyName,
    email: about?.contacts.employmentEmail,
    content: content && leaveOut(content, 'body'),
    whyHtml: renderMarkdown(content?.body ?? '', currentSite()),
    images: resolveImages(content, currentSite().media.library),
    jobs: openJobs(currentSite()),
  }
}
