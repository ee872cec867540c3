import { useLoaderData } from '@remix-run/react'
import { documentsIn } from '#app/media/document-info.server.ts'
import { DrhpDisclaimer } from '#app/sections/drhp/drhp-disclaimer.tsx'
import { DrhpPage } from '#app/sections/drhp/drhp-page.tsx'
import { drhp } from '#app/sections/drhp/drhp.ts'
import { siteContent } from '#app/sections/site-content.server.ts'
import { DocumentsProvider } from '#app/ui/document-row-info.tsx'
import { PageIntro } from '#app/ui/page-intro.tsx'
import { offerDocumentTrail } from './investors-trail.ts'
import { pageMeta, type PageMeta } from './page-meta.ts'
import type { SiteHandle } from './site-handle.ts'

export const handle = { isForCustomers: false } satisfies SiteHandle

export function loader() {
  const content = siteContent.read(drhp).value
  // The films name their length themselves.
  return { content, documents: documentsIn(content.document) }
}

export const meta: PageMeta<typeof loader> = (page) =>
  page.data
    ? pageMeta(page, {
        title: page.data.content.title,
        description: page.data.content.lead,
        trail: offerDocumentTrail,
      })
    : []

export default function DraftProspectus() {
  const { content, documents } = useLoaderData<typeof loader>()
  return (
    <DocumentsProvider documents={documents}>
      {/* First: what follows it is hidden while it is open. */}
      <DrhpDisclaimer content={content.disclaimer} />
      <PageIntro title={content.title} lead={content.lead} trail={offerDocumentTrail} />
      <DrhpPage content={content} />
    </DocumentsProvider>
  )
}
