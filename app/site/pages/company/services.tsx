import { data, useLoaderData } from '@remix-run/react'
import { ServiceSection, ServicesIntro } from '#app/site/sections/services/services-page.tsx'
import { PageUnavailable } from '#app/site/ui/page/missing-page.tsx'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import { services } from '#app/site/sections/services/services.ts'
import { shownFactRows } from '#app/site/collections/facts/fact-row.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** Each service ends with a call of its own. */
export const handle = { isForCustomers: false } satisfies SiteHandle

const NAME = 'Services'

export function loader() {
  const page = readServices()
  return data(page, { status: page.content ? 200 : 503 })
}

export const meta: PageMeta<typeof loader> = (page) =>
  pageMeta(page, { share: 'services', title: NAME, description: page.data?.content && describe(page.data.content) })

function describe({ services, lead }: { services: { title: string }[]; lead: string }) {
  return `${services.map(({ title }) => title).join(', ')}. ${lead}`
}

export default function ServicesPage() {
  const { content, images } = useLoaderData<typeof loader>()
  if (!content) return <PageUnavailable title={NAME} />
  return (
    <ImagesProvider images={images}>
      <ServicesIntro content={content} crumb={NAME} />
      {content.services.map((service, index) => (
        <ServiceSection key={service._id} service={service} index={index} />
      ))}
    </ImagesProvider>
  )
}

/** The data of the services page, from memory. `content` is undefined if its file has never been readable. */
function readServices() {
  const content = currentSite().content.find(services)?.value
  return {
    content: content && {
      ...content,
      services: content.services.map((service) => ({
        ...service,
        lots: shownFactRows(currentSite(), service.lots, 'value').map(({ name, value }) => ({ name, value })),
      })),
    },
    images: resolveImages(content, currentSite().media.library),
  }
}
