import { data, useLoaderData } from '@remix-run/react'
import { IndustryReportPage } from '#app/site/sections/industry-report/industry-report-page.tsx'
import { industryReport } from '#app/site/sections/industry-report/industry-report.ts'
import {
  coverOfPage,
  documentOfPage,
  documentSizes,
} from '#app/site/sections/document-register/page-documents.server.ts'
import { DocumentsProvider } from '#app/cms/media/document-info.tsx'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { PageUnavailable } from '#app/site/ui/page/missing-page.tsx'
import { offerDocumentTrail } from './investors-trail.ts'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import { currentSite } from '#app/cms/site.server.ts'

export const handle = { isForCustomers: false } satisfies SiteHandle

const NAME = 'Industry Report'

export function loader() {
  const content = currentSite().content.find(industryReport)?.value
  const document = documentOfPage('industry-report')
  const cover = coverOfPage('industry-report')
  const images = resolveImages({ cover }, currentSite().media.library)
  return data({ content, document, cover, images, documents: documentSizes(document) }, { status: content ? 200 : 503 })
}

export const meta: PageMeta<typeof loader> = (page) => {
  const content = page.data?.content
  const { title, lead: description } = content ?? { title: NAME, lead: undefined }
  return pageMeta(page, { share: 'industry-report', title, description, trail: offerDocumentTrail })
}

export default function IndustryReport() {
  const { content, document, cover, images, documents } = useLoaderData<typeof loader>()
  if (!content) return <PageUnavailable title={NAME} />
  return (
    <ImagesProvider images={images}>
      <DocumentsProvider documents={documents}>
        <PageIntro title={content.title} lead={content.lead} trail={offerDocumentTrail} />
        <IndustryReportPage content={content} document={document} cover={cover} />
      </DocumentsProvider>
    </ImagesProvider>
  )
}
