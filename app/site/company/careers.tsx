import { data as answer, useLoaderData } from '@remix-run/react'
import { ApplySection, CareerValues, WhySection } from '#app/sections/careers/careers-page.tsx'
import { PageIntro } from '#app/sections/shared/page-intro.tsx'
import { PageUnavailable } from '#app/ui/page/page-unavailable.tsx'
import { ImagesProvider } from '#app/media/pictures/picture.tsx'
import { readCareers } from './careers.server.ts'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'

const NAME = 'Careers'

export const handle = { isForCustomers: false } satisfies SiteHandle

export function loader() {
  const page = readCareers()
  return answer(page, { status: page.content ? 200 : 503 })
}

export const meta: PageMeta<typeof loader> = (page) => {
  const { content, images } = page.data ?? {}
  const image = content && { file: content.image, alt: content.imageAlt }
  return pageMeta(page, { title: NAME, description: content?.intro, image, images })
}

export default function CareersPage() {
  const { companyName, email, content, whyHtml, images } = useLoaderData<typeof loader>()
  if (!content) return <PageUnavailable title={NAME} />
  return (
    <ImagesProvider images={images}>
      <PageIntro
        title={companyName === undefined ? NAME : `Working at ${companyName}`}
        lead={content.lead}
        crumb={NAME}
        picture={{ file: content.image, alt: content.imageAlt }}
      />
      <WhySection content={content} whyHtml={whyHtml} />
      <CareerValues values={content.values} />
      <ApplySection content={content} email={email} />
    </ImagesProvider>
  )
}
