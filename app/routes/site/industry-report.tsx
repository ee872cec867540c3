import { useLoaderData } from '@remix-run/react'
import { documentsIn } from '#app/media/document-info.server.ts'
import { IndustryReportPage } from '#app/sections/industry-report/industry-report-page.tsx'
import { industryReport } from '#app/sections/industry-report/industry-report.ts'
import { siteContent } from '#app/sections/site-content.server.ts'
import { DocumentsProvider } from '#app/ui/document-row-info.tsx'
import { PageIntro } from '#app/ui/page-intro.tsx'
import { offerDocumentTrail } from './investors-trail.ts'
import { pageMeta, type PageMeta } from './page-meta.ts'
import type { SiteHandle } from './site-handle.ts'

export const handle = { isForCustomers: false } satisfies SiteHandle

export function loader() {
  const content = siteContent.read(industryReport).value
  return { content, documents: documentsIn(content) }
}

export const meta: PageMeta<typeof loader> = (page) =>
  page.data
    ? pageMeta(page, {
        title: page.data.content.title,
        description: page.data.content.lead,
        trail: offerDocumentTrail,
      })
    : []

export default function IndustryReport() {
  const { content, documents } = useLoaderData<typeof loader>()
  return (
    <DocumentsProvider documents={documents}>
      <PageIntro title={content.title} lead={content.lead} trail={offerDocumentTrail} />
      <IndustryReportPage content={content} />
    </DocumentsProvider>
  )
}
